// Long produce, grains and leaves, each centred on the origin.
import { circle, ellipse, line, path, place } from '../paper.ts';

/** Kernels are round dots of a dashed line: five short paths instead of sixty circles. */
export function maizeCob(): string {
  const kernels = 'M-12-9C-15 6-14 22-12 34M-6-22C-9-4-8 16-7 36M0-31V36M6-22C8-4 8 16 7 36M12-9C15 6 14 22 12 34';
  return (
    path('M-15 36C-24 12-14-26 0-38C14-26 24 12 15 36Z', '#e39f22') +
    line(kernels, '#f8c453', 6, 'stroke-dasharray="0 6.8"') +
    path('M2 44C-24 42-34 20-31-8C-14 2 0 20 2 44Z', '#3a9659') +
    path('M-2 44C24 42 34 20 31-8C14 2 0 20-2 44Z', '#2a7d49') +
    path('M0 45C-10 36-12 22-9 8C0 18 5 30 0 45Z', '#57ab6b')
  );
}

/** An ear of wheat standing on (0, 40). */
export function wheatEar(grain = '#e2a93c', shade = '#c98d26'): string {
  let grains = '';
  for (let k = 0; k < 5; k++) {
    const y = 4 - k * 9;
    grains += path(`M0 ${y}C-10 ${y - 1}-12 ${y - 9}-9 ${y - 14}C-2 ${y - 11} 0 ${y - 6} 0 ${y}Z`, grain);
    grains += path(`M0 ${y}C10 ${y - 1} 12 ${y - 9} 9 ${y - 14}C2 ${y - 11} 0 ${y - 6} 0 ${y}Z`, shade);
  }
  return (
    line('M0 42V-6', '#b98a35', 2.4) +
    line('M-7-40L-11-50M7-40L11-50M0-46V-56', '#d7ab55', 1.4) +
    grains +
    path('M0-50C5-44 4-38 0-34C-4-38-5-44 0-50Z', grain)
  );
}

export function sorghumHead(): string {
  let dots = '';
  const widths = [4, 8, 11, 12, 12, 10, 7];
  widths.forEach((w, row) => {
    for (let x = -w; x <= w; x += 5.6)
      dots += circle(x + (row % 2) * 1.4, -34 + row * 6, 3.6, (row + Math.round(x)) % 2 ? '#a8432f' : '#8c3324');
  });
  return line('M0 42C1 24 0 10 0-4', '#6d8f3e', 3.4) + path('M1 30C14 8 26 6 34 12C22 12 12 20 1 38Z', '#4f9a4d') + dots;
}

export function riceEar(): string {
  const stems = 'M-6 42C-4 8 0-20 22-30M-4 12C4-8 12-14 26-12M-6 26C0 6 8 2 22 6M-4 0C-2-22 6-34 14-40';
  let grains = '';
  for (const [x, y, turn] of [
    [14, -40, 40],
    [6, -32, 20],
    [0, -22, 10],
    [22, -30, 60],
    [14, -24, 40],
    [7, -15, 25],
    [28, -12, 80],
    [20, -11, 70],
    [12, -6, 45],
    [24, 7, 90],
    [16, 6, 75],
    [8, 10, 50],
  ] as const)
    grains += `<ellipse rx="3" ry="6" transform="translate(${x} ${y})rotate(${turn})"/>`;
  const grainGroup = `<g fill="#e8c56a">${grains}</g>`;
  return line(stems, '#8fa64a', 2) + path('M-7 42C-26 22-30-2-26-22C-18-2-10 16-7 42Z', '#5fa257') + grainGroup;
}

export function carrot(): string {
  return (
    path(
      'M-2-16C-12-34-20-36-22-34C-16-30-10-24-4-14ZM-2-14C-4-34-2-42 2-44C5-40 4-26 2-14ZM2-16C8-30 16-36 22-34C18-28 10-22 4-13Z',
      '#3a9659',
    ) +
    path('M-12-14C-4-19 6-19 12-14C14 4 6 30 0 42C-6 30-14 4-12-14Z', '#ee8432') +
    path('M12-14C14 4 6 30 0 42C3 22 5 4 4-17C7-17 10-16 12-14Z', '#d66a1e') +
    line('M-9-4H-3M-7 10H-2M3 4H8M-3 24H1', '#c65d17', 1.6)
  );
}

export function banana(): string {
  return (
    path('M-30-20C-26 6-4 26 28 20L31 14C8 14-12 0-20-22Z', '#f4c23c') +
    path('M-30-20C-26 6-4 26 28 20L30 17C2 20-20 2-26-21Z', '#dba327') +
    path('M-31-19L-32-28L-24-30L-19-21Z', '#8c7a2e') +
    path('M28 20L31 14L35 15L33 20Z', '#5b4a24')
  );
}

export function mango(): string {
  return (
    path('M-6-26C14-30 30-14 28 6C26 24 8 30-8 26C-24 22-30 8-26-6C-23-16-16-24-6-26Z', '#f2a330') +
    path('M-6-26C14-30 30-14 28 6C26 16 20 22 12 25C20 4 8-16-14-23C-12-25-9-26-6-26Z', '#dd6a34') +
    path('M-9-25L-7-34L-3-33L-4-26Z', '#6d4b2a') +
    path('M-5-31C6-44 22-44 32-38C22-28 8-26-5-31Z', '#2f8450') +
    ellipse([-15, -6], [3, 7], '#fff', 'opacity=".4" transform="rotate(24 -15 -6)"')
  );
}

export function sweetPotato(base = '#b4576a', shade = '#943f55'): string {
  return (
    path('M-40 6C-30-4-22-18-2-18C18-18 26-6 42-8C32 2 26 18 0 18C-22 18-30 8-40 6Z', base) +
    path('M42-8C32 2 26 18 0 18C-14 18-22 14-29 10C-4 14 20 8 30-7C34-7 38-7 42-8Z', shade) +
    line('M-18-6H-10M2-8H10M-4 4H3M-22 4H-18', '#8a3a4e', 1.6)
  );
}

/** A broad leaf with its stalk at (0, 40); frilled like sukuma wiki, or smooth like spinach. */
export function leaf(base: string, rib: string, frilled: boolean): string {
  const edge = frilled
    ? 'M0 30C-8 30-10 24-16 24C-20 20-16 15-21 11C-26 6-20 0-24-6C-26-13-19-16-20-23C-17-30-11-28-8-34C-4-38 4-38 8-34C11-28 17-30 20-23C19-16 26-13 24-6C20 0 26 6 21 11C16 15 20 20 16 24C10 24 8 30 0 30Z'
    : 'M0 28C-16 24-22 8-20-8C-18-24-8-34 0-38C8-34 18-24 20-8C22 8 16 24 0 28Z';
  return (
    line('M0 44V20', rib, 5) +
    path(edge, base) +
    line('M0 40V-26', rib, 2.6) +
    line('M0 16L-13 6M0 16L13 6M0 2L-13-9M0 2L13-9M0-12L-9-21M0-12L9-21', rib, 1.6)
  );
}

export function peaPod(): string {
  let peas = '';
  for (const [x, y, r] of [
    [-21, 3, 5.5],
    [-10, 5, 7],
    [3, 4, 7.5],
    [16, 0, 6.5],
    [26, -5, 5],
  ] as const)
    peas += circle(x, y, r, '#8fc95e') + ellipse([x - r * 0.3, y - r * 0.35], [r * 0.3, r * 0.2], '#fff', 'opacity=".5"');
  return (
    path('M-38 2C-20-16 18-20 42-14C34 4 4 20-16 16C-28 14-34 8-38 2Z', '#3a9659') +
    peas +
    path('M-38 2C-22 14 20 10 42-14C36 12 4 24-16 18C-28 15-34 8-38 2Z', '#2a7d49') +
    line('M-38 2C-42 0-44-4-44-8', '#2a7d49', 3)
  );
}

export function bean(base: string, spot: string): string {
  return (
    path('M-13-2C-13-11-3-12 3-9C10-6 15-2 13 5C11 11 4 9 0 6C-5 3-13 6-13-2Z', base) +
    place(
      { x: 0, y: 0 },
      circle(-6, -4, 1.5, spot) + circle(5, 1, 1.7, spot) + circle(0, -4, 1.1, spot) + circle(8, 5, 1.2, spot),
    )
  );
}

export function pineapple(): string {
  const crown =
    'M0-14C-10-18-22-26-24-32C-16-30-10-28-7-24C-12-32-13-38-12-43C-6-38-3-34-1-28C-2-36 0-42 3-46C6-40 6-34 5-28C8-34 12-38 16-40C16-34 14-28 10-23C14-27 20-29 25-29C21-22 12-17 0-14Z';
  return (
    path(crown, '#2f8450') +
    path('M0-17C15-17 21-4 20 12C19 30 11 38 0 38C-11 38-19 30-20 12C-21-4-15-17 0-17Z', '#e6a42e') +
    path('M14-12C24 4 22 38 0 38C-5 38-9 36-12 33C12 32 18 8 14-12Z', '#cc8720') +
    line('M-18-2L8 37M-12-13L17 28M0-17L20 12M18-2L-8 37M12-13L-17 28M0-17L-20 12', '#a9691a', 1.5)
  );
}
