import { type Area, type Canvas, drawArea, type Point, SELF_LIT, UNITS } from './canvas.ts';
import { layeredNoise, noise, step } from './noise.ts';
import { type Colour, colour, shade, tint } from './surfaces.ts';

/*
 * The grounds that things stand on. A ground fills the whole picture or the part below a horizon,
 * and its detail gets smaller towards the horizon.
 */

const SOIL = colour('#6e4733');
const SOIL_DARK = colour('#38241a');
const WOOD = colour('#a5774a');
const WOOD_DARK = colour('#5d3a1f');
const JUTE = colour('#c3a06b');
const JUTE_DARK = colour('#7d5e35');

type Ground = (canvas: Canvas, area: Area, seed: number) => void;

/** Red soil in crumbs. */
export const soil: Ground = (canvas, area, seed) =>
  drawArea(canvas, area, (x, y, point) => {
    const far = scaleAt(area, y);
    const wide = (x - UNITS / 2) / far;
    const deep = distanceTo(area, y);
    const crumbs = layeredNoise(wide / 21 + seed, deep / 17, 0, 4);
    const furrow = Math.sin(wide / 95 + 0.4 * noise(wide / 200, deep / 160 + seed));
    tint(point, SOIL);
    tint(point, SOIL_DARK, step(0.25, -0.5, crumbs) * 0.8);
    shade(point, 0.85 + 0.5 * crumbs + 0.1 * furrow);
    point.gloss = 0;
    point.height = 10 * crumbs * far + 9 * furrow * far;
    return true;
  });

/** Boards from left to right. */
export const table: Ground = (canvas, area, seed) =>
  drawArea(canvas, area, (x, y, point) => {
    const far = scaleAt(area, y);
    const board = 118;
    const deep = distanceTo(area, y) + seed * 17;
    const number = Math.floor(deep / board);
    const inside = deep / board - number;
    wood(point, (x - UNITS / 2) / far + number * 377, inside * board, number + seed);
    const gap = Math.min(inside, 1 - inside) * board;
    shade(point, 0.25 + 0.75 * step(0.5, 4.5, gap));
    point.height = -6 * step(5, 0, gap) + point.height * far;
    return true;
  });

/** Sacking: threads over and under each other, in folds. */
export const sacking: Ground = (canvas, area, seed) =>
  drawArea(canvas, area, (x, y, point) => {
    const fold = layeredNoise(x / 260 + seed, y / 190, 0, 2);
    weave(point, x + 18 * fold, y + 22 * fold, 7);
    shade(point, 0.86 + 0.2 * noise(x / 90, y / 90 + seed));
    point.height += 42 * fold;
    return true;
  });

/** Wood with its grain along x; both in units. */
export function wood(point: Point, x: number, y: number, seed: number): void {
  const tone = noise(seed * 7.3, 4.2);
  const bend = 9 * noise(x / 240 + seed * 3, y / 70);
  const grain = layeredNoise(x / 170 + seed * 5, (y + bend) / 5.5, 0, 3);
  const fibre = noise(x / 38, y * 1.1 + seed * 9);
  tint(point, WOOD);
  tint(point, WOOD_DARK, Math.max(0, Math.min(1, 0.3 + 0.75 * grain)));
  shade(point, 0.86 + 0.2 * tone + 0.1 * fibre);
  point.gloss = 0.04;
  point.height = 0.7 * grain + 0.4 * fibre;
}

/** Jute: the height of a thread is up to half of its width. */
export function weave(point: Point, x: number, y: number, width: number): void {
  const column = Math.floor(x / width);
  const row = Math.floor(y / width);
  const across = x / width - column - 0.5;
  const down = y / width - row - 0.5;
  const isOver = ((column + row) & 1) === 0;
  const side = isOver ? across : down;
  const along = isOver ? down : across;
  const round = Math.max(0, 1 - 3.2 * side * side) * (1 - 1.4 * along * along);
  const thread = noise(isOver ? column * 3.1 : row * 2.7, isOver ? row / 9 : column / 9);
  tint(point, JUTE);
  tint(point, JUTE_DARK, 0.75 * (1 - round));
  shade(point, 0.9 + 0.26 * thread);
  point.gloss = 0;
  point.height = 0.45 * width * round + thread;
}

const FAR = 0.3;

/** The scale of what lies at y: 1 at the front, and smaller towards a horizon. */
function scaleAt({ top }: Area, y: number): number {
  if (top <= 0) return 1;
  return FAR + (1 - FAR) * Math.min(1, Math.max(0, (y - top) / (FRONT - top)));
}

/** How far away from the front y is, along the ground. */
function distanceTo(area: Area, y: number): number {
  if (area.top <= 0) return y;
  return ((FRONT - area.top) / (1 - FAR)) * Math.log(scaleAt(area, y)) * 1.5;
}

const FRONT = 720;

const FIELDS: readonly Colour[] = ['#2f5d2e', '#44762f', '#6b8f3a', '#20452b'].map(colour);
const SKY = colour('#f6e3b4');
const HAZE = colour('#c3c37a');

/** A field out of focus in the morning: sky, trees and discs of light, down to `horizon`. */
export function drawField(canvas: Canvas, horizon: number, seed: number): void {
  const discs = Array.from({ length: 54 }, (_, index) => ({
    x: UNITS * (0.5 + 0.62 * noise(index * 7.7 + seed, 1.3) * 1.6),
    y: horizon * (0.62 + 0.5 * noise(index * 5.1 + seed, 9.7)),
    radius: 16 + 30 * Math.abs(noise(index * 3.3, seed + 5)),
    colour: index % 3 === 0 ? SKY : HAZE,
    share: 0.1 + 0.26 * Math.abs(noise(index * 2.9, seed + 8)),
  }));
  drawArea(canvas, { left: 0, top: 0, right: UNITS, bottom: horizon }, (x, y, point) => {
    const trees = horizon * (0.3 + 0.2 * layeredNoise(x / 210 + seed, 2.2, 0, 2));
    const shadow = layeredNoise(x / 130 + seed, y / 60, 0, 2);
    tint(point, FIELDS[0] ?? SKY);
    tint(point, FIELDS[1] ?? SKY, step(-0.3, 0.3, shadow));
    tint(point, FIELDS[2] ?? SKY, step(horizon * 0.55, horizon, y) * 0.75);
    tint(point, FIELDS[3] ?? SKY, step(0.1, -0.4, shadow) * 0.6);
    tint(point, SKY, step(trees + 40, trees - 40, y));
    for (const disc of discs) {
      const dx = x - disc.x;
      const dy = y - disc.y;
      const distance = dx * dx + dy * dy;
      if (distance < disc.radius ** 2)
        tint(
          point,
          disc.colour,
          disc.share * step(disc.radius, disc.radius - 5, Math.sqrt(distance)),
        );
    }
    // The sun is at the upper left.
    tint(point, SKY, 0.55 * step(620, 0, Math.sqrt(x * x + 2 * y * y)));
    point.gloss = SELF_LIT;
    point.height = 0;
    return true;
  });
}
