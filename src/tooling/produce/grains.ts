import { layeredNoise, noise, step } from './noise.ts';
import type { Subject } from './subject.ts';
import { ball, colour, mixOf, shade, tint, turned } from './surfaces.ts';

type Seed = {
  size: number;
  colours: string[];
  tall: number;
  gloss: number;
  mark?: string;
  spots?: string;
  speckled?: number;
};

/** Round or long seeds, with the mark where they grew. */
const seeds = ({ size, colours, tall, gloss, mark, spots, speckled = 0.3 }: Seed): Subject => ({
  kind: 'grain',
  size,
  turns: 3.2,
  surface: (random) => {
    const skin = mixOf(random, colours.map(colour));
    const [marked, spotted] = [mark && colour(mark), spots && colour(spots)];
    const seed = random.next() * 50;
    return ball(random, {
      tall,
      lumps: 0.07,
      tilt: 0,
      nod: 0.2,
      paint(x, y, z, point) {
        tint(point, skin);
        if (spotted)
          tint(
            point,
            spotted,
            step(
              speckled,
              speckled + 0.12,
              layeredNoise(x * 3.4 + seed, y * 3.4, z * 3.4, 2) + 0.15,
            ),
          );
        if (marked)
          tint(point, marked, step(0.3, 0.18, Math.sqrt((x - 0.95) ** 2 + y * y * 0.5 + z * z)));
        point.gloss = gloss;
        return 0;
      },
    });
  },
});

type Kernel = { size: number; thick: number; colours: string[]; gloss: number };

/** Long grains with a crease. */
const kernels = ({ size, thick, colours, gloss }: Kernel): Subject => ({
  kind: 'grain',
  size,
  width: size * Math.max(0.6, thick),
  turns: 3.2,
  surface: (random) => {
    const skin = mixOf(random, colours.map(colour));
    const seed = random.next() * 50;
    return turned(random, {
      profile: (t) => thick * (1 - Math.abs(t) ** 2.4) ** 0.6,
      bend: 0.1 * (random.next() - 0.5),
      isTurned: false,
      paint(along, angle, point) {
        tint(point, skin);
        shade(
          point,
          1 -
            0.3 * step(0.25, 0.05, Math.abs(angle - 0.2)) * (thick > 0.35 ? 1 : 0) +
            0.1 * noise(along * 3 + seed, angle),
        );
        point.gloss = gloss;
        return 0;
      },
    });
  },
});

const MAIZE_TIP = colour('#f4ead0');
const maizeOf = (colours: string[]): Subject => ({
  kind: 'grain',
  size: 15,
  turns: 3.2,
  surface: (random) => {
    const skin = mixOf(random, colours.map(colour));
    return turned(random, {
      profile: (t) => 0.72 * (1 - Math.abs(t) ** 4) ** 0.5 * (1 - 0.42 * step(0, 1, t)),
      isTurned: false,
      paint(along, angle, point) {
        tint(point, skin);
        tint(
          point,
          MAIZE_TIP,
          0.7 * step(0.35, 0.9, along) +
            0.25 * step(0.5, 0.1, Math.abs(angle) + Math.abs(along + 0.1)),
        );
        point.gloss = 0.5;
        return -0.28 * step(0.6, 0.1, Math.sqrt(angle * angle + (along + 0.1) ** 2));
      },
    });
  },
});

const groundnut: Subject = {
  kind: 'grain',
  size: 34,
  turns: 3.2,
  surface: (random) => {
    const skin = mixOf(random, ['#cda06a', '#c4965e', '#d6ae7a'].map(colour));
    const seed = random.next() * 50;
    return turned(random, {
      profile: (t) => 0.42 * (1 - Math.abs(t) ** 3) ** 0.5 * (1 - 0.24 * Math.exp(-((t * 4) ** 2))),
      bend: 0.14 * (random.next() - 0.5),
      paint(along, angle, point) {
        const net =
          Math.abs(Math.sin(angle * 5)) * Math.abs(Math.sin(along * 11 + 1.5 * Math.round(angle)));
        tint(point, skin);
        shade(point, 0.7 + 0.45 * net ** 0.5 + 0.14 * noise(angle + seed, along * 4));
        point.gloss = 0.05;
        return -0.035 * net;
      },
    });
  },
};

const teaLeaf: Subject = {
  kind: 'grain',
  size: 20,
  turns: 3.2,
  surface: (random) => {
    const skin = mixOf(random, ['#3a2430', '#4a2f3a', '#2c1c24', '#5a4030'].map(colour));
    const seed = random.next() * 50;
    return turned(random, {
      profile: (t) => 0.2 * (1 - Math.abs(t) ** 2) ** 0.5 * (1 + 0.4 * noise(t * 4, seed)),
      bend: 0.9 * (random.next() - 0.5),
      paint(along, angle, point) {
        tint(point, skin);
        shade(point, 0.8 + 0.5 * Math.abs(Math.sin(angle * 2 + along * 8 + seed)));
        point.gloss = 0.25;
        return 0.04 * Math.sin(angle * 2 + along * 8 + seed);
      },
    });
  },
};

export const grains = {
  maize: maizeOf(['#dccfab', '#d3c39a', '#e2d7b8']),
  'yellow-maize': maizeOf(['#e2a52e', '#dd9a28', '#e8b343']),
  wheat: kernels({ size: 15, thick: 0.5, colours: ['#c99a55', '#bf8e49', '#d3a767'], gloss: 0.2 }),
  rice: kernels({ size: 17, thick: 0.3, colours: ['#ddd5bf', '#d6ccb0', '#e3dcc9'], gloss: 0.35 }),
  sorghum: seeds({
    size: 9,
    colours: ['#8a3f2a', '#9a4c30', '#a55a38'],
    tall: 1.05,
    gloss: 0.3,
    mark: '#e3c79a',
  }),
  millet: seeds({ size: 8, colours: ['#6e3326', '#7d3d2c', '#5f2b22'], tall: 1, gloss: 0.2 }),
  bean: seeds({
    size: 21,
    colours: ['#c98a78', '#d29a86', '#bf7d6e'],
    tall: 1.6,
    gloss: 0.7,
    mark: '#f3ead8',
    spots: '#6b1f22',
    speckled: 0.16,
  }),
  'yellow-bean': seeds({
    size: 20,
    colours: ['#d9b054', '#d2a548', '#e0bb66'],
    tall: 1.6,
    gloss: 0.65,
    mark: '#f6efdc',
  }),
  'red-bean': seeds({
    size: 20,
    colours: ['#6a1a1e', '#7a2024', '#5c1519'],
    tall: 1.6,
    gloss: 0.75,
    mark: '#f3ead8',
  }),
  'green-gram': seeds({
    size: 11,
    colours: ['#63772f', '#6f8437', '#576a2a'],
    tall: 1.25,
    gloss: 0.45,
    mark: '#e9e6cf',
  }),
  cowpea: seeds({
    size: 15,
    colours: ['#b58a5c', '#a97d50', '#c0976a'],
    tall: 1.35,
    gloss: 0.45,
    mark: '#f2ead8',
  }),
  'pigeon-pea': seeds({
    size: 14,
    colours: ['#d9c9a4', '#cfbd94', '#b99a72'],
    tall: 1.1,
    gloss: 0.35,
    mark: '#8a5a3a',
  }),
  soya: seeds({
    size: 14,
    colours: ['#e2cb93', '#d9c085', '#e9d6a6'],
    tall: 1.12,
    gloss: 0.4,
    mark: '#6b4a2a',
  }),
  lentil: seeds({ size: 12, colours: ['#8a6a42', '#7d5f3a', '#97774c'], tall: 1, gloss: 0.25 }),
  groundnut,
  coffee: kernels({
    size: 20,
    thick: 0.62,
    colours: ['#3a2115', '#4a2b1b', '#2f1a11'],
    gloss: 0.65,
  }),
  'dry-coffee': kernels({
    size: 18,
    thick: 0.62,
    colours: ['#b9a888', '#a99878', '#c4b596'],
    gloss: 0.25,
  }),
  tea: teaLeaf,
  cashew: seeds({ size: 26, colours: ['#e6d2a8', '#dfc898', '#ecdcb8'], tall: 1.7, gloss: 0.3 }),
} satisfies Record<string, Subject>;
