import type { Random } from '#demo/seed/random.ts';
import type { Surface } from './canvas.ts';

/** How a product's things are arranged. */
export type Subject = {
  /** `pieces` lie in a vessel or a heap, `grain` fills one, `bunches` are tied, `jars` stand. */
  kind: 'pieces' | 'grain' | 'bunches' | 'jars';
  /** Half of a thing's length in a crate, in units of the picture. */
  size: number;
  /** Half of its width, if that is less. */
  width?: number;
  /** One of its things, each a little different. */
  surface: (random: Random) => Surface;
  /** How far a thing turns from its own direction, in radians. */
  turns?: number;
  /** The direction in which it lies; 0 is upright. */
  lies?: number;
  /**
   * Things that grow together, fanned out from one point (a hand of bananas, a bunch of leaves).
   */
  fan?: { things: number; spread: number };
};
