import { layeredNoise, noise, step } from './noise.ts';
import type { Subject } from './subject.ts';
import { colour, EARTH, mixOf, shade, tint, turned } from './surfaces.ts';

const STEM = colour('#55702c');

/** A root with a rough skin, as long as it is. */
const root = (options: {
  size: number;
  width: number;
  colours: string[];
  thick: number;
  rings: number;
  pale?: string;
}): Subject => ({
  kind: 'pieces',
  size: options.size,
  width: options.width,
  turns: 0.45,
  lies: 1.4,
  surface: (random) => {
    const skin = mixOf(random, options.colours.map(colour));
    const pale = options.pale ? colour(options.pale) : null;
    const seed = random.next() * 50;
    const pointed = 0.4 + 0.4 * random.next();
    return turned(random, {
      profile: (t) =>
        options.thick *
        (1 - Math.abs(t) ** (2.4 - pointed)) ** 0.55 *
        (1 + 0.22 * layeredNoise(t * 2.4, seed, 0, 2)) *
        (0.92 - 0.2 * t),
      bend: 0.3 * (random.next() - 0.5),
      paint(along, angle, point) {
        const ring =
          options.rings === 0
            ? 0
            : Math.abs(Math.sin(along * options.rings + noise(angle, along * 5 + seed)));
        const rough = layeredNoise(angle * 3 + seed, along * 9, 0, 3);
        const dirt = layeredNoise(angle + seed, along * 2.6, 0, 2);
        tint(point, skin);
        tint(
          point,
          EARTH,
          0.6 * step(0, 0.4, dirt) + (options.rings ? 0.5 * step(0.25, 0, ring) : 0),
        );
        if (pale) tint(point, pale, step(0.93, 0.95, along));
        shade(point, 1 + 0.34 * rough);
        point.gloss = 0.1;
        return 0.02 * rough + 0.015 * ring;
      },
    });
  },
});

/** A thin pod. */
const pod = (options: {
  size: number;
  width: number;
  colours: string[];
  thick: number;
  bend: number;
  beads: number;
  gloss: number;
  ripple?: number;
}): Subject => ({
  kind: 'pieces',
  size: options.size,
  width: options.width,
  turns: 0.5,
  lies: 1.3,
  surface: (random) => {
    const skin = mixOf(random, options.colours.map(colour));
    const seed = random.next() * 50;
    return turned(random, {
      profile: (t) =>
        t < -0.93
          ? 0.025
          : options.thick *
            (1 - Math.abs(t) ** 4) ** 0.6 *
            (1 + (options.beads ? 0.07 * Math.cos(t * options.beads) : 0)) *
            (1 - 0.2 * t),
      bend: options.bend * (random.next() - 0.3),
      paint(along, angle, point) {
        tint(point, skin);
        tint(point, STEM, step(-0.86, -0.92, along));
        shade(
          point,
          0.96 +
            0.16 * noise(along * 6 + seed, angle) +
            (options.ripple ?? 0) * Math.cos(angle * 6),
        );
        point.gloss = options.gloss;
        return (options.ripple ?? 0) * 0.08 * Math.cos(angle * 6);
      },
    });
  },
});

export const rootsAndPods = {
  'sweet-potato': root({
    size: 118,
    width: 60,
    colours: ['#a85a3e', '#b4684a', '#9a4f45'],
    thick: 0.4,
    rings: 0,
  }),
  cassava: root({
    size: 170,
    width: 54,
    colours: ['#6e4a30', '#7a5538', '#644028'],
    thick: 0.26,
    rings: 24,
    pale: '#efe6d2',
  }),
  arrowroot: root({
    size: 110,
    width: 70,
    colours: ['#6a4a36', '#75523c', '#5c3f30'],
    thick: 0.5,
    rings: 30,
    pale: '#d8c3c8',
  }),
  'french-bean': pod({
    size: 105,
    width: 24,
    colours: ['#446f30', '#4f7a3a', '#3b652c'],
    thick: 0.075,
    bend: 0.3,
    beads: 40,
    gloss: 0.4,
  }),
  pea: pod({
    size: 72,
    width: 30,
    colours: ['#5d8a3a', '#6a9644', '#527d34'],
    thick: 0.17,
    bend: 0.16,
    beads: 22,
    gloss: 0.5,
  }),
  okra: pod({
    size: 78,
    width: 28,
    colours: ['#64873e', '#6f9146', '#597b38'],
    thick: 0.17,
    bend: 0.2,
    beads: 0,
    gloss: 0.3,
    ripple: 0.22,
  }),
  chilli: pod({
    size: 62,
    width: 20,
    colours: ['#c4221a', '#d13420', '#a81c18', '#5d8a34'],
    thick: 0.12,
    bend: 0.4,
    beads: 0,
    gloss: 0.95,
  }),
} satisfies Record<string, Subject>;
