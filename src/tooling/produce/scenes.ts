import { createRandom, type Random } from '#demo/seed/random.ts';
import {
  type Canvas,
  createCanvas,
  drawStamp,
  makeStamp,
  type Place,
  type Stamp,
  UNITS,
  type View,
} from './canvas.ts';
import { drawField, sacking, soil, table } from './grounds.ts';
import { light, morning, noon } from './light.ts';
import type { Subject } from './subject.ts';
import { basket, crate, sack, type Vessel } from './vessels.ts';

export const PICTURE = { width: 960, height: 720 } as const;
/** Drawn a little smaller: the difference is hardly seen, and it takes two thirds of the time. */
const RENDERED_WIDTH = 768;

export type Drawn = { pixels: Uint8ClampedArray; width: number; height: number };

const HORIZON = 150;
const FLOOR = 750;
const STAMPS = 5;
/** How much larger things are in a picture that shows nothing else. */
const CLOSENESS = 1.75;

type Shot = { seed: number; width?: number };

/** Draws a scene. The same seed always gives the same one. */
export function drawScene(
  subject: Subject,
  scene: Scene,
  { seed, width = RENDERED_WIDTH }: Shot,
): Drawn {
  const random = createRandom(seed);
  const height = Math.round((width * PICTURE.height) / PICTURE.width);
  const canvas = createCanvas(width, height, viewOf(scene, random));
  const things = createThings(subject, random, canvas.scale * (scene === 'close' ? CLOSENESS : 1));
  scenes[scene](canvas, things, random);
  const pixels = light(canvas, random.isTrue(0.5) ? noon : morning);
  return { pixels, width, height };
}

/** No two photos are taken from the same place. */
function viewOf(scene: Scene, random: Random): View {
  const zoom = scene === 'close' ? 1.05 : 1.16 + random.next() * 0.3;
  const [halfWidth, halfHeight] = [UNITS / zoom / 2, FLOOR / zoom / 2];
  const x = 500 + (random.next() - 0.5) * 110;
  const y = 385 + (random.next() - 0.5) * 60;
  return {
    zoom,
    x: Math.min(UNITS - halfWidth, Math.max(halfWidth, x)),
    y: Math.min(FLOOR - halfHeight, Math.max(halfHeight, y)),
  };
}

type Things = Subject & { random: Random; draw: (canvas: Canvas, place: Place) => void };

function createThings(subject: Subject, random: Random, scale: number): Things {
  const { fan } = subject;
  const side = Math.min(420, Math.max(40, Math.round(subject.size * 2 * scale * 1.1)));
  const stamps = Array.from({ length: subject.kind === 'grain' ? 12 : STAMPS }, () =>
    makeStamp(subject.surface(random), side),
  );
  const tone = () => 0.9 + random.next() * 0.18;
  const one = (canvas: Canvas, place: Place) =>
    drawStamp(canvas, random.pick<Stamp>(stamps), { tone: tone(), ...place });
  const draw = (canvas: Canvas, place: Place) => {
    const { angle = 0, radius, x, y, base = 0 } = place;
    if (!fan) return one(canvas, place);
    for (let number = fan.things - 1; number >= 0; number--) {
      const share = number / (fan.things - 1) - 0.5;
      const turn = angle + share * fan.spread * 2;
      one(canvas, {
        ...place,
        x: x + Math.sin(turn) * radius * 0.3,
        y: y - Math.cos(turn) * radius * 0.3,
        angle: turn,
        base: base + number * 4,
      });
    }
  };
  return { ...subject, random, draw };
}

type Turning = { random: Random; lies?: number; turns?: number };

const angleOf = ({ random, lies = 0, turns = 0.5 }: Turning) =>
  (random.isTrue(0.5) ? lies : -lies) + (random.next() - 0.5) * 2 * turns;

type Spot = Place & { radius: number };

/** Spots in a vessel: a layer inside it and one on top. From back to front. */
function fill({ opening }: Vessel, { size, width = size, random, ...things }: Things): Spot[] {
  const { x: cx, y: cy, halfDepth, isRound } = opening;
  const lying = things.lies ?? 0;
  const halfLength = size * Math.abs(Math.sin(lying)) + width * Math.abs(Math.cos(lying));
  const halfWidth = Math.max(width * 0.3, opening.halfWidth - halfLength * (isRound ? 0.75 : 0.95));
  const stepX = width * (things.kind === 'bunches' ? 1.7 : 1.45);
  const spots: Spot[] = [];
  for (const layer of things.kind === 'bunches' ? [0] : [0, 1]) {
    const shrunk = layer === 0 ? 1 : 0.8;
    const rows = Math.max(
      1,
      Math.round(
        (2 * halfDepth * shrunk) /
          (Math.min(width, halfDepth) * (things.kind === 'bunches' ? 1.1 : 0.85)),
      ),
    );
    for (let row = 0; row <= rows; row++) {
      const y = halfDepth * shrunk * ((2 * row) / rows - 1);
      const reach = halfWidth * shrunk * (isRound ? Math.sqrt(1 - (y / halfDepth) ** 2 * 0.98) : 1);
      for (let x = -reach + ((row + layer) % 2) * stepX * 0.5; x <= reach; x += stepX) {
        const middle = Math.max(0, 1 - (x / halfWidth) ** 2);
        const lift = (layer * 0.55 + 0.5 * middle) * width;
        spots.push({
          x: cx + x + (random.next() - 0.5) * width * 0.4,
          y: cy + y - lift * 0.55 + (random.next() - 0.5) * width * 0.3,
          radius: size * (0.88 + random.next() * 0.22),
          angle: angleOf({ random, ...things }),
          base: 34 + lift * 0.5 + (y / halfDepth) * 22,
        });
      }
    }
  }
  return spots;
}

/** Spots of a round heap. From back to front. */
function pile({ random, ...things }: Things, zoom: number): Spot[] {
  const size = things.size * zoom;
  const width = (things.width ?? things.size) * zoom;
  const [top, bottom] = [270, 590];
  const rows = Math.max(2, Math.round((bottom - top) / (width * 0.72)));
  const spots: Spot[] = [];
  for (let row = 0; row <= rows; row++) {
    const down = row / rows;
    const half = 390 * Math.sqrt(Math.max(0.05, 1 - (1 - down) ** 2 * 0.94));
    const y = top + (bottom - top) * down;
    for (let x = -half + (row % 2) * width * 0.7; x <= half; x += width * 1.4)
      spots.push({
        x: 500 + x + (random.next() - 0.5) * width * 0.5,
        y: y + (1 - (x / 400) ** 2) * 30 + (random.next() - 0.5) * width * 0.4,
        radius: size * (0.86 + random.next() * 0.24),
        angle: angleOf({ random, ...things }),
        base: 8 + width * 1.1 * Math.sin(0.25 + Math.min(1, down) * 2.4) * (1 - (x / 560) ** 2),
      });
  }
  return spots;
}

/** Spots over the whole picture, in two layers so that nothing below shows. From back to front. */
function everywhere({ random, size, width = size, ...things }: Things, zoom: number): Spot[] {
  const spots: Spot[] = [];
  for (const layer of [0, 1])
    for (let row = 0, y = -width; y < FLOOR + size; y += width * zoom * 0.9, row++)
      for (
        let x = ((row + layer) % 2) * width * zoom * 0.8 - width;
        x < UNITS + width;
        x += width * zoom * 1.6
      )
        spots.push({
          x: x + (random.next() - 0.5) * width * zoom,
          y: y + (random.next() - 0.5) * width * zoom * 0.6,
          radius: size * zoom * (0.88 + random.next() * 0.22),
          angle: angleOf({ random, ...things }),
          base: (random.next() * 0.6 + layer * 0.7) * width * zoom + 20,
        });
  return spots;
}

/** Spots of jars that stand, those behind between those in front. */
function standing({ random, size }: Things, rows: readonly number[]): Spot[] {
  return rows.flatMap((jars, row) => {
    const nearness = 0.84 + 0.16 * row;
    return Array.from({ length: jars }, (_, at) => ({
      x: 500 + (at - (jars - 1) / 2) * size * 1.24 * nearness + (random.next() - 0.5) * 24,
      y: 470 + row * 92 - size * nearness * 0.35 + (random.next() - 0.5) * 16,
      radius: size * nearness * 1.12,
      angle: 0,
      base: 20 + row * 60,
    }));
  });
}

function drawThings(canvas: Canvas, things: Things, spots: Spot[]) {
  for (const spot of spots.toReversed()) things.draw(canvas, spot);
}

/** A ground at random, with a field behind it if there is a horizon. */
function drawGround(canvas: Canvas, random: Random, horizon: number) {
  const area = { left: 0, top: horizon, right: UNITS, bottom: FLOOR };
  random.pick(horizon > 0 ? [table, soil] : [soil, table, sacking])(
    canvas,
    area,
    random.next() * 90,
  );
  if (horizon > 0) drawField(canvas, horizon, random.next() * 90);
}

const inVessel =
  (makeVessel: (seed: number) => Vessel, horizons: readonly number[]) =>
  (canvas: Canvas, things: Things, random: Random) => {
    const vessel = makeVessel(random.next() * 90);
    vessel.drawFront(canvas);
    drawThings(canvas, things, fill(vessel, things));
    vessel.drawBack(canvas);
    drawGround(canvas, random, random.pick(horizons));
  };

const scenes = {
  crate: inVessel(crate, [0, 0, HORIZON]),
  basket: inVessel(basket, [HORIZON + 60, 0]),
  sack: inVessel(sack, [HORIZON + 50, 0]),
  heap(canvas, things, random) {
    drawThings(canvas, things, pile(things, 1.1));
    drawGround(canvas, random, random.pick([HORIZON, 0]));
  },
  close(canvas, things) {
    drawThings(canvas, things, everywhere(things, CLOSENESS));
    drawGround(canvas, things.random, 0);
  },
  stand(canvas, things, random) {
    drawThings(canvas, things, standing(things, [4, 3]));
    drawGround(canvas, random, HORIZON + 140);
  },
  near(canvas, things, random) {
    const large = { ...things, size: things.size * 1.3 };
    drawThings(canvas, large, standing(large, [3, 2]));
    drawGround(canvas, random, HORIZON + 140);
  },
} satisfies Record<string, (canvas: Canvas, things: Things, random: Random) => void>;

export type Scene = keyof typeof scenes;
