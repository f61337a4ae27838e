// What is celebrated: a payment that arrived, goods that changed hands, a farm's first sale. In middle tones, as the empty states are.
import { circle, ellipse, line, path, place, sheet } from './paper.ts';
import { leaf } from './produce/produce-long.ts';

const green = '#2f8f5f';
const gold = '#f2b134';
const soil = '#c2543d';
const paper = '#f3ead6';
const wood = '#c6924f';

/** Paper that flies up around what is celebrated. */
const confetti = [
  circle(34, 42, 4, gold),
  circle(168, 50, 4, soil),
  circle(52, 20, 3.5, green),
  circle(148, 18, 3.5, gold),
  line('M24 68L32 74', green, 4),
  line('M176 78L168 84', gold, 4),
  line('M70 12L74 20', soil, 4),
  line('M128 10L124 18', green, 4),
].join('');

const scene = (body: string): string =>
  sheet({
    width: 200,
    height: 150,
    body:
      circle(100, 78, 62, '#4a9a68', 'opacity=".18"') +
      ellipse([100, 132], [48, 5], '#0f3d2e', 'opacity=".22"') +
      confetti +
      body,
  });

const tick = (x: number, y: number, radius: number): string =>
  circle(x, y, radius, green) +
  line(
    `M${x - radius / 2} ${y}L${x - radius / 8} ${y + radius / 2.6}L${x + radius / 2} ${y - radius / 2.6}`,
    '#fff',
    5,
    'stroke-linejoin="round"',
  );

/** A phone that shows a tick, and a coin. */
function drawPaid(): string {
  return scene(
    path('M78 30H122C127 30 130 33 130 38V122C130 127 127 130 122 130H78C73 130 70 127 70 122V38C70 33 73 30 78 30Z', '#3d5a4a') +
      path('M76 40H124V118H76Z', paper) +
      tick(100, 76, 19) +
      circle(136, 112, 17, '#d1912a') +
      circle(136, 110, 17, gold) +
      line('M130 110H142M136 104V116', '#8a5f14', 4),
  );
}

const crate = (y: number): string =>
  path(`M58 ${y}H142V${y + 44}H58Z`, '#a8763a') +
  path(`M56 ${y}H144V${y + 13}H56ZM56 ${y + 17}H144V${y + 30}H56ZM56 ${y + 34}H144V${y + 46}H56Z`, wood);

/** A full crate between two hands. */
function drawHandedOver(): string {
  const produce =
    circle(78, 76, 15, soil) +
    circle(124, 76, 14, gold) +
    circle(101, 70, 17, '#d65b42') +
    place({ x: 101, y: 56, scale: 0.5, turn: 12 }, leaf(green, '#a9d8a0', true));
  const hand = (flip: boolean) =>
    place(
      { x: flip ? 156 : 44, y: 112, flip },
      path('M-14 -8C-4 -14 10 -12 18 -6L30 -4C34 -3 34 4 29 5L12 6C4 12 -8 12 -14 10Z', '#8d5a3a'),
    );
  return scene(produce + crate(82) + hand(false) + hand(true));
}

/** A basket with a star above it. */
function drawFirstSale(): string {
  const star = path('M100 22L107 38L124 40L111 51L115 68L100 59L85 68L89 51L76 40L93 38Z', gold);
  return scene(star + circle(80, 88, 13, soil) + circle(120, 88, 13, '#d65b42') + circle(100, 84, 15, green) + crate(90));
}

export const moments: Record<string, () => string> = {
  paid: drawPaid,
  'handed-over': drawHandedOver,
  'first-sale': drawFirstSale,
};
