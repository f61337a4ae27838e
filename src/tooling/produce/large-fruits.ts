import { layeredNoise, noise, step } from './noise.ts';
import type { Subject } from './subject.ts';
import { around, ball, colour, shade, tint, turned, WOODY } from './surfaces.ts';

const MELON_LIGHT = colour('#7fa455');
const MELON_DARK = colour('#234a24');
const watermelon: Subject = {
  kind: 'pieces',
  size: 150,
  turns: 0.5,
  lies: 1.4,
  surface: (random) => {
    const seed = random.next() * 50;
    return ball(random, {
      tall: 1.22,
      lumps: 0.02,
      nod: 0.15,
      paint(x, y, z, point) {
        const jag = layeredNoise(x * 5 + seed, y * 5, z * 5, 3);
        const stripes = Math.cos(around(x, z) * 11 + jag * 2.6);
        tint(point, MELON_LIGHT);
        tint(point, MELON_DARK, step(-0.1, 0.35, stripes + 0.5 * jag));
        shade(point, 1 + 0.16 * jag);
        tint(point, WOODY, step(-0.985, -0.995, y));
        point.gloss = 0.55;
        return 0;
      },
    });
  },
};

const PINEAPPLE = colour('#c2842c');
const PINEAPPLE_EYE = colour('#5e4a22');
const CROWN = colour('#4f6f3a');
const CROWN_PALE = colour('#9fb27c');
const CROWN_FROM = -0.12;
const pineapple: Subject = {
  kind: 'pieces',
  size: 165,
  width: 84,
  turns: 0.35,
  lies: 0.25,
  surface: (random) => {
    const seed = random.next() * 50;
    return turned(random, {
      profile: (t) =>
        t < CROWN_FROM
          ? (0.09 +
              0.25 * step(-1, CROWN_FROM - 0.25, t) * step(CROWN_FROM + 0.2, CROWN_FROM - 0.3, t)) *
            (1 + 0.5 * Math.abs(noise(t * 26, seed)))
          : 0.42 * Math.sqrt(Math.max(0, 1 - (Math.abs(t - 0.43) / 0.57) ** 3)),
      paint(along, angle, point) {
        if (along < CROWN_FROM) {
          // Leaves that point upwards, each row between those of the one below.
          const row = along * 8;
          const across = angle * 2.4 + (Math.floor(row) % 2) * 0.5;
          const blade = 1 - 2 * Math.abs(across - Math.floor(across) - 0.5);
          const within = row - Math.floor(row);
          const isBlade = step(0, 0.2, blade - (1 - within) * 0.75);
          tint(point, CROWN);
          tint(point, CROWN_PALE, 0.5 * (1 - within) * isBlade);
          shade(point, 0.45 + 0.65 * isBlade);
          point.gloss = 0.2;
          return 0.07 * isBlade * (1 - within);
        }
        const a = along * 9 + angle * 2.2;
        const b = along * 9 - angle * 2.2;
        const eye = Math.sqrt((a - Math.floor(a) - 0.5) ** 2 + (b - Math.floor(b) - 0.5) ** 2);
        tint(point, PINEAPPLE);
        tint(point, PINEAPPLE_EYE, step(0.28, 0.5, eye) + step(0.12, 0.05, eye) * 0.6);
        tint(point, CROWN, 0.4 * step(0.2, -0.1, along));
        point.gloss = 0.25;
        return 0.09 * step(0.55, 0.1, eye);
      },
    });
  },
};

const pawpaw: Subject = {
  kind: 'pieces',
  size: 128,
  width: 76,
  turns: 0.5,
  lies: 1.2,
  surface: (random) => {
    const seed = random.next() * 50;
    const ripe = random.next();
    return turned(random, {
      profile: (t) => Math.sqrt(Math.max(0, 1 - t * t)) * (0.5 + 0.1 * t),
      paint(along, angle, point) {
        const patch = layeredNoise(Math.cos(angle) * 2 + seed, along * 2, Math.sin(angle) * 2, 3);
        tint(point, colour('#5f7d33'));
        tint(point, colour('#e0a030'), step(-0.2, 0.5, patch + ripe * 0.7 - 0.35 + 0.3 * along));
        tint(point, WOODY, step(-0.95, -0.98, along));
        shade(point, 1 + 0.08 * noise(angle * 9, along * 20 + seed));
        point.gloss = 0.45;
        return 0.02 * Math.cos(angle * 5);
      },
    });
  },
};

export const largeFruits = { watermelon, pineapple, pawpaw } satisfies Record<string, Subject>;
