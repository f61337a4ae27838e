import type { Point } from './canvas.ts';
import { layeredNoise, noise, step } from './noise.ts';
import type { Subject } from './subject.ts';
import { ball, colour, mixOf, shade, tint, turned } from './surfaces.ts';

const STEM = colour('#4f6b2a');
const WOODY = colour('#6b4a2a');

/** The angle around the stem, and the distance from it on the ball. */
const around = (x: number, z: number) => Math.atan2(z, x);

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
        tint(point, STEM, leaflet);
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
        tint(point, STEM, 0.3 * step(0.1, 0.5, noise(x * 1.4 + seed, y * 1.4, z)));
        tint(point, STEM, step(-0.985, -0.995, y));
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
        tint(point, STEM, step(-0.97, -0.985, y));
        point.gloss = 0.5;
        return 0.012 * layeredNoise(x * 5 + seed, y * 5, z * 5, 2);
      },
    });
  },
});

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

const simple = (
  options: { size: number; tall: number; lumps: number; colours: string[]; gloss: number },
  detail: (x: number, y: number, z: number, point: Point, seed: number) => number,
): Subject => ({
  kind: 'pieces',
  size: options.size,
  turns: 1.5,
  surface: (random) => {
    const skin = mixOf(random, options.colours.map(colour));
    const seed = random.next() * 50;
    return ball(random, {
      tall: options.tall,
      lumps: options.lumps,
      lumpSize: 0.9,
      tilt: 1,
      paint(x, y, z, point) {
        tint(point, skin);
        point.gloss = options.gloss;
        return detail(x, y, z, point, seed);
      },
    });
  },
});

const gooseberry = simple(
  { size: 34, tall: 1, lumps: 0.02, colours: ['#e3a02a', '#d98b22', '#e6b545'], gloss: 0.75 },
  (_x, y, _z, point) => {
    tint(point, STEM, step(-0.95, -0.98, y));
    return 0;
  },
);

const coconut = simple(
  { size: 112, tall: 1.12, lumps: 0.05, colours: ['#6a9440', '#7ba048', '#8a9a48'], gloss: 0.4 },
  (x, y, z, point, seed) => {
    const blotch = layeredNoise(x * 3 + seed, y * 3, z * 3, 3);
    tint(point, WOODY, 0.5 * step(0.15, 0.5, blotch) + step(-0.9, -0.97, y));
    return 0.02 * Math.cos(around(x, z) * 3);
  },
);

const date = simple(
  { size: 36, tall: 1.7, lumps: 0.06, colours: ['#5a2c16', '#6d3a1c', '#48220f'], gloss: 0.65 },
  (x, y, z, _point, seed) => 0.05 * noise(around(x, z) * 3 + seed, y * 3),
);

const nut = simple(
  { size: 34, tall: 1.02, lumps: 0.03, colours: ['#8a5a30', '#7a4c28', '#9a6a3a'], gloss: 0.4 },
  (x, y, z, point, seed) => {
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
  (x, y, z, point, seed) => {
    shade(point, 0.97 + 0.08 * noise(x * 16 + seed, y * 16, z * 16));
    return 0.012 * noise(x * 22, y * 22 + seed, z * 22);
  },
);

export const fruits = {
  tomato,
  orange,
  mango,
  avocado,
  banana,
  watermelon,
  'passion-fruit': passion(['#4a1f3a', '#5a2540', '#3c1a33'], '#a77f92'),
  'yellow-passion': passion(['#d9a92e', '#e2b843', '#c99a28'], '#f3dc94'),
  pineapple,
  pawpaw,
  gooseberry,
  coconut,
  date,
  nut,
  egg,
} satisfies Record<string, Subject>;
