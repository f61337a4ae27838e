// The crops that are drawn as several pieces: heaps, sheaves, cut and growing roots.
import { circle, ellipse, line, type Placement, path, place, use } from '../paper.ts';
import { bean, wheatEar } from './produce-long.ts';

export const put = (art: string, x: number, y: number, scale = 1, turn = 0, more: Partial<Placement> = {}): string =>
  place({ x, y, scale, turn, ...more }, art);

/** Two beans, drawn once each and laid nine times. */
export function beanHeap(top: number, count = 3): string {
  const defs = `<defs><g id="b">${bean('#a8432f', '#e9b79a')}</g><g id="c">${bean('#c9805f', '#7d2f20')}</g></defs>`;
  let heap = '';
  let laid = 0;
  for (let row = 0; row < count; row++) {
    for (let k = 0; k <= row + 1; k++) {
      const turn = ((row * 47 + k * 61) % 50) - 25;
      heap += use(laid++ % 3 ? 'b' : 'c', { x: 60 + (k - (row + 1) / 2) * 21, y: top + row * 11, turn });
    }
  }
  return defs + heap;
}

export function lentilHeap(): string {
  let heap = path('M-36 4C-26-16-12-24 0-24C12-24 26-16 36 4Z', '#b9692d');
  for (let row = 0; row < 4; row++)
    for (let k = -row - 1; k <= row + 1; k++)
      heap += circle(k * 7 + (row % 2 ? 2 : 0), -18 + row * 6, 3.7, (k + row) % 2 ? '#d98742' : '#c97733');
  return heap;
}

export function wheatSheaf(): string {
  const ear = (x: number, turn: number, scale: number) => use('w', { x, y: 47, scale, turn });
  return `<defs><g id="w">${wheatEar()}</g></defs>${ear(44, -18, 0.7)}${ear(76, 18, 0.7)}${ear(52, -8, 0.76)}${ear(68, 8, 0.76)}${ear(60, 0, 0.8)}${line('M52 66H68', '#a8432f', 5)}`;
}

export function watermelon(): string {
  const whole =
    ellipse([72, 44], [33, 28], '#2a7d49') +
    line('M50 26C44 38 45 52 52 64M62 18C56 34 57 54 64 71M80 17C86 34 86 54 80 71M94 25C101 38 101 52 93 65', '#17553a', 4.4);
  const rind =
    path('M18 46H94A38 32 0 0 1 18 46Z', '#1f6b43') +
    path('M23 46H89A33 27 0 0 1 23 46Z', '#e6f0c0') +
    path('M27 46H85A29 23 0 0 1 27 46Z', '#dc4b3e') +
    path('M56 69A29 23 0 0 0 85 46H74C74 56 66 65 56 69Z', '#c53b31');
  return whole + rind + line('M40 55L39 58M50 59V62M62 59V62M72 55L73 58M56 51V54M45 51L44 53M67 51L68 53', '#3a1a16', 2.6);
}

export function cassava(): string {
  const tuber =
    path('M-44-4C-34-14-8-16 14-12C28-10 38-4 44 4C34 10 16 13-6 12C-26 12-40 8-44-4Z', '#8a5a38') +
    path('M44 4C34 10 16 13-6 12C-22 12-34 9-40 3C-10 8 20 6 32-6C37-3 41 0 44 4Z', '#6f4528') +
    line('M-28-6H-20M-8-8H2M-14 2H-6M14-4H20', '#5b3620', 1.6);
  const cut =
    path('M-14 0C-14-12-6-17 3-17H34C42-12 42 12 34 17H3C-6 17-14 12-14 0Z', '#8a5a38') +
    ellipse([0, 0], [14, 17], '#8a5a38') +
    ellipse([0, 0], [12, 14.5], '#fbf3e2') +
    circle(0, 0, 2, '#e2d3b4');
  return put(tuber, 62, 38, 0.9, -14) + put(cut, 46, 58, 0.86) + put(tuber, 82, 63, 0.56, 6);
}

export function arrowroot(): string {
  const blade = 'M0 26C-8 14-26 12-26-2C-26-18-10-26 0-40C10-26 26-18 26-2C26 12 8 14 0 26Z';
  const corm =
    path('M-15-14H15C20 4 14 26 0 30C-14 26-20 4-15-14Z', '#8a5a45') +
    path('M4-14H15C20 4 14 26 0 30C6 18 8 2 4-14Z', '#6d4434') +
    line('M-16-6H16M-17 3H17M-15 12H15M-11 20H11', '#5b3628', 1.8);
  return (
    line('M55 54C52 44 44 38 40 32M60 54V32M65 54C68 44 76 38 80 32', '#8fae5a', 4.5) +
    put(path(blade, '#2a7d49') + line('M0 24V-26M0 6L-14 0M0 6L14 0', '#8fc79a', 1.8), 38, 30, 0.6, -34) +
    put(path(blade, '#2a7d49') + line('M0 24V-26M0 6L-14 0M0 6L14 0', '#8fc79a', 1.8), 82, 30, 0.6, 34) +
    put(path(blade, '#3a9659') + line('M0 24V-26M0 6L-14 0M0 6L14 0', '#b5dfb5', 1.8), 60, 28, 0.66) +
    put(corm, 60, 56, 0.8)
  );
}

export function capsicum(base: string, shade: string): string {
  return (
    path(
      'M-4-20C-14-26-26-20-25-4C-24 14-18 28-8 29C-4 29-2 27 0 26C2 28 5 29 9 29C19 28 24 14 25-4C26-20 14-26 4-20C2-21-2-21-4-20Z',
      base,
    ) +
    path('M4-20C14-26 26-20 25-4C24 14 19 28 9 29C5 29 2 28 0 26C10 14 10-8 4-20Z', shade) +
    line('M-7-18C-13-4-12 14-7 25', shade, 1.8) +
    path('M-9-19C-5-24 5-24 9-19L3-18L0-15L-3-18Z', '#2c6b3f') +
    line('M0-20C0-27 3-30 7-31', '#2c6b3f', 4) +
    ellipse([-17, -7], [2.6, 7], '#fff', 'opacity=".4" transform="rotate(8 -17 -7)"')
  );
}
