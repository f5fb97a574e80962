#!/usr/bin/env python3
"""Draws the cases of the timing bench into a folder that timing-bench reads.

    SALT=any python3 draw.py OUT [--near] [--generator FOLDER]

FOLDER holds gen.py (default: ../../shared/timing beside the package). --near draws dots near a frame instead.
"""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
arguments = sys.argv[1:]
folder = os.path.join(here, '..', '..', 'shared', 'timing')
if '--generator' in arguments:
    at = arguments.index('--generator')
    folder = arguments[at + 1]
    del arguments[at:at + 2]
near = '--near' in arguments
arguments = [a for a in arguments if a != '--near']
if not os.path.exists(os.path.join(folder, 'gen.py')):
    sys.exit(f'no gen.py in {folder}: say --generator FOLDER')
sys.dont_write_bytecode = True
sys.path.insert(0, folder)
import gen
import numpy


def near_cases():
    """30 WPM at 30 fps, 28 at 25, 60 at 60 and, a dot of 1.0 frame, 36 at 30; exposures of .1 to .9 frames."""
    draws = numpy.random.default_rng(11)
    for fps, wpm in ((30, 30), (25, 28), (60, 60), (30, 36)):
        for exposure in (.1, .3, .5, .7, .9):
            for k in range(6):
                text = (gen.SHORT + gen.LONG)[int(draws.integers(0, 56))]
                marks = gen.keying(text, wpm, draws)
                luma = gen.camera(marks, draws, fps, expo=exposure, noise=.01)
                name = f'near{fps}_w{wpm}_e{exposure}'
                yield dict(name=f'{name}.{k}', cond=name, text=text, luma=luma, group=f'near {fps} fps {wpm} WPM')


out = arguments[0]
os.makedirs(out, exist_ok=True)
conditions = gen.conditions()
with open(os.path.join(out, 'index.tsv'), 'w') as index:
    for case in near_cases() if near else gen.cases():
        with open(os.path.join(out, case['name'] + '.csv'), 'w') as f:
            if 'luma' in case:
                f.write('time,luma\n' + ''.join(f'{t:.6f},{y:.6f}\n' for t, y in zip(*case['luma'])))
            else:
                f.write('time,state\n' + ''.join(f'{a:.6f},1\n{b:.6f},0\n' for a, b in case['events']))
        group = case.get('group') or conditions[case['cond']]['group']
        index.write('\t'.join((case['name'], case['cond'], group, case['text'])) + '\n')
