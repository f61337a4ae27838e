/** Reads a typed array within its bounds, where `undefined` cannot happen. */
export const at = (values: ArrayLike<number>, index: number) => values[index] as number;

const PERIOD = 4096;
/** Values from -1 to 1 at whole positions, mixed by a hash (a shuffled product of primes). */
const lattice = Float32Array.from({ length: PERIOD }, (_, index) => {
  let mixed = Math.imul(index + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 31 - 1;
});

function corner(x: number, y: number, z: number): number {
  const mixed = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(z, 1440662683);
  return at(lattice, (mixed ^ (mixed >>> 13)) & (PERIOD - 1));
}

const smooth = (t: number) => t * t * (3 - 2 * t);
const between = (a: number, b: number, t: number) => a + (b - a) * t;

/** Smooth noise from -1 to 1, which changes over a distance of one. */
export function noise(x: number, y: number, z = 0): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const z0 = Math.floor(z);
  const tx = smooth(x - x0);
  const ty = smooth(y - y0);
  const near = between(
    between(corner(x0, y0, z0), corner(x0 + 1, y0, z0), tx),
    between(corner(x0, y0 + 1, z0), corner(x0 + 1, y0 + 1, z0), tx),
    ty,
  );
  if (z === z0) return near;
  const far = between(
    between(corner(x0, y0, z0 + 1), corner(x0 + 1, y0, z0 + 1), tx),
    between(corner(x0, y0 + 1, z0 + 1), corner(x0 + 1, y0 + 1, z0 + 1), tx),
    ty,
  );
  return between(near, far, smooth(z - z0));
}

/** Noise with finer and finer detail (fractal Brownian motion). */
export function layeredNoise(x: number, y: number, z: number, layers: number): number {
  let sum = 0;
  let share = 0.5;
  let scale = 1;
  for (let layer = 0; layer < layers; layer++) {
    sum += share * noise(x * scale, y * scale, z === 0 ? 0 : z * scale + layer);
    share /= 2;
    scale *= 2.03;
  }
  return sum;
}

/** 0 below `from`, 1 above `to`, and a smooth step in between. */
export function step(from: number, to: number, value: number): number {
  return smooth(Math.min(1, Math.max(0, (value - from) / (to - from))));
}

/** Rough noise from -1 to 1, another value for each pixel. */
export const grainAt = (x: number, y: number) => corner(x, y, 7);
