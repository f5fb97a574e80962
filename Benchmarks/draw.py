#!/usr/bin/env python3
"""Draws the cases of the timing bench into a folder that timing-bench reads.

    SALT=any python3 draw.py OUT [--near | --beyond | --terse] [--generator FOLDER]

FOLDER holds gen.py (default: ../../shared/timing beside the package). --near draws dots near a frame instead,
--beyond dots of 0.4 to 2 frames, --terse call signs, numbers, groups and other texts that knowing English is no help for.
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
parser.add_argument('--terse', action='store_true')
arguments = parser.parse_args()
folder, near, beyond, terse = arguments.generator, arguments.near, arguments.beyond, arguments.terse
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


def terse_texts(draws):
    """For each kind of text, functions that draw one."""
    letters, digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'
    some = lambda signs, count: ''.join(signs[int(i)] for i in draws.integers(0, len(signs), count))
    number = lambda least, most: int(draws.integers(least, most + 1))
    call = lambda: some(letters, number(1, 2)) + some(digits, 1) + some(letters, number(1, 3))
    one = lambda every: every[number(0, len(every) - 1)]
    groups = lambda signs: ' '.join(some(signs, 5) for _ in range(number(4, 8)))
    return {
        'calls': lambda: one(('CQ CQ DE {0} {0} K', '{1} DE {0}', '{1} DE {0} 5NN {2} K', 'CQ TEST {0}', '{0}',
                              '{1}/P DE {0} R R TU', 'TU {1} UR 599 {2} BK')).format(call(), call(), number(1, 999)),
        'distress': lambda: one(('SOS', 'SOS SOS', 'SOS SOS SOS', 'SOS DE {0}', 'XXX XXX DE {0}', 'MAYDAY DE {0}')).format(call()),
        'numbers': lambda: ' '.join(some(digits, number(1, 6)) for _ in range(number(3, 8))),
        'q codes': lambda: ' '.join(one(('QTH', 'QRM', 'QRN', 'QSB', 'QSL?', 'QSY', 'QRZ?', 'QRL?', 'QRP', 'QSO', 'UR', 'RST',
                                         '579', '599', 'TNX', 'FER', 'HW?', 'WX', 'ANT', 'RIG', 'OM', 'ES', '73', 'BK'))
                                    for _ in range(number(4, 10))),
        'letter groups': lambda: groups(letters),
        'digit groups': lambda: groups(digits),
        'mixed groups': lambda: groups(letters + digits),
        'mixed': lambda: one(('POS {3}.{4} N {5}.{6} W AT {2}', 'QTH {7} {8} KM NE OF {9}', 'ETA {2} GRID {10}{4}{11} OM',
                              'WX {7} {8}C {12} WIND NW {4} BFT', 'RX K2 ANT G5RV {8}M UP PWR {3}W')).format(
            call(), call(), some(digits, 4), some(digits, 2), some(digits, 1), some(digits, 3), some(digits, 2),
            some(letters, 6), number(2, 99), some(letters, 7), some(letters, 2), some(letters, 2),
            some(digits, 4)),
        'other languages': lambda: one((
            'DAS WETTER IST GUT UND WIR FAHREN MORGEN WEITER', 'BITTE KOMMEN SIE AN DIE NORDSEITE DES SEES',
            'LE BATEAU PART A MIDI AVEC TROIS PERSONNES', 'NOUS AVONS BESOIN DE SECOURS ET DE MEDICAMENTS',
            'EL BARCO SALE MANANA A LAS SIETE', 'NECESITAMOS AGUA Y COMIDA PARA DOS DIAS',
            'IL FARO RESTA ACCESO TUTTA LA NOTTE', 'VI SES VED BROEN I MORGEN KLOKKEN OTTE',
            'VENE ON RANNASSA JA ODOTAMME APUA', 'HET SCHIP LIGT VOOR ANKER BIJ DE HAVEN')),
    }


def terse_cases():
    """At 18 WPM: a straight key and a paddle (log-normal), and a machine with 8 % jitter; the straight key to a camera too."""
    hand, paddle = conditions['logn_hand_w18']['logn'], conditions['logn_paddle_w18']['logn']
    for keyer, style in (('hand', dict(logn=hand)), ('paddle', dict(logn=paddle)), ('machine', dict(jit=.08)),
                         ('camera', dict(logn=hand))):
        for kind in terse_texts(None):
            name = f'terse_{kind.replace(" ", "-")}_{keyer}'
            draws, _ = texts(name)
            for k in range(20):
                said = terse_texts(draws)[kind]()
                case = dict(name=f'{name}.{k}', cond=name, text=said, group=f'{kind}, {keyer}')
                if keyer == 'camera':
                    case['luma'] = gen.camera(gen.keying(said, 10, draws, **style), draws, 30, noise=.1)
                else:
                    case['events'] = gen.keying(said, 18, draws, **style)
                yield case


out = arguments.out
os.makedirs(out, exist_ok=True)
conditions = gen.conditions()
with open(os.path.join(out, 'index.tsv'), 'w') as index:
    for case in near_cases() if near else beyond_cases() if beyond else terse_cases() if terse else gen.cases():
        with open(os.path.join(out, case['name'] + '.csv'), 'w') as f:
            if 'luma' in case:
                f.write('time,luma\n' + ''.join(f'{t:.6f},{y:.6f}\n' for t, y in zip(*case['luma'])))
            else:
                f.write('time,state\n' + ''.join(f'{a:.6f},1\n{b:.6f},0\n' for a, b in case['events']))
        group = case.get('group') or conditions[case['cond']]['group']
        index.write('\t'.join((case['name'], case['cond'], group, case['text'])) + '\n')
