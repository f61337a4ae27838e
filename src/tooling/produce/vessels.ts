import { type Canvas, drawArea } from './canvas.ts';
import { weave, wood } from './grounds.ts';
import { noise, step } from './noise.ts';
import { colour, shade, tint } from './surfaces.ts';

/*
 * The vessels that things lie in, seen from the front and a little from above. Each is drawn in two
 * parts: the front before what lies in it, the back and the inside after it. The heights are in
 * units, as everywhere.
 */

export type Vessel = {
  drawBack: (canvas: Canvas) => void;
  drawFront: (canvas: Canvas) => void;
  /** The opening, where things lie. */
  opening: { x: number; y: number; halfWidth: number; halfDepth: number; isRound: boolean };
};

const DARK = colour('#2a1a10');

/** A crate of boards. */
export function crate(seed: number): Vessel {
  const [left, right, back, front, bottom] = [95, 905, 215, 560, 715];
  const board = (canvas: Canvas, top: number, base: number, number: number) =>
    drawArea(canvas, { left, top, right, bottom: top + 66 }, (x, y, point) => {
      wood(point, x + number * 211, y, seed + number);
      const edge = Math.min(y - top, top + 66 - y, x - left, right - x);
      const isNailed = Math.min(x - left, right - x);
      const nail = Math.sqrt((isNailed - 26) ** 2 + (y - top - 33) ** 2);
      shade(point, 0.72 + 0.28 * step(0, 5, edge));
      if (nail < 5) tint(point, DARK, 0.75);
      point.height = base + point.height + 7 * step(0, 8, edge);
      return true;
    });
  const upright = (canvas: Canvas, x0: number, base: number) =>
    drawArea(
      canvas,
      { left: x0, top: back - 26, right: x0 + 46, bottom: front + 16 },
      (x, y, point) => {
        wood(point, y, x, seed + x0);
        const edge = Math.min(x - x0, x0 + 46 - x);
        shade(point, 0.75 + 0.25 * step(0, 5, edge));
        point.height = base + point.height + 6 * step(0, 7, edge);
        return true;
      },
    );
  return {
    drawBack(canvas) {
      board(canvas, back - 22, 92, 1);
      drawArea(canvas, { left, top: back, right, bottom }, (x, y, point) => {
        wood(point, x, y, seed + 9);
        tint(point, DARK, 0.7);
        point.height = 8;
        return true;
      });
    },
    drawFront(canvas) {
      board(canvas, front, 150, 2);
      drawArea(canvas, { left, top: front + 66, right, bottom: front + 80 }, (_, __, point) => {
        tint(point, DARK);
        point.gloss = 0;
        point.height = 40;
        return true;
      });
      board(canvas, front + 80, 150, 3);
      upright(canvas, left - 12, 118);
      upright(canvas, right - 34, 118);
    },
    opening: { x: 500, y: 405, halfWidth: 372, halfDepth: 150, isRound: false },
  };
}

type Round = {
  /** The opening's middle and half its width and depth. */
  x: number;
  y: number;
  halfWidth: number;
  halfDepth: number;
  /** Where it stands, and how far it bulges below its opening. */
  bottom: number;
  bulge: number;
  rim: number;
};

function round(
  shape: Round,
  paint: (x: number, y: number, down: number, point: Parameters<typeof wood>[0]) => void,
): Vessel {
  const { x: cx, y: cy, halfWidth, halfDepth, bottom, bulge, rim } = shape;
  const drawRim = (canvas: Canvas, isFront: boolean) =>
    drawArea(
      canvas,
      {
        left: cx - halfWidth - rim,
        right: cx + halfWidth + rim,
        top: isFront ? cy : cy - halfDepth - rim,
        bottom: isFront ? cy + halfDepth + rim : cy,
      },
      (x, y, point) => {
        const dx = (x - cx) / halfWidth;
        const dy = (y - cy) / halfDepth;
        const distance = Math.sqrt(dx * dx + dy * dy);
        const stretch = distance === 0 ? 1 : Math.sqrt((x - cx) ** 2 + (y - cy) ** 2) / distance;
        const side = ((distance - 1) * stretch) / rim;
        if (Math.abs(side) > 1) return false;
        const angle = Math.atan2(dy, dx);
        paint(angle * halfWidth * 1.1, side * rim, 0, point);
        point.height += 96 + 40 * Math.max(0, dy) + rim * Math.sqrt(1 - side * side);
        return true;
      },
    );
  return {
    drawBack(canvas) {
      drawRim(canvas, false);
      const reach = { left: cx - halfWidth, right: cx + halfWidth };
      drawArea(canvas, { ...reach, top: cy - halfDepth, bottom: cy + halfDepth }, (x, y, point) => {
        if (((x - cx) / halfWidth) ** 2 + ((y - cy) / halfDepth) ** 2 > 1) return false;
        tint(point, DARK);
        point.gloss = 0;
        point.height = 20;
        return true;
      });
    },
    drawFront(canvas) {
      drawRim(canvas, true);
      const widest = halfWidth * (1 + Math.max(0, bulge));
      drawArea(
        canvas,
        { left: cx - widest, right: cx + widest, top: cy, bottom: bottom + 40 },
        (x, y, point) => {
          const middle = (y - cy) / (bottom - cy);
          const width = halfWidth * (1 + bulge * Math.max(0, middle) ** (bulge < 0 ? 1.6 : 0.5));
          const side = (x - cx) / width;
          if (Math.abs(side) >= 1) return false;
          const curve = Math.sqrt(1 - side * side);
          const upper = cy + halfDepth * curve;
          const lower = bottom - 46 + 46 * curve;
          if (y < upper || y > lower) return false;
          paint(
            Math.asin(side) * halfWidth * 1.1,
            y - halfDepth * curve,
            (y - upper) / (lower - upper),
            point,
          );
          const foot = step(0, 26, lower - y);
          shade(point, 0.55 + 0.45 * foot);
          point.height += 20 + 150 * curve - 26 * (1 - foot);
          return true;
        },
      );
    },
    opening: {
      x: cx,
      y: cy,
      halfWidth: halfWidth * 1.02,
      halfDepth: halfDepth * 0.8,
      isRound: true,
    },
  };
}

/** A gunny sack that is open, with its edge rolled down. */
export const sack = (seed: number): Vessel =>
  round(
    { x: 500, y: 330, halfWidth: 300, halfDepth: 118, bottom: 735, bulge: 0.13, rim: 30 },
    (x, y, down, point) => {
      const crease = noise(x / 60 + seed, y / 150);
      weave(point, x + 6 * crease, y, 6.5);
      shade(point, 0.86 + 0.22 * crease);
      point.height += 12 * crease * (down > 0 ? 1 : 0.4);
    },
  );

const SISAL = colour('#d9bd8b');
const STRIPES = ['#7b2d26', '#1f4a3d', '#2e2a33'].map(colour);

/** A kiondo: a basket of sisal with coloured bands. */
export const basket = (seed: number): Vessel =>
  round(
    { x: 500, y: 350, halfWidth: 345, halfDepth: 140, bottom: 730, bulge: -0.13, rim: 17 },
    (x, y, down, point) => {
      const row = Math.floor(y / 9);
      const slant = (x + (row & 1) * 7) / 14;
      const across = y / 9 - row - 0.5;
      const along = slant - Math.floor(slant) - 0.5;
      const stitch = Math.max(0, 1 - 3 * across * across) * Math.max(0, 1 - 2.4 * along * along);
      const band = Math.floor(down * 9.99);
      tint(point, SISAL);
      const stripe = STRIPES[(band + Math.floor(seed)) % 3];
      if (stripe && (band === 2 || band === 3 || band === 6)) tint(point, stripe, 0.88);
      shade(point, (0.5 + 0.5 * stitch) * (0.92 + 0.2 * noise(slant, row)));
      point.gloss = 0.03;
      point.height = 4 * stitch;
    },
  );
