// The pictures of products without a photo: one drawing per crop, one per crop group, on a soft tint that goes
// with it. 120 × 90, so that a card's 4:3 frame shows all of it.

import { ellipse, line, path, sheet, use } from '../paper.ts';
import { arrowroot, beanHeap, capsicum, cassava, lentilHeap, put, watermelon, wheatSheaf } from './crop-arrangements.ts';
import {
  banana,
  carrot,
  leaf,
  maizeCob,
  mango,
  peaPod,
  pineapple,
  riceEar,
  sorghumHead,
  sweetPotato,
  wheatEar,
} from './produce-long.ts';
import { bowl, churn, coffeeBranch, honeyJar, kiondo, milkGlass, teaTip } from './produce-made.ts';
import {
  avocado,
  avocadoHalf,
  cabbage,
  egg,
  onion,
  orange,
  orangeHalf,
  passionFruit,
  passionHalf,
  potato,
  tomato,
} from './produce-round.ts';

const tints = { red: '#fbe3d6', gold: '#fdf0cf', green: '#e3f0df', soil: '#efe4d3', plum: '#f3e2e6', mist: '#e2eeec' } as const;
type Tint = keyof typeof tints;

/** The soft shadow on the table; every picture stands on the same line. */
const ground = (width: number): string => ellipse([60, 76], [width, 4.5], '#17261d', 'opacity=".13"');

const picture = (tint: Tint, shadowWidth: number, art: string): string =>
  sheet({ width: 120, height: 90, body: path('M0 0H120V90H0Z', tints[tint]) + ground(shadowWidth) + art });

const spinachLeaf = (): string => leaf('#2f8450', '#a6d68a', false);
const kaleLeaf = (base = '#2a6e4a'): string => leaf(base, '#b5d9a4', true);

export const groups: Record<string, () => string> = {
  cereals: () =>
    picture(
      'gold',
      34,
      `<defs><g id="w">${wheatEar()}</g></defs>${use('w', { x: 37, y: 47, scale: 0.68, turn: -16 })}${use('w', { x: 83, y: 47, scale: 0.68, turn: 16 })}` +
        put(maizeCob(), 60, 43, 0.78),
    ),
  legumes: () => picture('green', 36, put(peaPod(), 60, 32, 0.9, -10) + beanHeap(58, 2)),
  vegetables: () =>
    picture(
      'green',
      40,
      put(kaleLeaf(), 60, 36, 0.8) + put(carrot(), 33, 48, 0.66, 18) + put(cabbage(), 82, 55, 0.74) + put(tomato(), 54, 60, 0.74),
    ),
  fruits: () =>
    picture(
      'gold',
      40,
      put(pineapple(), 60, 41, 0.8) + put(mango(), 85, 57, 0.68) + put(avocado(), 35, 53, 0.62, -14) + put(orange(), 59, 63, 0.6),
    ),
  'root-crops': () =>
    picture(
      'soil',
      42,
      put(sweetPotato(), 60, 42, 0.86, -12) + put(potato(), 42, 61, 0.8) + put(potato('#c79556', '#a97739'), 79, 62, 0.74, 8),
    ),
  dairy: () => picture('mist', 38, put(churn(), 76, 46, 0.72) + put(churn(), 46, 43, 0.84) + put(milkGlass(), 64, 62, 0.6)),
  other: () =>
    picture('soil', 34, put(spinachLeaf(), 46, 34, 0.5, -22) + put(kaleLeaf(), 72, 32, 0.5, 18) + put(kiondo(), 60, 50, 0.72)),
};

export const crops: Record<string, () => string> = {
  tomato: () =>
    picture(
      'red',
      36,
      put(tomato('#e05a3b', '#c2402a'), 60, 34) + put(tomato(), 41, 55) + put(tomato('#cf412b', '#ad2f20'), 80, 56, 0.95),
    ),
  maize: () => picture('gold', 24, put(maizeCob(), 60, 42, 0.84)),
  avocado: () => picture('green', 36, put(avocado(), 76, 45, 0.86, 12) + put(avocadoHalf(), 46, 46, 0.82, -8)),
  potato: () =>
    picture(
      'soil',
      38,
      put(potato('#dcb279', '#bf8f52'), 60, 36, 0.96) +
        put(potato(), 41, 58, 0.92) +
        put(potato('#c79556', '#a97739'), 80, 59, 0.9),
    ),
  onion: () => picture('plum', 34, put(onion(), 76, 48, 0.95, 8) + put(onion(), 44, 50, 1.05, -5)),
  cabbage: () => picture('green', 32, put(cabbage(), 60, 47, 1.08)),
  kale: () =>
    picture(
      'green',
      26,
      put(kaleLeaf('#1f5a3c'), 39, 44, 0.82, -24) +
        put(kaleLeaf('#1f5a3c'), 81, 44, 0.82, 24) +
        put(kaleLeaf(), 60, 42, 0.92) +
        line('M47 66H73', '#c9a45c', 4),
    ),
  carrot: () =>
    picture('red', 30, put(carrot(), 40, 44, 0.82, 16) + put(carrot(), 80, 44, 0.82, -16) + put(carrot(), 60, 43, 0.88)),
  banana: () => picture('gold', 34, [-34, -17, 0].map((turn, k) => put(banana(), 56 + k * 3, 42 + k * 6, 1, turn)).join('')),
  mango: () => picture('gold', 36, put(mango(), 78, 54, 0.84, 6) + put(mango(), 46, 48, 0.98)),
  pineapple: () => picture('gold', 24, put(pineapple(), 60, 46, 0.84)),
  orange: () => picture('red', 36, put(orange(), 52, 42, 1.12) + put(orangeHalf(), 82, 56, 0.94)),
  watermelon: () => picture('green', 40, watermelon()),
  'passion-fruit': () => picture('plum', 36, put(passionFruit(), 47, 48, 1.16) + put(passionHalf(), 80, 56, 0.98)),
  beans: () => picture('red', 42, beanHeap(46)),
  peas: () => picture('green', 38, put(peaPod(), 58, 34, 0.84, -10) + put(peaPod(), 62, 60, 0.84, 6)),
  lentils: () => picture('soil', 32, put(bowl(lentilHeap()), 60, 42, 0.94)),
  wheat: () => picture('gold', 20, wheatSheaf()),
  rice: () => picture('green', 26, put(riceEar(), 48, 44, 0.8, -4, { flip: true }) + put(riceEar(), 66, 44, 0.84)),
  sorghum: () =>
    picture(
      'red',
      24,
      `<defs><g id="s">${sorghumHead()}</g></defs>${use('s', { x: 46, y: 45, scale: 0.84, turn: -8, flip: true })}${use('s', { x: 72, y: 43, scale: 0.88, turn: 6 })}`,
    ),
  'sweet-potato': () =>
    picture('plum', 38, put(sweetPotato('#a24b60', '#853750'), 60, 36, 0.86, -14) + put(sweetPotato(), 60, 59, 0.9, 8)),
  cassava: () => picture('soil', 40, cassava()),
  arrowroot: () => picture('green', 26, put(arrowroot(), 7, 8, 0.88)),
  spinach: () =>
    picture(
      'green',
      24,
      put(spinachLeaf(), 40, 44, 0.84, -24) +
        put(spinachLeaf(), 80, 44, 0.84, 24) +
        put(leaf('#3a9659', '#c4e6a8', false), 60, 42, 0.92) +
        line('M49 68H71', '#a8432f', 4),
    ),
  capsicum: () =>
    picture('red', 34, put(capsicum('#c8392d', '#a32a24'), 78, 50, 0.88) + put(capsicum('#3a9659', '#2a7d49'), 46, 46)),
  milk: () => picture('mist', 30, put(churn(), 52, 42, 0.88) + put(milkGlass(), 84, 58, 0.72)),
  eggs: () =>
    picture(
      'gold',
      36,
      put(egg('#f3dcbd', '#dfbf97'), 60, 40, 1.06) +
        put(egg(), 41, 56, 0.98, -8) +
        put(egg('#dfb98c', '#c99d6d'), 79, 56, 0.98, 8),
    ),
  honey: () => picture('gold', 30, put(honeyJar(), 60, 44, 0.94)),
  coffee: () => picture('red', 34, put(coffeeBranch(), 60, 50, 0.84)),
  tea: () => picture('green', 20, put(teaTip(), 60, 42, 0.94)),
};
