import type { Random } from '#demo/seed/random.ts';
import { layeredNoise, step } from './noise.ts';
import type { Subject } from './subject.ts';
import { colour, leaf, mixOf, shade, tint, turned } from './surfaces.ts';

const STEM = colour('#7a6f45');

/** A bunch of leaves, tied at their stalks. */
const bunch = (options: {
  size: number;
  blades: string[];
  vein: string;
  outline: (along: number) => number;
  ruffle: number;
  waves: number;
  stalkFrom: number;
  stalkWidth?: number;
  crinkle?: number;
}): Subject => ({
  kind: 'bunches',
  size: options.size,
  width: options.size * 0.5,
  turns: 0.35,
  fan: { things: 6, spread: 0.5 },
  surface: (random: Random) =>
    leaf(random, {
      ...options,
      blade: mixOf(random, options.blades.map(colour)),
      vein: colour(options.vein),
      gloss: 0.3,
    }),
});

const oval = (from: number, width: number) => (along: number) =>
  width * Math.sin(Math.PI * Math.min(1, along) ** from) ** 0.75;

type Squash = { profile: (t: number) => number; colours: string[]; size: number; ribs: number };

const squash = ({ profile, colours, size, ribs }: Squash): Subject => ({
  kind: 'pieces',
  size,
  width: size * 0.62,
  turns: 0.7,
  lies: 0.7,
  surface: (random) => {
    const skin = mixOf(random, colours.map(colour));
    const seed = random.next() * 50;
    return turned(random, {
      profile,
      paint(along, angle, point) {
        const patch = layeredNoise(angle * 2 + seed, along * 3, 0, 3);
        tint(point, skin);
        shade(point, 1 + 0.22 * patch - 0.08 * ribs * Math.abs(Math.cos(angle * 5)));
        tint(point, STEM, step(-0.84, -0.88, along));
        point.gloss = 0.3;
        return 0.05 * ribs * Math.abs(Math.sin(angle * 5)) + 0.01 * patch;
      },
    });
  },
});

export const leavesAndSquashes = {
  aubergine: squash({
    profile: (t) => 0.5 * Math.sqrt(Math.max(0, 1 - t * t)) * (1 + 0.25 * t),
    colours: ['#38203f', '#43264a', '#2e1a38'],
    size: 110,
    ribs: 0,
  }),
  butternut: squash({
    profile: (t) =>
      Math.max(
        t < -0.86 ? 0.07 : 0,
        0.36 * (1 - Math.min(1, Math.abs(t) / 0.88) ** 5) ** 0.5 * (1 + 0.42 * step(-0.1, 0.6, t)),
      ),
    colours: ['#b9803c', '#b07636', '#c28b48'],
    size: 125,
    ribs: 0,
  }),
  pumpkin: squash({
    profile: (t) =>
      Math.max(t < -0.62 ? 0.08 : 0, 0.96 * Math.sqrt(Math.max(0, 1 - (t / 0.72) ** 2))),
    colours: ['#c9702a', '#b8652a', '#5f7a48'],
    size: 130,
    ribs: 1,
  }),
  kale: bunch({
    size: 190,
    blades: ['#3f6b35', '#4a7a3c', '#375f33'],
    vein: '#b7cd94',
    outline: oval(0.75, 0.4),
    ruffle: 0.26,
    waves: 9,
    stalkFrom: 0.42,
  }),
  spinach: bunch({
    size: 185,
    blades: ['#2f6a2c', '#3a7a30', '#296026'],
    vein: '#dfe9c9',
    outline: oval(0.85, 0.38),
    ruffle: 0.12,
    waves: 7,
    stalkFrom: 0.2,
    stalkWidth: 0.09,
    crinkle: 0.11,
  }),
  nightshade: bunch({
    size: 175,
    blades: ['#4f7f38', '#5b8a3e', '#436f33'],
    vein: '#a9c07a',
    outline: oval(1.3, 0.27),
    ruffle: 0.1,
    waves: 4,
    stalkFrom: 0.25,
    stalkWidth: 0.035,
  }),
} satisfies Record<string, Subject>;
