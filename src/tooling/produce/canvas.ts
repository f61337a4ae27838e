import { at } from './noise.ts';

/*
 * A picture before it is lit: for each pixel its height towards the viewer, the colour of its
 * material, the direction that it faces, and its gloss. Everything is drawn from front to back, so
 * that hidden points are never worked out. Functions that paint a point take its coordinates as
 * separate parameters, because an object for each point would be slow. Lengths are in units of a
 * thousandth of a scene's width, so that a picture is the same in every size.
 */
export const UNITS = 1000;

/** The gloss of what is far away and already has its light. */
export const SELF_LIT = -1;

/** The material of a surface at one point. Colours are linear, from 0 to 1. */
export type Point = {
  /** Towards the viewer, in units of the surface's own radius. */
  height: number;
  red: number;
  green: number;
  blue: number;
  /** From 0 (soil) to 1 (wet), or SELF_LIT. */
  gloss: number;
};

/** Describes the point (u, v) of a thing that reaches from -1 to 1; false outside it. */
export type Surface = (u: number, v: number, point: Point) => boolean;

/** Red, green, blue, facing right, facing down, gloss. */
const CHANNELS = 6;

export type Canvas = {
  width: number;
  height: number;
  /** Pixels in a unit. */
  scale: number;
  /** The unit at the upper left corner. */
  left: number;
  top: number;
  heights: Float32Array;
  /** CHANNELS values a pixel. */
  materials: Float32Array;
  /** The share of each pixel that nothing covers yet. */
  free: Float32Array;
};

const HIDDEN = 0.02;

/** How near the camera is (1 sees all 1000 units), and the middle of what it sees. */
export type View = { zoom: number; x: number; y: number };

/** One canvas at a time: clearing it takes a fraction of the time that a new one takes. */
const kept = {
  heights: new Float32Array(),
  materials: new Float32Array(),
  free: new Float32Array(),
};

export function createCanvas(width: number, height: number, { zoom, x, y }: View): Canvas {
  const scale = (zoom * width) / UNITS;
  const pixels = width * height;
  if (kept.heights.length !== pixels) {
    kept.heights = new Float32Array(pixels);
    kept.materials = new Float32Array(pixels * CHANNELS);
    kept.free = new Float32Array(pixels);
  }
  kept.heights.fill(0);
  kept.materials.fill(0);
  kept.free.fill(1);
  return {
    ...kept,
    width,
    height,
    scale,
    left: x - width / scale / 2,
    top: y - height / scale / 2,
  };
}

/** A surface worked out for a square of points, to be drawn often. */
export type Stamp = {
  side: number;
  /** Height and coverage of each point. */
  heights: Float32Array;
  coverage: Uint8Array;
  materials: Float32Array;
};

export function makeStamp(surface: Surface, side: number): Stamp {
  const heights = new Float32Array(side * side);
  const coverage = new Uint8Array(side * side);
  const materials = new Float32Array(side * side * CHANNELS);
  const point: Point = { height: 0, red: 0, green: 0, blue: 0, gloss: 0 };
  const unitsPerPoint = 2 / (side - 1);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!surface(x * unitsPerPoint - 1, y * unitsPerPoint - 1, point)) continue;
      const index = y * side + x;
      heights[index] = point.height;
      coverage[index] = 1;
      materials[index * CHANNELS] = point.red;
      materials[index * CHANNELS + 1] = point.green;
      materials[index * CHANNELS + 2] = point.blue;
      materials[index * CHANNELS + 5] = point.gloss;
    }
  }
  const stamp = { side, heights, coverage, materials };
  face(stamp, unitsPerPoint);
  return stamp;
}

/** Derives from the heights which way each point faces. */
function face({ side, heights, coverage, materials }: Stamp, unitsPerPoint: number) {
  for (let index = 0; index < side * side; index++) {
    if (!at(coverage, index)) continue;
    const right = -slopeAt(heights, coverage, index, 1) / unitsPerPoint;
    const down = -slopeAt(heights, coverage, index, side) / unitsPerPoint;
    const length = Math.sqrt(right * right + down * down + 1);
    materials[index * CHANNELS + 3] = right / length;
    materials[index * CHANNELS + 4] = down / length;
  }
}

/** How the height changes from the point before to the one after, of those that are covered. */
function slopeAt(heights: Float32Array, coverage: Uint8Array, index: number, by: number): number {
  const before = index >= by && at(coverage, index - by) ? index - by : index;
  const after = at(coverage, index + by) ? index + by : index;
  const steps = (after - before) / by;
  return steps === 0 ? 0 : (at(heights, after) - at(heights, before)) / steps;
}

export type Place = {
  x: number;
  y: number;
  radius: number;
  /** In radians, clockwise. */
  angle?: number;
  /** The height of its ground. */
  base?: number;
  /** 1 is the surface's own colour; less is darker. */
  tone?: number;
  /** Stretches it across its own axis. */
  narrow?: number;
};

/** Kept between pixels, because making one for each takes longer than drawing it. */
const mixed = new Float32Array(CHANNELS);

export function drawStamp(canvas: Canvas, stamp: Stamp, place: Place): void {
  const { width, height, scale, heights, materials, free } = canvas;
  const { angle = 0, base = 0, tone = 1, narrow = 1 } = place;
  const cx = (place.x - canvas.left) * scale;
  const cy = (place.y - canvas.top) * scale;
  const radius = place.radius * scale;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const reach = radius * (Math.abs(cos) + Math.abs(sin));
  const half = (stamp.side - 1) / 2;
  const last = stamp.side - 1.001;
  const fromX = Math.max(0, Math.ceil(cx - reach));
  const toX = Math.min(width - 1, Math.floor(cx + reach));
  const toY = Math.min(height - 1, Math.floor(cy + reach));
  for (let y = Math.max(0, Math.ceil(cy - reach)); y <= toY; y++) {
    for (let x = fromX; x <= toX; x++) {
      const target = y * width + x;
      const rest = at(free, target);
      if (rest < HIDDEN) continue;
      const dx = (x - cx) / radius;
      const dy = (y - cy) / radius;
      const sx = ((cos * dx + sin * dy) / narrow + 1) * half;
      const sy = (cos * dy - sin * dx + 1) * half;
      if (sx < 0 || sy < 0 || sx > last || sy > last) continue;
      const column = sx | 0;
      const row = sy | 0;
      const tx = sx - column;
      const ty = sy - row;
      const index = row * stamp.side + column;
      const w0 = (1 - tx) * (1 - ty) * at(stamp.coverage, index);
      const w1 = tx * (1 - ty) * at(stamp.coverage, index + 1);
      const w2 = (1 - tx) * ty * at(stamp.coverage, index + stamp.side);
      const w3 = tx * ty * at(stamp.coverage, index + stamp.side + 1);
      const covered = w0 + w1 + w2 + w3;
      if (covered < 0.03) continue;
      const m0 = index * CHANNELS;
      const m2 = m0 + stamp.side * CHANNELS;
      for (let channel = 0; channel < CHANNELS; channel++) {
        mixed[channel] =
          (w0 * at(stamp.materials, m0 + channel) +
            w1 * at(stamp.materials, m0 + CHANNELS + channel) +
            w2 * at(stamp.materials, m2 + channel) +
            w3 * at(stamp.materials, m2 + CHANNELS + channel)) /
          covered;
      }
      const right = at(mixed, 3);
      const down = at(mixed, 4);
      mixed[3] = cos * right - sin * down;
      mixed[4] = sin * right + cos * down;
      const to = target * CHANNELS;
      for (let channel = 0; channel < CHANNELS; channel++) {
        const own = channel < 3 ? at(mixed, channel) * tone : at(mixed, channel);
        materials[to + channel] = at(materials, to + channel) + own * covered * rest;
      }
      free[target] = rest * (1 - covered);
      if (rest > 0.5 && covered > 0.3) {
        const own =
          (w0 * at(stamp.heights, index) +
            w1 * at(stamp.heights, index + 1) +
            w2 * at(stamp.heights, index + stamp.side) +
            w3 * at(stamp.heights, index + stamp.side + 1)) /
          covered;
        heights[target] = base + own * place.radius;
      }
    }
  }
}

/** An area in units of the picture, for what is drawn once: grounds and vessels. */
export type Area = { left: number; top: number; right: number; bottom: number };

/**
 * Draws what `paint` describes for the points of an area, in units of the picture. The heights are
 * in the same units, and the direction that it faces follows from them.
 */
export function drawArea(canvas: Canvas, area: Area, paint: Surface): void {
  const { width, height, scale, left, top, heights, materials, free } = canvas;
  const point: Point = { height: 0, red: 0, green: 0, blue: 0, gloss: 0 };
  const fromX = Math.max(0, Math.floor((area.left - left) * scale));
  const toX = Math.min(width, Math.ceil((area.right - left) * scale));
  const fromY = Math.max(0, Math.floor((area.top - top) * scale));
  const toY = Math.min(height, Math.ceil((area.bottom - top) * scale));
  const columns = toX - fromX;
  if (columns <= 0) return;
  let above = new Float32Array(columns).fill(Number.NaN);
  let row = new Float32Array(columns);
  for (let y = fromY; y < toY; y++) {
    let before = Number.NaN;
    for (let x = fromX; x < toX; x++) {
      const index = y * width + x;
      const rest = at(free, index);
      if (rest < HIDDEN || !paint(left + x / scale, top + y / scale, point)) {
        row[x - fromX] = Number.NaN;
        before = Number.NaN;
        continue;
      }
      const up = at(above, x - fromX);
      const right = Number.isNaN(before) ? 0 : (before - point.height) * scale;
      const down = Number.isNaN(up) ? 0 : (up - point.height) * scale;
      const length = Math.sqrt(right * right + down * down + 1);
      if (rest > 0.5) heights[index] = point.height;
      free[index] = 0;
      const to = index * CHANNELS;
      materials[to] = at(materials, to) + point.red * rest;
      materials[to + 1] = at(materials, to + 1) + point.green * rest;
      materials[to + 2] = at(materials, to + 2) + point.blue * rest;
      materials[to + 3] = at(materials, to + 3) + (right / length) * rest;
      materials[to + 4] = at(materials, to + 4) + (down / length) * rest;
      materials[to + 5] = at(materials, to + 5) + point.gloss * rest;
      row[x - fromX] = point.height;
      before = point.height;
    }
    [above, row] = [row, above];
  }
}
