// Round produce, each centred on the origin. Light falls from the upper left: a highlight there, and a darker
// crescent on the lower right, the same on every piece.
import { circle, ellipse, line, path, place, short } from '../paper.ts';

/** The darker crescent of a ball of radius r. */
function crescent(r: number, fill: string): string {
  const [a, b, c] = [short(r * 0.87), short(r * -0.5), short(r * 1.3)];
  return path(`M${a} ${b}A${short(r)} ${short(r)} 0 0 1 ${b} ${a}A${c} ${c} 0 0 0 ${a} ${b}Z`, fill);
}

function shine(r: number): string {
  return ellipse(
    [0, 0],
    [r * 0.24, r * 0.14],
    '#fff',
    `opacity=".45" transform="translate(${short(r * -0.42)} ${short(r * -0.5)}) rotate(-38)"`,
  );
}

export function ball(r: number, base: string, shade: string): string {
  return circle(0, 0, r, base) + crescent(r, shade) + shine(r);
}

const calyx = 'M0-14L3-20L5-13L14-15L8-9L13-3L4-6L0 2L-3-6L-12-2L-7-9L-14-14L-5-13Z';

export function tomato(base = '#dd4b32', shade = '#bb3523'): string {
  return (
    path('M0-17C9-21 22-15 22 2C22 15 12 21 0 21C-12 21-22 15-22 2C-22-15-9-21 0-17Z', base) +
    path('M20-9C24 4 19 21 0 21C-7 21-13 19-17 14C2 17 17 9 20-9Z', shade) +
    path(calyx, '#2c7a4b') +
    ellipse([-13, -6], [3.5, 5.5], '#fff', 'opacity=".38" transform="rotate(24 -13 -6)"')
  );
}

export function orange(): string {
  return ball(21, '#f0922b', '#d97a1a') + path('M-1-17L1-21L3-16L7-17L3-13L4-9L0-12L-4-10L-2-14L-6-17Z', '#2c7a4b');
}

export function orangeHalf(): string {
  let segments = '';
  for (let turn = 0; turn < 360; turn += 45)
    segments += path('M0-2.5L6-13.5Q0-17-6-13.5Z', '#f29a35', `transform="rotate(${turn})"`);
  return circle(0, 0, 21, '#e9851f') + circle(0, 0, 18.5, '#fdebc4') + segments;
}

export function onion(): string {
  return (
    path('M-2-32L3-31C3-24 6-20 13-15C24-8 26 14 0 21C-26 14-24-8-13-15C-6-19-3-24-2-32Z', '#a63a5c') +
    path('M13-15C24-8 26 14 0 21C14 10 15-6 5-20C7-18 9-17 13-15Z', '#86294a') +
    line('M-5-14C-13-4-12 10-4 18M2-16C7-4 6 10 2 18', '#c9688a', 1.6) +
    line('M-4 21L-7 26M0 21V27M4 21L7 26', '#c9a979', 1.6)
  );
}

export function potato(base = '#d3a567', shade = '#b78549'): string {
  return (
    path('M-26 2C-27-12-12-19 2-18C18-17 28-9 26 4C24 16 10 19-4 18C-17 17-25 12-26 2Z', base) +
    path('M25-4C28 12 14 19-4 18C-13 17-20 15-24 9C-2 16 20 10 25-4Z', shade) +
    circle(-11, -4, 1.6, '#9a6d38') +
    circle(5, -8, 1.6, '#9a6d38') +
    circle(-2, 7, 1.6, '#9a6d38') +
    circle(13, 2, 1.6, '#8a5f2f')
  );
}

export function cabbage(): string {
  const vein = 'M0 24C0 6-1-6-2-18M-1 8C-6 0-10-4-16-8M-1 14C5 5 9 0 16-4M-2-4C-4-9-7-12-10-14';
  return (
    path('M-34 6C-38-12-24-22-14-24C-4-34 18-32 23-22C36-18 38-2 33 8C30 22 14 28 0 28C-16 28-31 22-34 6Z', '#4f9a4d') +
    path('M-27 4C-28-14-14-27 2-27C18-27 29-14 27 4C25 20 12 26 0 26C-13 26-26 18-27 4Z', '#9ccc72') +
    path('M25-7C31 14 16 26 0 26C-7 26-13 24-18 20C6 22 22 10 25-7Z', '#7fb85e') +
    line(vein, '#e6f3c8', 2)
  );
}

export function passionFruit(): string {
  return ball(21, '#6d3a63', '#54294d') + path('M-3-20L0-27L3-26L2-19Z', '#6b8f45');
}

export function passionHalf(): string {
  let seeds = '';
  for (const [x, y] of [
    [-6, -6],
    [3, -8],
    [8, -1],
    [5, 7],
    [-3, 8],
    [-9, 2],
    [0, 0],
  ] as const)
    seeds += ellipse([x, y], [1.8, 2.6], '#2d2a1e');
  return circle(0, 0, 20, '#5d3056') + circle(0, 0, 17, '#f6e6dc') + circle(0, 0, 14, '#f0a92c') + seeds;
}

export function egg(base = '#e9c9a2', shade = '#d6ad80'): string {
  return (
    path('M0-22C11-22 18-4 18 5C18 15 10 20 0 20C-10 20-18 15-18 5C-18-4-11-22 0-22Z', base) +
    path('M15-6C23 12 12 20 0 20C-6 20-11 18-14 15C4 17 15 8 15-6Z', shade) +
    ellipse([-7, -7], [3, 5.5], '#fff', 'opacity=".4" transform="rotate(18 -7 -7)"')
  );
}

export function avocadoHalf(): string {
  return (
    path(
      'M0-38C10-38 14-28 18-16C24-4 30 6 27 19C24 32 12 37 0 37C-12 37-24 32-27 19C-30 6-24-4-18-16C-14-28-10-38 0-38Z',
      '#2c5a35',
    ) +
    path(
      'M0-33C7-33 10-25 14-14C19-2 25 7 22 18C20 28 10 32 0 32C-10 32-20 28-22 18C-25 7-19-2-14-14C-10-25-7-33 0-33Z',
      '#b9d36c',
    ) +
    path('M0-28C5-28 8-21 11-12C16 0 20 8 18 17C16 24 8 27 0 27C-8 27-16 24-18 17C-20 8-16 0-11-12C-8-21-5-28 0-28Z', '#e3ecab') +
    place({ x: 0, y: 10 }, ball(12.5, '#80502e', '#653c20'))
  );
}

export function avocado(): string {
  return (
    path(
      'M0-34C9-34 13-25 17-14C23-3 27 7 25 18C22 30 11 34 0 34C-11 34-22 30-25 18C-27 7-23-3-17-14C-13-25-9-34 0-34Z',
      '#3a6b3c',
    ) +
    path('M18-11C25 5 30 34 0 34C-8 34-15 32-20 27C10 28 20 10 18-11Z', '#28512f') +
    path('M-3-33L-1-40L4-39L3-33Z', '#7a5a34') +
    ellipse([-10, -3], [3.5, 9], '#fff', 'opacity=".22" transform="rotate(18 -10 -3)"')
  );
}
