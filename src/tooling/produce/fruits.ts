import { layeredNoise, noise, step } from './noise.ts';
import type { Subject } from './subject.ts';
import { around, ball, colour, FRESH_STEM, mixOf, shade, tint, turned, WOODY } from './surfaces.ts';

/** A stem of some radius at y = -1 with `points` leaflets. */
function calyx(
  x: number,
  y: number,
  z: number,
  { points, reach, seed }: { points: number; reach: number; seed: number },
) {
  if (y > 0) return 0;
  const distance = Math.sqrt(x * x + z * z);
  const angle = around(x, z) * points;
  const star =
    reach * (0.3 + 0.7 * Math.max(0, Math.cos(angle + 2 * noise(distance * 4, seed))) ** 3);
  return step(star, star * 0.75, distance);
}

const tomatoReds = ['#d3301c', '#c9281a', '#df4a24', '#d63a1e', '#e0662c'].map(colour);
const TOMATO_PALE = colour('#e88a3c');

const tomato: Subject = {
  kind: 'pieces',
  size: 66,
  surface: (random) => {
    const skin = mixOf(random, tomatoReds);
    const seed = random.next() * 50;
    return ball(random, {
      tall: 0.86,
      lumps: 0.05,
      nod: 0.75,
      paint(x, y, z, point) {
        const angle = around(x, z);
        const top = step(-0.4, -1, y);
        tint(point, skin);
        tint(point, TOMATO_PALE, 0.4 * top * (0.6 + 0.4 * noise(angle * 2, seed)));
        shade(point, 1 + 0.06 * noise(x * 9 + seed, y * 9, z * 9));
        point.gloss = 0.85;
        const ribs = 0.035 * top * Math.cos(angle * 5 + seed);
        const leaflet = calyx(x, y, z, { points: 5, reach: 0.62, seed });
        tint(point, FRESH_STEM, leaflet);
        point.gloss *= 1 - 0.8 * leaflet;
        const dip = 0.12 * step(-0.86, -1, y);
        return ribs - dip + 0.05 * leaflet;
      },
    });
  },
};

const ORANGE = ['#e8861c', '#ee9a24', '#e2791a', '#d9a02c'].map(colour);
const orange: Subject = {
  kind: 'pieces',
  size: 66,
  surface: (random) => {
    const skin = mixOf(random, ORANGE);
    const seed = random.next() * 50;
    return ball(random, {
      lumps: 0.03,
      nod: 0.3,
      tilt: 1.4,
      paint(x, y, z, point) {
        const pores = noise(x * 24 + seed, y * 24, z * 24);
        tint(point, skin);
        tint(point, FRESH_STEM, 0.3 * step(0.1, 0.5, noise(x * 1.4 + seed, y * 1.4, z)));
        tint(point, FRESH_STEM, step(-0.985, -0.995, y));
        shade(point, 1 + 0.1 * pores);
        point.gloss = 0.5;
        return 0.012 * pores - 0.06 * step(-0.9, -1, y);
      },
    });
  },
};

const MANGO_GREEN = colour('#7d9a36');
const MANGO_YELLOW = colour('#e9b13c');
const MANGO_RED = colour('#c4472b');
const mango: Subject = {
  kind: 'pieces',
  size: 84,
  turns: 1.2,
  lies: 0.9,
  surface: (random) => {
    const seed = random.next() * 50;
    const ripe = random.next();
    const [bulge, blush] = [0.1 + 0.05 * random.next(), random.next() - 0.3];
    return ball(random, {
      tall: 1.28,
      lumps: bulge,
      lumpSize: 1.5,
      nod: 0.1,
      paint(x, y, z, point) {
        tint(point, MANGO_GREEN);
        tint(
          point,
          MANGO_YELLOW,
          step(-0.9 + 0.9 * (1 - ripe), 0.8, y + 0.5 * noise(x * 1.5, y * 1.5 + seed, z)),
        );
        tint(
          point,
          MANGO_RED,
          0.85 *
            step(0.1, 0.9, -y * 0.5 + x * 0.5 + blush + 0.5 * noise(x * 2 + seed, y * 2, z * 2)),
        );
        const specks = step(0.55, 0.75, noise(x * 17 + seed, y * 17, z * 17));
        tint(point, MANGO_YELLOW, 0.5 * specks);
        tint(point, WOODY, step(-0.975, -0.99, y));
        point.gloss = 0.5;
        return -0.05 * step(-0.9, -1, y);
      },
    });
  },
};

const AVOCADO = ['#33421f', '#2b361d', '#46562a', '#2a2b20'].map(colour);
const AVOCADO_PALE = colour('#6f7f3d');
const avocado: Subject = {
  kind: 'pieces',
  size: 84,
  width: 60,
  turns: 1.3,
  lies: 1,
  surface: (random) => {
    const skin = mixOf(random, AVOCADO);
    const seed = random.next() * 50;
    return turned(random, {
      profile: (t) =>
        Math.sqrt(Math.max(0, 1 - t * t)) * (0.56 + 0.14 * t + 0.03 * Math.cos(t * 4)),
      bend: 0.05 * (random.next() - 0.5),
      paint(along, angle, point) {
        const bumps = layeredNoise(Math.cos(angle) * 6 + seed, along * 10, Math.sin(angle) * 6, 2);
        tint(point, skin);
        tint(point, AVOCADO_PALE, Math.max(0, 0.9 * bumps));
        tint(point, WOODY, step(-0.95, -0.97, along));
        point.gloss = 0.42;
        return 0.028 * bumps;
      },
    });
  },
};

const BANANA = ['#e8bd34', '#e3b32d', '#d9b53e', '#c4b043'].map(colour);
const BANANA_TIP = colour('#4a3a1c');
const BANANA_GREEN = colour('#7f9038');
const banana: Subject = {
  kind: 'pieces',
  size: 150,
  width: 98,
  turns: 0.22,
  fan: { things: 5, spread: 0.62 },
  surface: (random) => {
    const skin = mixOf(random, BANANA);
    const seed = random.next() * 50;
    return turned(random, {
      profile: (t) =>
        t < -0.84 || t > 0.93 ? 0.06 : 0.17 * Math.min(1, ((1 - Math.abs(t * 0.97)) * 6) ** 0.6),
      bend: -0.34,
      isTurned: false,
      paint(along, angle, point) {
        tint(point, skin);
        tint(point, BANANA_GREEN, 0.75 * step(-0.45, -0.95, along) + 0.3 * step(0.75, 1, along));
        const ridge = Math.abs(Math.sin(angle * 1.6 + 0.6));
        shade(point, 0.86 + 0.16 * ridge + 0.1 * noise(along * 5 + seed, angle * 2));
        const freckles = step(0.52, 0.72, noise(along * 26 + seed, angle * 8));
        tint(
          point,
          BANANA_TIP,
          0.5 * freckles + step(0.9, 0.96, along) + 0.6 * step(-0.93, -0.99, along),
        );
        point.gloss = 0.3;
        return 0.016 * ridge;
      },
    });
  },
};

export const fruits = { tomato, orange, mango, avocado, banana } satisfies Record<string, Subject>;
