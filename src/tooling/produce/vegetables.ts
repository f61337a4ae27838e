import { layeredNoise, noise, step } from './noise.ts';
import type { Subject } from './subject.ts';
import {
  around,
  ball,
  type Colour,
  colour,
  EARTH,
  mixOf,
  shade,
  tint,
  turned,
} from './surfaces.ts';

const STEM = colour('#55702c');

const POTATO = ['#b98a4e', '#b08148', '#c2975c', '#a97a48'].map(colour);
const potato: Subject = {
  kind: 'pieces',
  size: 72,
  turns: 1.6,
  surface: (random) => {
    const skin = mixOf(random, POTATO);
    const seed = random.next() * 50;
    return ball(random, {
      tall: 1.2,
      lumps: 0.2,
      lumpSize: 1.1,
      tilt: 1.5,
      nod: 0.2,
      paint(x, y, z, point) {
        const rough = layeredNoise(x * 9 + seed, y * 9, z * 9, 3);
        const dirt = layeredNoise(x * 2 + seed, y * 2, z * 2 + seed, 3);
        const eye = step(0.62, 0.8, noise(x * 4.4 + seed, y * 4.4, z * 4.4));
        tint(point, skin);
        tint(point, EARTH, 0.75 * step(0.05, 0.4, dirt) + 0.5 * eye);
        shade(point, 1 + 0.25 * rough);
        point.gloss = 0.08;
        return 0.015 * rough - 0.06 * eye;
      },
    });
  },
};

const ONION = ['#8c2f4a', '#9a3a50', '#7d2742', '#a54a5a'].map(colour);
const ONION_PALE = colour('#d79aa2');
const ONION_DRY = colour('#b9835a');
const onion: Subject = {
  kind: 'pieces',
  size: 72,
  turns: 0.9,
  surface: (random) => {
    const skin = mixOf(random, ONION);
    const seed = random.next() * 50;
    return turned(random, {
      profile: (t) =>
        Math.max(
          t < -0.66 ? 0.05 + 0.05 * Math.sin(t * 30 + seed) + 0.1 * step(-0.8, -0.66, t) : 0,
          0.82 * Math.sqrt(Math.max(0, 1 - (Math.abs(t - 0.14) / 0.83) ** 2.2)),
        ),
      bend: 0.04 * (random.next() - 0.5),
      paint(along, angle, point) {
        const streak =
          noise(angle * 9 + seed, along * 1.3) + 0.5 * noise(angle * 27, along * 2 + seed);
        tint(point, skin);
        tint(point, ONION_PALE, Math.max(0, 0.5 * streak));
        const flake = layeredNoise(angle * 2 + seed, along * 3, 0, 2);
        tint(point, ONION_DRY, 0.75 * step(0.2, 0.3, flake) + step(-0.5, -0.72, along));
        tint(point, EARTH, 0.7 * step(0.9, 0.97, along));
        point.gloss = 0.6 - 0.4 * step(0.2, 0.3, flake);
        return 0.012 * streak + 0.02 * step(0.2, 0.3, flake);
      },
    });
  },
};

const CABBAGE = ['#8fae58', '#7fa24e', '#9ab868'].map(colour);
const CABBAGE_VEIN = colour('#dce8b4');
const CABBAGE_DARK = colour('#4f7a3c');
const cabbage: Subject = {
  kind: 'pieces',
  size: 132,
  turns: 3,
  surface: (random) => {
    const skin = mixOf(random, CABBAGE);
    const seed = random.next() * 50;
    // The leaves that wrap it, the outermost first: each has its rib on a meridian.
    const leaves = Array.from({ length: 5 }, (_, index) => ({
      turn: index * 2.5 + seed,
      half: 1.25 - index * 0.02,
      reach: 0.35 + index * 0.13,
    }));
    return ball(random, {
      tall: 0.92,
      lumps: 0.08,
      tilt: 3,
      nod: 0.85,
      paint(x, y, z, point) {
        const angle = around(x, z);
        const up = Math.asin(Math.max(-1, Math.min(1, -y)));
        const outward = Math.cos(up);
        const crinkle = layeredNoise(x * 6 + seed, y * 6, z * 6, 3);
        tint(point, skin);
        let raised = -0.16;
        for (const [index, { turn, half, reach }] of leaves.entries()) {
          const across = Math.atan2(Math.sin(angle - turn), Math.cos(angle - turn)) * outward;
          const tip = reach + 1.1 * Math.sqrt(Math.max(0, 1 - (across / half) ** 2)) - 0.75;
          const edge =
            Math.min(tip - up * 0.8, half - Math.abs(across)) +
            0.06 * noise(angle * 7, up * 5 + index * 9);
          if (edge < 0 && index < leaves.length - 1) continue;
          const rib = step(0.06, 0.02, Math.abs(across) - 0.03 * step(0.6, -1, up));
          const branch =
            Math.abs((((((up - Math.abs(across) * 0.85) * 3.1 + index) % 1) + 1) % 1) - 0.5) * 2;
          const vein = Math.max(rib, 0.75 * step(0.9, 0.99, branch) * step(0, 0.25, edge));
          tint(point, CABBAGE_DARK, 0.35 * step(0.7, 0.1, edge) * (index < 3 ? 1 : 0.5));
          tint(point, CABBAGE_VEIN, 0.8 * vein + 0.45 * step(0.04, 0, edge));
          raised = -0.03 * index + 0.02 * vein + 0.05 * step(0.14, 0, edge);
          break;
        }
        shade(point, 0.92 + 0.34 * crinkle);
        point.gloss = 0.3;
        return raised + 0.035 * crinkle;
      },
    });
  },
};

const CARROT = ['#e2731e', '#dc6a1c', '#e88426'].map(colour);
const carrot: Subject = {
  kind: 'pieces',
  size: 125,
  width: 44,
  turns: 0.3,
  lies: 1.45,
  surface: (random) => {
    const skin = mixOf(random, CARROT);
    const seed = random.next() * 50;
    return turned(random, {
      profile: (t) =>
        t < -0.8
          ? 0.07 + 0.05 * noise(t * 30, seed)
          : 0.2 *
            Math.min(1, (t + 0.86) * 9) ** 0.5 *
            (1 - 0.72 * ((t + 0.8) / 1.8) ** 1.3) *
            (t > 0.95 ? (1 - t) * 20 : 1),
      bend: 0.1 * (random.next() - 0.5),
      paint(along, angle, point) {
        const rings = noise(along * 34 + seed, angle * 0.8);
        tint(point, skin);
        tint(point, EARTH, 0.5 * step(0.55, 0.8, rings));
        tint(point, STEM, step(-0.74, -0.8, along));
        shade(point, 1 + 0.12 * noise(angle * 5, along * 9 + seed));
        point.gloss = 0.35 * step(-0.8, -0.7, along);
        return 0.008 * rings;
      },
    });
  },
};

const CAPSICUM = ['#2f6d2a', '#3b7d2f', '#2a6128'].map(colour);
const CAPSICUM_RIPE = ['#c8281c', '#e0a21e', '#2f6d2a'].map(colour);
const capsicum: Subject = {
  kind: 'pieces',
  size: 78,
  turns: 0.8,
  surface: (random) => {
    const skin = random.isTrue(0.75) ? mixOf(random, CAPSICUM) : random.pick(CAPSICUM_RIPE);
    const seed = random.next() * 50;
    return ball(random, {
      tall: 1.12,
      lumps: 0.08,
      nod: 0.55,
      paint(x, y, z, point) {
        const angle = around(x, z);
        const lobes = Math.abs(Math.cos(angle * 2 + seed));
        const stem = step(0.24, 0.18, Math.sqrt(x * x + z * z)) * step(0, -0.5, y);
        tint(point, skin);
        shade(point, 0.72 + 0.35 * lobes ** 0.5);
        tint(point, STEM, stem);
        point.gloss = 0.95 - 0.8 * stem;
        return 0.2 * lobes ** 0.6 - 0.2 * step(-0.75, -1, y) + 0.34 * stem;
      },
    });
  },
};

const HUSK = colour('#8fae52');
const HUSK_PALE = colour('#d3dba0');
const COB = ['#f0dc8e', '#ecd27a', '#f3e4a8'].map(colour);
const greenMaize: Subject = {
  kind: 'pieces',
  size: 150,
  width: 56,
  turns: 0.3,
  lies: 1.35,
  surface: (random) => {
    const kernel: Colour = mixOf(random, COB);
    const seed = random.next() * 50;
    const open = random.next() * 0.9 - 0.55;
    return turned(random, {
      profile: (t) =>
        0.26 *
          (1 - Math.abs(t) ** 3) ** 0.6 *
          (1 + (t > open ? 0.14 * step(open, open + 0.1, t) : 0)) +
        (t > 0.8 ? 0.07 : 0),
      bend: 0.08 * (random.next() - 0.5),
      paint(along, angle, point) {
        const edge = open + 0.16 * noise(angle * 2.2, seed);
        if (along > edge) {
          const rib = noise(angle * 15 + seed, along) + 0.4 * noise(angle * 40, along * 2);
          tint(point, HUSK);
          tint(point, HUSK_PALE, Math.max(0, 0.6 * rib) + 0.4 * step(edge + 0.06, edge, along));
          point.gloss = 0.15;
          return 0.012 * rib + 0.03;
        }
        const row = Math.abs(Math.sin(angle * 8));
        const bead = Math.abs(Math.sin(along * 44 + Math.floor((angle * 8) / Math.PI) * 1.2));
        tint(point, kernel);
        shade(point, 0.55 + 0.5 * Math.sqrt(row * bead));
        point.gloss = 0.6;
        return 0.035 * Math.sqrt(row * bead);
      },
    });
  },
};

export const vegetables = {
  potato,
  onion,
  cabbage,
  carrot,
  capsicum,
  'green-maize': greenMaize,
} satisfies Record<string, Subject>;
