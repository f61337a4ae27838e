import type { Canvas } from './canvas.ts';
import { at, grainAt } from './noise.ts';

/*
 * Lights a canvas: a warm sun from the upper left with soft shadows, the sky's cooler light where
 * nothing covers a point, and what the ground throws back. The shadows and the covered places are
 * worked out at a quarter of the size, since they are soft anyway.
 */
const SHRINK = 4;
/** Towards the sun: right, down, towards the viewer. */
const SUN = { x: -0.52, y: -0.5, z: 0.69 };
/** Halfway between the sun and the viewer, where gloss is brightest. */
const HALF = (() => {
  const length = Math.hypot(SUN.x, SUN.y, SUN.z + 1);
  return { x: SUN.x / length, y: SUN.y / length, z: (SUN.z + 1) / length };
})();

type Mood = {
  /** Colours of the sun's and the sky's light. */
  sun: readonly [number, number, number];
  sky: readonly [number, number, number];
  /** How much darker the corners are. */
  vignette: number;
};

export const morning: Mood = { sun: [2.25, 1.9, 1.36], sky: [0.5, 0.56, 0.62], vignette: 0.34 };
export const noon: Mood = { sun: [2.05, 1.92, 1.66], sky: [0.56, 0.62, 0.68], vignette: 0.28 };

type Field = { columns: number; rows: number; values: Float32Array };

/** The lit picture: three bytes a pixel. */
export function light(canvas: Canvas, mood: Mood): Uint8ClampedArray {
  const { width, height, materials } = canvas;
  const heights = shrink(canvas);
  const sunlight = blur(castShadows(heights, canvas.scale), 1);
  const open = blur(findOpen(heights, canvas.scale), 1);
  const pixels = new Uint8ClampedArray(width * height * 3);
  const spread = (width ** 2 + height ** 2) / 4;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      const from = index * 6;
      const right = at(materials, from + 3);
      const down = at(materials, from + 4);
      const front = Math.sqrt(Math.max(0, 1 - right * right - down * down));
      const seen = readSmooth(sunlight, x / SHRINK, y / SHRINK);
      const free = readSmooth(open, x / SHRINK, y / SHRINK);
      const towardsSun = right * SUN.x + down * SUN.y + front * SUN.z;
      // Soft skins let a little light through, so their shade begins later than a stone's.
      const direct = Math.max(0, (towardsSun + 0.12) / 1.12) * seen;
      const fromSky = free * (0.62 - 0.3 * down + 0.1 * front);
      const bounced = free * Math.max(0, 0.25 + 0.75 * down) * 0.2;
      const gloss = at(materials, from + 5);
      const facing = Math.max(0, right * HALF.x + down * HALF.y + front * HALF.z);
      const facing4 = facing ** 2 * facing ** 2;
      const facing16 = facing4 ** 2 * facing4 ** 2;
      const facing64 = facing16 ** 2 * facing16 ** 2;
      const shine = gloss * (0.12 * facing16 + 0.42 * gloss * facing64) * (0.2 + 0.8 * seen);
      const distance = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / spread;
      const exposure = 1 - mood.vignette * distance;
      const grain = 0.985 + 0.03 * grainAt(x, y);
      let grey = 0;
      for (let channel = 0; channel < 3; channel++) {
        const material = at(materials, from + channel);
        const sun = at(mood.sun, channel);
        const lit =
          gloss < 0
            ? material * 1.2
            : material *
                (direct * sun + fromSky * at(mood.sky, channel) + bounced * at(BOUNCE, channel)) +
              shine * sun;
        colours[channel] = lit * exposure * grain;
        grey += at(colours, channel) / 3;
      }
      // Bright and saturated colours would look like plastic.
      const fade = 0.1 + 0.12 * Math.min(1, grey);
      for (let channel = 0; channel < 3; channel++) {
        const own = at(colours, channel);
        pixels[index * 3 + channel] = toByte(own + (grey - own) * fade);
      }
    }
  }
  return pixels;
}

const BOUNCE = [1.1, 0.78, 0.5];
/** Kept between pixels. */
const colours = new Float32Array(3);

/** From light to a byte: bright places are compressed as on film. */
const CURVE = Uint8ClampedArray.from({ length: 4096 }, (_, index) => {
  const value = (index / 4095) * 4;
  const film = (value * (2.51 * value + 0.03)) / (value * (2.43 * value + 0.59) + 0.14);
  return 255 * Math.min(1, film) ** (1 / 2.2);
});
const toByte = (value: number) => at(CURVE, Math.min(4095, (value * 0.52 * 4095) / 4) | 0);

function shrink({ width, height, heights }: Canvas): Field {
  const [columns, rows] = [Math.ceil(width / SHRINK), Math.ceil(height / SHRINK)];
  const values = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let part = 0; part < 4; part++) {
        const x = Math.min(width - 1, column * SHRINK + 1 + 2 * (part & 1));
        const y = Math.min(height - 1, row * SHRINK + 1 + (part & 2));
        sum += at(heights, y * width + x);
      }
      values[row * columns + column] = sum / 4;
    }
  }
  return { columns, rows, values };
}

/** The distances at which a point looks towards the sun, in units. */
const LOOKS = [5, 10, 17, 26, 38, 54, 75, 102, 136];

/** How much of the sun each point sees. */
function castShadows({ columns, rows, values }: Field, scale: number): Field {
  const seen = new Float32Array(columns * rows);
  const flat = Math.hypot(SUN.x, SUN.y);
  const rise = SUN.z / flat;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const own = at(values, row * columns + column);
      let hidden = 0;
      for (const look of LOOKS) {
        const pixels = (look * scale) / SHRINK;
        const x = Math.round(column + (SUN.x / flat) * pixels);
        const y = Math.round(row + (SUN.y / flat) * pixels);
        if (x < 0 || y < 0) break;
        const above = at(values, y * columns + x) - own - look * rise;
        hidden = Math.max(hidden, (above + 2) / (3 + look * 0.22));
      }
      seen[row * columns + column] = 1 - 0.94 * Math.min(1, hidden);
    }
  }
  return { columns, rows, values: seen };
}

/** How open each point is to the sky: less in gaps between higher things. */
function findOpen(heights: Field, scale: number): Field {
  const near = blur(heights, Math.max(1, Math.round((9 * scale) / SHRINK)));
  const wide = blur(heights, Math.max(2, Math.round((34 * scale) / SHRINK)));
  const values = heights.values.map((own, index) => {
    const gap = Math.max(0, at(near.values, index) - own) / 16;
    const hollow = Math.max(0, at(wide.values, index) - own) / 55;
    return 1 / (1 + 1.5 * gap + 1.3 * hollow);
  });
  return { ...heights, values };
}

/** The mean over a square, twice, which is nearly a Gaussian blur. */
function blur(field: Field, radius: number): Field {
  return blurOnce(blurOnce(field, radius), radius);
}

function blurOnce({ columns, rows, values }: Field, radius: number): Field {
  const across = new Float32Array(values.length);
  average(values, across, { lines: rows, length: columns, next: 1, line: columns, radius });
  const down = new Float32Array(values.length);
  average(across, down, { lines: columns, length: rows, next: columns, line: 1, radius });
  return { columns, rows, values: down };
}

const clamp = (index: number, length: number) => Math.min(length - 1, Math.max(0, index));

type Run = { lines: number; length: number; next: number; line: number; radius: number };

function average(from: Float32Array, to: Float32Array, { lines, length, next, line, radius }: Run) {
  for (let number = 0; number < lines; number++) {
    const start = number * line;
    let sum = 0;
    for (let index = -radius; index <= radius; index++)
      sum += at(from, start + clamp(index, length) * next);
    for (let index = 0; index < length; index++) {
      to[start + index * next] = sum / (2 * radius + 1);
      sum +=
        at(from, start + clamp(index + radius + 1, length) * next) -
        at(from, start + clamp(index - radius, length) * next);
    }
  }
}

function readSmooth({ columns, rows, values }: Field, x: number, y: number): number {
  const left = Math.min(columns - 2, x | 0);
  const top = Math.min(rows - 2, y | 0);
  const tx = Math.min(1, x - left);
  const ty = Math.min(1, y - top);
  const index = top * columns + left;
  return (
    (at(values, index) * (1 - tx) + at(values, index + 1) * tx) * (1 - ty) +
    (at(values, index + columns) * (1 - tx) + at(values, index + columns + 1) * tx) * ty
  );
}
