import type { Random } from '#demo/seed/random.ts';
import type { Point, Surface } from './canvas.ts';
import { layeredNoise, noise, step } from './noise.ts';

export type Colour = readonly [number, number, number];

/** A colour of the screen (#rrggbb) as light. */
export function colour(hex: string): Colour {
  const channel = (from: number) => (Number.parseInt(hex.slice(from, from + 2), 16) / 255) ** 2.2;
  return [channel(1), channel(3), channel(5)];
}

export const FRESH_STEM = colour('#4f6b2a');
export const WOODY = colour('#6b4a2a');
export const EARTH = colour('#5b3a24');

/** A colour between two of these. */
export function mixOf(random: Random, colours: readonly Colour[]): Colour {
  const [a, b, share] = [random.pick(colours), random.pick(colours), random.next()];
  const mix = (from: number, to: number) => from + (to - from) * share;
  return [mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])];
}

/** Paints a share of a colour over what is there. */
export function tint(point: Point, [red, green, blue]: Colour, share = 1): void {
  const part = Math.min(1, share);
  point.red += (red - point.red) * part;
  point.green += (green - point.green) * part;
  point.blue += (blue - point.blue) * part;
}

export function shade(point: Point, factor: number): void {
  point.red *= factor;
  point.green *= factor;
  point.blue *= factor;
}

/**
 * Paints a point of a body and returns how far its skin stands out there. (x, y, z) is on the unit
 * sphere, with the stem at y = -1.
 */
export type BallPaint = (x: number, y: number, z: number, point: Point) => number;

/** The angle around the stem of a ball. */
export const around = (x: number, z: number) => Math.atan2(z, x);

type Ball = {
  /** Its length along the stem in relation to its width. */
  tall?: number;
  /** How far its outline departs from a ball, and over what distance. */
  lumps?: number;
  lumpSize?: number;
  /** How far the stem may turn away from up, in radians. */
  tilt?: number;
  /** How far the stem turns towards the viewer. */
  nod?: number;
  paint: BallPaint;
};

/** A fruit: a ball that is seen from a random side. */
export function ball(
  random: Random,
  { tall = 1, lumps = 0, lumpSize = 1, ...rest }: Ball,
): Surface {
  const { tilt = 0.5, nod = 0.6, paint } = rest;
  const seed = random.next() * 100;
  const turn = (random.next() - 0.5) * 2 * tilt;
  const lean = nod + (random.next() - 0.5) * 0.5;
  const spin = random.next() * Math.PI * 2;
  const [turnCos, turnSin] = [Math.cos(turn), Math.sin(turn)];
  const [leanCos, leanSin] = [Math.cos(lean), Math.sin(lean)];
  const [spinCos, spinSin] = [Math.cos(spin), Math.sin(spin)];
  // Seen from nearer to its stem it is shorter.
  const seenTall = Math.sqrt((tall * leanCos) ** 2 + leanSin ** 2);
  const scale = 0.94 / Math.max(1, seenTall);
  return (u, v, point) => {
    const across = (turnCos * u + turnSin * v) / scale;
    const along = (turnCos * v - turnSin * u) / scale / seenTall;
    const distance = Math.sqrt(across * across + along * along);
    if (distance > 1.3) return false;
    const inside = Math.min(1, distance);
    const depth = Math.sqrt(1 - inside * inside);
    const bulge =
      lumps === 0
        ? 1
        : 1 +
          lumps *
            layeredNoise(
              (across + seed) / lumpSize,
              along / lumpSize,
              (depth + seed) / lumpSize,
              2,
            );
    if (distance >= bulge) return false;
    const px = across / bulge;
    const py = along / bulge;
    const pz = Math.sqrt(Math.max(0, 1 - px * px - py * py));
    const y = leanCos * py - leanSin * pz;
    const z = leanSin * py + leanCos * pz;
    point.gloss = 0;
    const raised = paint(spinCos * px + spinSin * z, y, spinCos * z - spinSin * px, point);
    point.height = scale * (pz * bulge + raised);
    return true;
  };
}

/**
 * Paints a point of a turned body and returns how far its skin stands out there. `along` is from -1
 * (the upper end) to 1; `around` is in radians, 0 in front.
 */
type TurnedPaint = (along: number, around: number, point: Point) => number;

type Turned = {
  /** The radius at a place from -1 to 1; 0 where it ends. */
  profile: (along: number) => number;
  /** How far the middle stands out sideways. */
  bend?: number;
  /** Whether its pattern is turned at random. */
  isTurned?: boolean;
  paint: TurnedPaint;
};

/** A body that is round along an upright axis, straight or bent: roots, pods, bottles. */
export function turned(
  random: Random,
  { profile, bend = 0, isTurned = true, paint }: Turned,
): Surface {
  const phase = isTurned ? random.next() * Math.PI * 2 : 0;
  return (u, v, point) => {
    const along = v / 0.98;
    if (along < -1 || along > 1) return false;
    const radius = profile(along);
    const lean = 2 * bend * along;
    const distance = (u - bend * (0.5 - along * along)) / Math.sqrt(1 + lean * lean);
    if (radius <= 0 || Math.abs(distance) >= radius) return false;
    const side = distance / radius;
    point.gloss = 0;
    const raised = paint(along, Math.asin(side) + phase, point);
    point.height = radius * Math.sqrt(1 - side * side) + raised;
    return true;
  };
}

type Leaf = {
  /** Half the blade's width at a place from 0 (the tip) to 1 (its base). */
  outline: (along: number) => number;
  /** How far the edge waves, and how many waves it has. */
  ruffle: number;
  waves: number;
  blade: Colour;
  vein: Colour;
  /** Where the blade ends and the stalk begins, from -1 to 1. */
  stalkFrom?: number;
  stalkWidth?: number;
  gloss?: number;
  /** How far it is puckered between its veins. */
  crinkle?: number;
};

/** A leaf with its tip at the top and its stalk at the bottom. */
export function leaf(random: Random, options: Leaf): Surface {
  const { outline, ruffle, waves, blade, vein, gloss = 0.25, crinkle = 0.05 } = options;
  const { stalkFrom = 0.5, stalkWidth = 0.05 } = options;
  const seed = random.next() * 50;
  const bend = (random.next() - 0.5) * 0.3;
  const tone = 0.8 + random.next() * 0.35;
  return (u, v, point) => {
    const middle = u - bend * (0.6 - v * v);
    const side = Math.abs(middle);
    const along = (v + 0.98) / (stalkFrom + 0.98);
    const wave =
      noise(along * waves + (middle > 0 ? 31 : 0), seed) +
      0.5 * noise(along * waves * 2.3 + (middle > 0 ? 77 : 0), seed);
    const width = along > 0 && along < 1 ? outline(along) * (1 + ruffle * wave) : 0;
    const stalk = v > -0.9 && v < 0.98 ? stalkWidth * (0.35 + 0.65 * step(-0.9, stalkFrom, v)) : 0;
    if (side >= width && side >= stalk) return false;
    const isStalk = side < stalk;
    const edge = width > 0 ? Math.min(1, side / width) : 0;
    const slant = v + side * 0.9;
    const branch = Math.abs(((slant * 5.2 + seed) % 1) - 0.5) * 2;
    const isVein = step(0.9, 1, branch) * (1 - edge) * 0.8;
    const pucker = layeredNoise(middle * 5 + seed, v * 5, 0, 2);
    tint(point, blade);
    shade(point, tone * (0.74 + 0.3 * pucker + 0.34 * edge * edge));
    tint(point, vein, isVein);
    point.gloss = gloss;
    point.height =
      0.16 * (1 - edge * edge) + crinkle * pucker + ruffle * 0.34 * wave * edge - 0.03 * isVein;
    if (isStalk) {
      const round = side / stalk;
      tint(point, vein, 1 - 0.4 * round);
      point.height = 0.14 + stalk * Math.sqrt(1 - round * round);
      point.gloss = 0.3;
    }
    return true;
  };
}
