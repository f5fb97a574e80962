#!/usr/bin/env python3
"""What `heliograph live` costs, and how late its events are: with a camera that plays a film, in real time.

    live.py [--seconds 60] [--size 640x480] [--fps 30] [--formats YUYV,MJPG] [--noise 3] [--program FILE]

For each format: processor time as a part of one core, and the milliseconds from a frame's being handed over to the
event that it shows on standard output (median, 95 % and worst; those held back until the first text was certain
come with that). A camera without hardware is a plugin of libv4l2,
Tests/Rig/host/fakecam.c. Wants gcc and ffmpeg.
"""
import argparse
import json
import os
import resource
import signal
import statistics
import subprocess
import tempfile
import threading
import time

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument('--seconds', type=float, default=60)
parser.add_argument('--size', default='640x480')
parser.add_argument('--fps', default='30')
parser.add_argument('--formats', default='YUYV,MJPG')
parser.add_argument('--noise', default='3')
parser.add_argument('--program', default=os.path.join(here, '..', '.build', 'release', 'heliograph'))
arguments = parser.parse_args()
width, height = map(int, arguments.size.split('x'))


def film(folder, video, fourcc):
    """A film for the camera: a line of what it is, and frames of one size."""
    path = os.path.join(folder, fourcc + '.cam')
    if fourcc == 'YUYV':
        coded = ['-pix_fmt', 'yuyv422', '-f', 'rawvideo']
    else:
        coded = ['-pix_fmt', 'yuvj422p', '-c:v', 'mjpeg', '-q:v', '4', '-f', 'mjpeg']
    data = subprocess.run(['ffmpeg', '-v', 'error', '-i', video, *coded, '-'], check=True, capture_output=True).stdout
    if fourcc == 'YUYV':
        size = 2 * width * height
    else:
        frames = [b'\xff\xd8\xff' + each for each in data.split(b'\xff\xd8\xff')[1:]]
        size = max(map(len, frames))
        data = b''.join(each.ljust(size, b'\0') for each in frames)
    with open(path, 'wb') as file:
        file.write(f'{width} {height} {arguments.fps} {fourcc} {size}\n'.encode() + data)
    return path, size


def measure(plugin, path):
    """The part of a core that it takes, and how late each event is, in seconds."""
    log = path + '.log'
    open(log, 'w').close()
    environment = dict(os.environ, LD_PRELOAD=plugin, V4L_PLUGINS=plugin)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    program = subprocess.Popen([arguments.program, 'live', '--device', path, '--format', 'jsonl'], env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    threading.Timer(arguments.seconds, lambda: program.send_signal(signal.SIGINT)).start()
    events = []
    for line in program.stdout:
        now = time.monotonic()
        if json.loads(line)['type'] == 'light':
            events.append(now)
    program.wait()
    took = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    frames = [float(line.split()[1]) for line in open(log)]
    late = []
    for event in events:
        shown = [frame for frame in frames if frame <= event]
        if shown:
            late.append(event - shown[-1])
    return used / took, late


with tempfile.TemporaryDirectory() as folder:
    plugin = os.path.join(folder, 'fakecam.so')
    source = os.path.join(here, '..', 'Tests', 'Rig', 'host', 'fakecam.c')
    subprocess.run(['cc', '-O2', '-shared', '-fPIC', '-o', plugin, source, '-ldl'], check=True)
    video = os.path.join(folder, 'film.mkv')
    subprocess.run([arguments.program, 'encode', 'CQ DE HELIO', '-o', video, '--codec', 'ffv1', '--size', arguments.size,
                    '--fps', arguments.fps, '--wpm', '15', '--noise', arguments.noise, '--background', 'room'],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for fourcc in arguments.formats.split(','):
        path, size = film(folder, video, fourcc)
        core, late = measure(plugin, path)
        most = statistics.quantiles(late, n=20)[-1]
        print(f'{fourcc} {arguments.size}@{arguments.fps}, {size / 1000:.0f} kB a frame: {100 * core:.1f} % of a core; '
              f'{len(late)} events, late by {1000 * statistics.median(late):.2f} ms, 95 % by at most '
              f'{1000 * most:.2f} ms, the worst by {1000 * max(late):.2f} ms')
