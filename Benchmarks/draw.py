#!/usr/bin/env python3
"""Draws the cases of the timing bench into a folder that timing-bench reads.

    SALT=any python3 draw.py OUT [--near | --beyond] [--generator FOLDER]

FOLDER holds gen.py (default: ../../shared/timing beside the package). --near draws dots near a frame instead,
--beyond dots of 0.4 to 2 frames.
"""
import argparse
import os
import sys
import zlib

here = os.path.dirname(os.path.abspath(__file__))
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument('out', metavar='OUT')
parser.add_argument('--near', action='store_true')
parser.add_argument('--beyond', action='store_true')
parser.add_argument('--generator', metavar='FOLDER', default=os.path.join(here, '..', '..', 'shared', 'timing'))
arguments = parser.parse_args()
folder, near, beyond = arguments.generator, arguments.near, arguments.beyond
if not os.path.exists(os.path.join(folder, 'gen.py')):
    sys.exit(f'no gen.py in {folder}: say --generator FOLDER')
sys.dont_write_bytecode = True
sys.path.insert(0, folder)
import gen
import numpy


def texts(name):
    draws = numpy.random.default_rng(zlib.crc32((name + os.environ.get('SALT', '')).encode()))
    every = gen.SHORT + gen.LONG
    return draws, lambda: every[int(draws.integers(0, len(every)))]


def near_cases():
    """30 WPM at 30 fps, 28 at 25, 60 at 60 and, a dot of 1.0 frame, 36 at 30; exposures of .1 to .9 frames."""
    for fps, wpm in ((30, 30), (25, 28), (60, 60), (30, 36)):
        for exposure in (.1, .3, .5, .7, .9):
            name = f'near{fps}_w{wpm}_e{exposure}'
            draws, text = texts(name)
            for k in range(6):
                said = text()
                luma = gen.camera(gen.keying(said, wpm, draws), draws, fps, expo=exposure, noise=.01)
                yield dict(name=f'{name}.{k}', cond=name, text=said, luma=luma, group=f'near {fps} fps {wpm} WPM')


def beyond_cases():
    """Steady keying at 30 fps, dots of 0.4 to 2 frames, exposures of .1 to .9 frames, noise of 2 % of the swing."""
    for dot in (.4, .5, .6, .7, .8, .9, 1, 1.2, 1.4, 1.6, 2):
        for exposure in (.1, .3, .5, .7, .9):
            name = f'dot{dot}_e{exposure}'
            draws, text = texts(name)
            for k in range(8):
                said = text()
                luma = gen.camera(gen.keying(said, 36 / dot, draws), draws, 30, expo=exposure, noise=.02)
                yield dict(name=f'{name}.{k}', cond=name, text=said, luma=luma, group=f'dot {dot} frame')


out = arguments.out
os.makedirs(out, exist_ok=True)
conditions = gen.conditions()
with open(os.path.join(out, 'index.tsv'), 'w') as index:
    for case in near_cases() if near else beyond_cases() if beyond else gen.cases():
        with open(os.path.join(out, case['name'] + '.csv'), 'w') as f:
            if 'luma' in case:
                f.write('time,luma\n' + ''.join(f'{t:.6f},{y:.6f}\n' for t, y in zip(*case['luma'])))
            else:
                f.write('time,state\n' + ''.join(f'{a:.6f},1\n{b:.6f},0\n' for a, b in case['events']))
        group = case.get('group') or conditions[case['cond']]['group']
        index.write('\t'.join((case['name'], case['cond'], group, case['text'])) + '\n')
