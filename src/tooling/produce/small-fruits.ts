import { layeredNoise, noise, step } from './noise.ts';
import type { Subject } from './subject.ts';
import {
  around,
  type BallPaint,
  ball,
  colour,
  FRESH_STEM,
  mixOf,
  shade,
  tint,
  WOODY,
} from './surfaces.ts';

const passion = (colours: string[], specks: string): Subject => ({
  kind: 'pieces',
  size: 50,
  surface: (random) => {
    const skin = mixOf(random, colours.map(colour));
    const pale = colour(specks);
    const seed = random.next() * 50;
    return ball(random, {
      tall: 1.08,
      lumps: 0.05,
      tilt: 2,
      paint(x, y, z, point) {
        tint(point, skin);
        tint(point, pale, 0.5 * step(0.5, 0.7, noise(x * 20 + seed, y * 20, z * 20)));
        tint(point, FRESH_STEM, step(-0.97, -0.985, y));
        point.gloss = 0.5;
        return 0.012 * layeredNoise(x * 5 + seed, y * 5, z * 5, 2);
      },
    });
  },
});

const simple = (
  options: { size: number; tall: number; lumps: number; colours: string[]; gloss: number },
  detailOf: (seed: number) => BallPaint,
): Subject => ({
  kind: 'pieces',
  size: options.size,
  turns: 1.5,
  surface: (random) => {
    const skin = mixOf(random, options.colours.map(colour));
    const detail = detailOf(random.next() * 50);
    return ball(random, {
      tall: options.tall,
      lumps: options.lumps,
      lumpSize: 0.9,
      tilt: 1,
      paint(x, y, z, point) {
        tint(point, skin);
        point.gloss = options.gloss;
        return detail(x, y, z, point);
      },
    });
  },
});

const gooseberry = simple(
  { size: 34, tall: 1, lumps: 0.02, colours: ['#e3a02a', '#d98b22', '#e6b545'], gloss: 0.75 },
  () => (_x, y, _z, point) => {
    tint(point, FRESH_STEM, step(-0.95, -0.98, y));
    return 0;
  },
);

const coconut = simple(
  { size: 112, tall: 1.12, lumps: 0.05, colours: ['#6a9440', '#7ba048', '#8a9a48'], gloss: 0.4 },
  (seed) => (x, y, z, point) => {
    const blotch = layeredNoise(x * 3 + seed, y * 3, z * 3, 3);
    tint(point, WOODY, 0.5 * step(0.15, 0.5, blotch) + step(-0.9, -0.97, y));
    return 0.02 * Math.cos(around(x, z) * 3);
  },
);

const date = simple(
  { size: 36, tall: 1.7, lumps: 0.06, colours: ['#5a2c16', '#6d3a1c', '#48220f'], gloss: 0.65 },
  (seed) => (x, y, z) => 0.05 * noise(around(x, z) * 3 + seed, y * 3),
);

const macadamia = simple(
  { size: 34, tall: 1.02, lumps: 0.03, colours: ['#8a5a30', '#7a4c28', '#9a6a3a'], gloss: 0.4 },
  (seed) => (x, y, z, point) => {
    tint(
      point,
      colour('#d8b98a'),
      0.5 * step(0.3, 0.6, noise(x * 9 + seed, y * 9, z * 9)) + step(-0.9, -0.96, y),
    );
    return 0;
  },
);

const egg = simple(
  {
    size: 52,
    tall: 1.28,
    lumps: 0,
    colours: ['#c98f62', '#d6a477', '#e3c3a0', '#eee0cd'],
    gloss: 0.22,
  },
  (seed) => (x, y, z, point) => {
    shade(point, 0.97 + 0.08 * noise(x * 16 + seed, y * 16, z * 16));
    return 0.012 * noise(x * 22, y * 22 + seed, z * 22);
  },
);

export const smallFruits = {
  'passion-fruit': passion(['#4a1f3a', '#5a2540', '#3c1a33'], '#a77f92'),
  'yellow-passion-fruit': passion(['#d9a92e', '#e2b843', '#c99a28'], '#f3dc94'),
  'cape-gooseberry': gooseberry,
  coconut,
  date,
  macadamia,
  egg,
} satisfies Record<string, Subject>;
