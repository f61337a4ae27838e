import type { Random } from '#demo/seed/random.ts';
import type { Surface } from './canvas.ts';
import { layeredNoise, noise, step } from './noise.ts';
import type { Subject } from './subject.ts';
import { colour, shade, tint, turned } from './surfaces.ts';

const ALUMINIUM = colour('#b9bcbc');
const ALUMINIUM_DARK = colour('#5d6366');
const MILK = colour('#f1ede2');
const CAP = colour('#2f6b46');
const GLASS = colour('#cfd8cf');

/** A milk can with its lid. */
const can = (random: Random): Surface => {
  const seed = random.next() * 50;
  return turned(random, {
    isTurned: false,
    profile: (t) => {
      if (t < -0.82) return 0.27;
      if (t < -0.7) return 0.22;
      if (t < -0.38) return 0.22 + 0.24 * step(-0.72, -0.38, t);
      return t > 0.97 ? 0.43 : 0.46;
    },
    paint(along, angle, point) {
      const mirror = 0.5 + 0.5 * Math.sin(angle * 3.4 + 0.5 + 0.2 * noise(along * 3 + seed, 1));
      const scratches = noise(angle * 4 + seed, along * 60) + noise(angle * 30, along * 9 + seed);
      const band = Math.max(
        step(0.02, 0.005, Math.abs(along + 0.2)),
        step(0.02, 0.005, Math.abs(along - 0.72)),
        step(0.015, 0.003, Math.abs(along + 0.76)),
      );
      tint(point, ALUMINIUM_DARK);
      tint(point, ALUMINIUM, 0.25 + 0.7 * mirror);
      shade(point, 0.92 + 0.08 * scratches - 0.2 * layeredNoise(angle * 2, along * 2 + seed, 0, 3));
      point.gloss = 0.55;
      return 0.02 * band;
    },
  });
};

/** A glass bottle of milk. */
const bottle = (random: Random): Surface => {
  const level = -0.5 + 0.1 * random.next();
  return turned(random, {
    isTurned: false,
    profile: (t) => {
      if (t < -0.88) return 0.135;
      if (t < -0.5) return 0.11;
      if (t < -0.05) return 0.11 + 0.17 * step(-0.5, -0.05, t);
      return t > 0.95 ? 0.26 : 0.28;
    },
    paint(along, angle, point) {
      const edge = Math.abs(Math.sin(angle));
      tint(point, along < level ? GLASS : MILK);
      if (along < level) shade(point, 0.6 + 0.4 * edge);
      tint(point, CAP, along < -0.88 ? 1 : 0);
      shade(point, 1 - 0.25 * step(0.85, 1, edge) - 0.2 * step(0.02, 0, Math.abs(along - level)));
      tint(
        point,
        MILK,
        0.7 *
          step(0.1, 0.02, Math.abs(angle + 0.75)) *
          step(-0.4, 0, along) *
          step(0.9, 0.6, along),
      );
      point.gloss = along < -0.88 ? 0.3 : 1;
      return 0;
    },
  });
};

const HONEY = colour('#c9781a');
const HONEY_LIGHT = colour('#f0b03c');
const HONEY_DARK = colour('#7a3d0c');
const LID = colour('#c9a14a');
const LABEL = colour('#efe4c8');
const LABEL_INK = colour('#7a4a1c');

/** A jar of honey with a label that has combs on it. */
const honeyJar = (random: Random): Surface => {
  const seed = random.next() * 50;
  return turned(random, {
    isTurned: false,
    profile: (t) => {
      if (t < -0.72) return 0.5;
      if (t < -0.64) return 0.46;
      const foot = step(1, 0.9, t);
      return 0.5 + 0.09 * step(-0.64, -0.45, t) - 0.06 * (1 - foot);
    },
    paint(along, angle, point) {
      if (along < -0.7) {
        tint(point, LID);
        shade(point, 0.75 + 0.3 * Math.abs(Math.sin(angle * 22)) * step(-0.97, -0.93, along));
        point.gloss = 0.6;
        return 0.008 * Math.abs(Math.sin(angle * 22));
      }
      if (along > -0.22 && along < 0.62 && Math.abs(angle) < 0.95) {
        const [x, y] = [Math.sin(angle) * 5, along * 4.6];
        const wave = Math.abs(Math.cos(x * 2.2) + 2 * Math.cos(x * 1.1) * Math.cos(y * 1.9)) / 3;
        const isFrame = along < -0.17 || along > 0.57 || Math.abs(angle) > 0.9;
        tint(point, LABEL);
        tint(point, LABEL_INK, isFrame ? 0.75 : 0.8 * step(0.12, 0.06, wave));
        shade(point, 0.97 + 0.05 * noise(x * 9, y * 9 + seed));
        point.gloss = 0.05;
        return 0.012;
      }
      const edge = Math.abs(Math.sin(angle));
      tint(point, HONEY);
      tint(
        point,
        HONEY_LIGHT,
        0.75 * step(0.5, 0.95, edge) * (angle > 0 ? 1 : 0.45) + 0.5 * step(0.4, 1, along),
      );
      tint(
        point,
        HONEY_DARK,
        0.8 * step(0.03, 0, Math.abs(along + 0.5)) + 0.5 * step(0.96, 1, edge),
      );
      shade(point, 1 + 0.25 * layeredNoise(angle * 2 + seed, along * 2, 0, 2));
      point.gloss = 1;
      return 0;
    },
  });
};

export const jars = {
  milk: {
    kind: 'jars',
    size: 200,
    surface: (random: Random) => (random.isTrue(0.4) ? can(random) : bottle(random)),
  },
  honey: { kind: 'jars', size: 148, surface: honeyJar },
} satisfies Record<string, Subject>;
