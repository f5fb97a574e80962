#!/usr/bin/env python3
"""How often something is read where nobody sends, and how much where somebody does.

    silence.py [--minutes 10] [--seeds 3] [--detect 5] [--only NAME,...] [--jobs 2] [--first SEED] [--program FILE]

Silent scenes and FFmpeg's moving test pictures are decoded by the program for so many minutes with each of so
many seeds; what it prints is counted, by class and in all, with the rate of false messages an hour and its bound
of 95 % (Poisson; where there is none, the rule of three). Beside it stands what is read of the scenes in which
lamps send, with so many seeds of each class. Odd seeds go through H.264 as a camera's or a phone's would, even
ones come as they are. Wants ffmpeg; minutes of work, about: minutes x seeds x 16 / 4 and detect x 20 / 6.
"""
import argparse
import concurrent.futures
import json
import math
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument('--minutes', type=float, default=10)
parser.add_argument('--seeds', type=int, default=3)
parser.add_argument('--detect', type=int, default=5)
parser.add_argument('--first', type=int, default=0, metavar='SEED')
parser.add_argument('--only', default='', metavar='NAME,...')
parser.add_argument('--jobs', type=int, default=2)
parser.add_argument('--program', default=os.path.join(here, '..', '.build', 'release', 'heliograph'))
parser.add_argument('--scenes', default=os.path.join(here, '.build', 'release', 'scene-video'), metavar='FILE')
arguments = parser.parse_args()

# Frame rates of cameras, and places on the set's edge to fall into.
RATES = (30, 25, 24, 29.97, 50)
EDGES = ((-0.743643887, 0.131825904), (-0.1592, -1.0317), (0.281717922, 0.577105284), (-1.7687788, -0.0017388),
         (-0.10109636, 0.95628651))


def sources(name, seed):
    """The FFmpeg source and the frames a second that `name` stands for."""
    rate = RATES[seed % len(RATES)]
    x, y = EDGES[seed % len(EDGES)]
    return {
        'testsrc2': f'testsrc2=s=640x360:r={rate}',
        'testsrc': f'testsrc=s=640x360:r={rate}',
        'mandelbrot': f'mandelbrot=s=640x360:r={rate}:start_x={x}:start_y={y}',
        'life': f'life=s=320x180:r={rate}:seed={seed}:ratio={0.1 + 0.1 * (seed % 4):.1f},'
                'scale=640:360:flags=neighbor',
        'life-mold': f'life=s=640x360:r={rate}:mold={5 + seed % 8}:ratio=0.1:seed={seed}'
                     ':death_color=#C83232:life_color=#00ff00',
        'cellauto': f'cellauto=s=640x360:r={rate}:seed={seed}:rule={(110, 30, 90)[seed % 3]}',
        'gradients': f'gradients=s=640x360:r={rate}:seed={seed}:speed={0.01 * (1 + seed % 5):.2f}',
    }.get(name)


SOURCES = ('testsrc2', 'testsrc', 'mandelbrot', 'life', 'life-mold', 'cellauto', 'gradients')
# Its frames come at times of their own, which raw pictures do not carry.
UNTIMED = 'variable-rate'


def decoded(name, seed, seconds):
    """What was sent, and the objects that the program printed."""
    pixels = ['-pix_fmt', 'yuv420p'] + (
        ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23'] if seed % 2 else ['-c:v', 'rawvideo'])
    source = sources(name, seed)
    scene, sent = None, []
    if source:
        given = ['-f', 'lavfi', '-i', source, '-t', str(seconds)]
    else:
        scene = subprocess.Popen([arguments.scenes, name, str(seed), str(seconds)],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        width, height, rate, lamps = scene.stderr.readline().decode().split()
        sent = [scene.stderr.readline().decode().strip() for _ in range(int(lamps))]
        given = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', f'{width}x{height}', '-r', rate, '-i', '-']
    ffmpeg = subprocess.Popen(['ffmpeg', '-v', 'error', *(['-nostdin'] if source else []), *given, *pixels,
                               '-f', 'nut', '-'],
                              stdin=scene.stdout if scene else subprocess.DEVNULL, stdout=subprocess.PIPE)
    program = subprocess.run([arguments.program, 'decode', '-', '--format', 'jsonl'],
                             stdin=ffmpeg.stdout, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if ffmpeg.wait() or program.returncode or scene and scene.wait():
        sys.exit(f'{name}, seed {seed}: a program failed')
    return sent, [json.loads(line) for line in program.stdout.splitlines()]


def bound(count, hours):
    """The rate above which so few would be seen in one of twenty measurements."""
    def seldom(mean):
        return sum(math.exp(-mean + k * math.log(mean) - math.lgamma(k + 1)) for k in range(count + 1)) < 0.05
    low, high = 1e-9, 10.0 * (count + 1)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if seldom(middle) else (middle, high)
    return high / hours


def distance(a, b, joined):
    """Edits from `b` to `a`; joined in the middle of `a`, what was before is no error."""
    row = [0 if joined else j for j in range(len(a) + 1)]
    for i, y in enumerate(b):
        before, row = row, [i + 1]
        for j, x in enumerate(a):
            row.append(min(before[j + 1] + 1, row[j] + 1, before[j] + (x != y)))
    return row[-1]


def is_without_piece(a, b, most):
    """Whether `b` is `a` without one piece of so many signs at most, with or without the gaps at its ends."""
    start = len(os.path.commonprefix([a, b]))
    end = len(os.path.commonprefix([a[::-1], b[::-1]]))
    return start + end + 1 >= len(b) and len(a) - len(b) <= most


def silence(task):
    name, seed = task
    _, objects = decoded(name, seed, 60 * arguments.minutes)
    texts = [each['text'] for each in objects if each['type'] == 'message']
    return name, seed, texts


def lost(name, text, read):
    """Wrong characters; of a lamp that was out of sight for three seconds, four signs at 15 WPM and the two that are cut are
    no error."""
    away = distance(text, read, name == 'joined')
    return 0 if name == 'pan' and is_without_piece(text, read, 7) else away


def detection(task):
    name, seed = task
    sent, objects = decoded(name, seed, 0)
    lamps = {}
    for each in objects:
        if each['type'] == 'message':
            lamps.setdefault(each['lamp'], []).append(each['text'])
    read = [' '.join(texts) for texts in lamps.values()]
    # The likest go together; where nothing is read, all of a text is wrong.
    pairs = sorted((lost(name, text, each), i, k)
                   for i, text in enumerate(sent) for k, each in enumerate(read))
    wrong, taken = [(len(text), '') for text in sent], set()
    for away, i, k in pairs:
        if not wrong[i][1] and k not in taken and away < len(sent[i]):
            wrong[i] = (away, read[k])
            taken.add(k)
    read = [text for k, text in enumerate(read) if k not in taken]
    return name, seed, sent, wrong, read


listed = [line.split() for line in subprocess.run([arguments.scenes, '--list'], stdout=subprocess.PIPE, text=True,
                                                  check=True).stdout.splitlines()]
wanted = set(arguments.only.split(',')) - {''}
chosen = lambda names: [name for name in names if not wanted or name in wanted]
silent = chosen([name for kind, name in listed if kind == 'silent'] + list(SOURCES))
sending = chosen([name for kind, name in listed if kind == 'sending' and name != UNTIMED])
seeds = lambda count: range(arguments.first, arguments.first + count)

with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
    print('class\tminutes\tmessages\tcharacters', flush=True)
    found, total = {}, [0, 0, 0]
    for name, seed, texts in pool.map(silence, [(n, s) for n in silent for s in seeds(arguments.seeds)]):
        counts = found.setdefault(name, [0, 0, 0])
        for sums in (counts, total):
            sums[0] += arguments.minutes
            sums[1] += len(texts)
            sums[2] += sum(len(text.replace(' ', '')) for text in texts)
        for text in texts:
            print(f'  {name}, seed {seed}: {text}', flush=True)
        if seed == arguments.first + arguments.seeds - 1:
            print(f'{name}\t{counts[0]:g}\t{counts[1]}\t{counts[2]}', flush=True)
    if total[0]:
        hours = total[0] / 60
        print(f'all\t{total[0]:g}\t{total[1]}\t{total[2]}')
        print(f'false messages an hour: {total[1] / hours:.2f}, below {bound(total[1], hours):.2f} (95 %)', flush=True)

    print('class\tlamps\tread without error\tcharacters wrong %\tfurther lamps', flush=True)
    found, total = {}, [0, 0, 0, 0, 0]
    for name, seed, sent, wrong, further in pool.map(
            detection, [(n, s) for n in sending for s in seeds(arguments.detect)]):
        counts = found.setdefault(name, [0, 0, 0, 0, 0])
        for sums in (counts, total):
            sums[0] += len(sent)
            sums[1] += sum(errors == 0 for errors, _ in wrong)
            sums[2] += sum(errors for errors, _ in wrong)
            sums[3] += sum(map(len, sent))
            sums[4] += len(further)
        for text, (errors, read) in zip(sent, wrong):
            if errors:
                print(f'  {name}, seed {seed}: {text} read as {read or "nothing"}', flush=True)
        for text in further:
            print(f'  {name}, seed {seed}: further {text}', flush=True)
        if seed == arguments.first + arguments.detect - 1:
            print(f'{name}\t{counts[0]}\t{counts[1]}\t{100 * counts[2] / max(1, counts[3]):.1f}\t{counts[4]}',
                  flush=True)
    if total[0]:
        print(f'all\t{total[0]}\t{total[1]}\t{100 * total[2] / max(1, total[3]):.1f}\t{total[4]}')
