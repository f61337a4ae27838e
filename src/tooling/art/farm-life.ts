// What lives on the farm: each stands on the origin.
import { circle, ellipse, line, path } from './paper.ts';

/** Defined once and placed by <use>: two dozen plants for the price of one. */
export function maizePlant(id: string, light: string, dark: string): string {
  const blades = (
    [
      [-24, 58, 1],
      [-42, 64, -1],
      [-62, 58, 1],
      [-80, 50, -1],
      [-96, 40, 1],
    ] as const
  )
    .map(([y, reach, side]) => {
      const x = (share: number) => Math.round(side * reach * share);
      return path(
        `M0 ${y}C${x(0.45)} ${y - 34} ${x(0.9)} ${y - 22} ${x(1)} ${y + 16}C${x(0.62)} ${y - 8} ${x(0.3)} ${y - 6} 0 ${y + 10}Z`,
        side > 0 ? light : dark,
      );
    })
    .join('');
  const tassel = line(
    'M0-126C-6-142-4-156-14-162M0-126V-170M0-126C6-142 4-156 14-162M0-134C-4-148-4-158-7-168M0-134C4-148 4-158 7-168',
    '#e9b949',
    3,
  );
  const cob =
    path('M4-66C19-73 23-94 15-106C6-98 1-82 4-66Z', '#f2b134') +
    path('M3-62C-3-76 2-90 8-98C12-86 12-72 3-62ZM4-62C16-66 22-78 23-90C12-86 6-76 4-62Z', light);
  return `<g id="${id}">${line('M0 0C-2-40 2-80 0-128', '#1c5a34', 6)}${blades}${tassel}${cob}</g>`;
}

export function cypress(id: string): string {
  return `<g id="${id}">${path('M-3 0V-20H3V0Z', '#3b2a1c')}${path('M0-104C14-78 22-40 18-20C12-8-12-8-18-20C-22-40-14-78 0-104Z', '#1d5c3c')}${path('M0-104C14-78 22-40 18-20C14-12 6-10 0-11C10-34 10-74 0-104Z', '#154a30')}</g>`;
}

export function acacia(): string {
  return `<g fill="#163f2c"><path d="M-5 0C-3-46-14-70-34-96L-26-98C-12-82-4-72-1-56C2-74 12-90 34-104L40-99C16-80 8-50 7 0Z"/><path d="M-112-100C-104-124-60-140-6-142C58-144 112-124 122-102C86-110 62-98 34-104C4-110-18-96-44-102C-68-107-88-96-112-100Z"/></g>${path('M-96-112C-64-138-10-146 40-140C80-134 104-122 114-110C70-122 40-116 4-118C-34-120-64-114-96-112Z', '#23573c')}`;
}

/** The house with its iron roof, the kitchen with its smoke, the water tank. */
export function homestead(): string {
  const house =
    path('M-44 0V-42H44V0Z', '#f6e8cb') +
    path('M12 0V-42H44V0Z', '#dcc7a0') +
    path('M-58-38L-32-78H34L60-38Z', '#b5482f') +
    path('M12-38L34-78L60-38Z', '#8f3622') +
    line('M-44-40L-22-76M-28-40L-8-76M-12-40L4-76', '#9c3d27', 1.6);
  const openings =
    path('M-12 0V-28H4V0Z', '#5a3a22') +
    path('M-36-14V-29H-21V-14Z', '#4d7480') +
    path('M20-14V-29H35V-14Z', '#40636e') +
    path('M-37-13H-20V-11H-37Z', '#dcc7a0');
  const kitchen =
    path('M-104 4V-24H-66V4Z', '#c99a68') +
    path('M-78 4V-24H-66V4Z', '#ab7d4e') +
    path('M-112-22L-86-52L-58-22Z', '#8b6a3e') +
    path('M-86-52L-58-22H-78Z', '#70532e');
  const smoke = path(
    'M-88-56C-98-72-78-82-90-98C-98-112-80-122-86-140C-74-124-88-114-78-100C-66-84-86-74-82-56Z',
    '#fff',
    'opacity=".42"',
  );
  const tank = path('M58 2V-30H84V2Z', '#17382b') + path('M74 2V-30H84V2Z', '#0e2a20') + ellipse([71, -30], [13, 4], '#2d5a48');
  return smoke + kitchen + tank + house + openings;
}

export function cow(): string {
  return (
    path(
      'M-30-34C-20-38 12-37 22-36C26-42 34-44 40-38C44-34 42-28 36-26C32-26 30-24 28-20C26-14 26-6 26 0H21L20-14H-18L-20 0H-25L-27-16C-31-20-34-28-30-34Z',
      '#f4ecdc',
    ) +
    path(
      'M-22-36C-10-38-4-36-2-30C0-22-14-18-20-24C-24-28-26-34-22-36ZM12-36C20-37 24-34 22-28C18-24 10-28 12-36ZM34-42C40-42 43-36 41-31L34-34Z',
      '#3b2a22',
    ) +
    line('M-30-32C-36-28-35-20-36-12', '#f4ecdc', 2.4)
  );
}

/** A woman picking tea, to the waist in the bushes, her basket on her back. */
export function teaPicker(): string {
  const basket =
    path('M18-86C34-92 50-88 54-78L46-34C38-28 26-30 20-36Z', '#c79a5f') +
    path('M40-90C48-88 53-84 54-78L46-34C42-31 38-30 34-30C42-46 46-70 40-90Z', '#a97c44') +
    line('M22-72C32-68 44-68 52-70M22-56C32-52 42-52 49-54', '#8f6735', 2.4) +
    path('M18-86C30-78 46-76 54-78C48-90 30-96 18-86Z', '#3a9a5b');
  const body =
    path('M-20-92C-8-100 14-98 24-88C30-66 28-30 32 0H-28C-26-30-30-66-20-92Z', '#a8432f') +
    path('M24-88C30-66 28-30 32 0H8C16-30 20-62 12-96C17-94 21-92 24-88Z', '#8a3424');
  const arm =
    path('M-18-88C-30-78-46-58-52-40C-54-32-46-28-42-34C-34-48-18-58-8-68Z', '#a8432f') +
    path('M-50-44C-58-38-62-30-60-26C-54-24-46-28-42-36Z', '#6b3f2a');
  const head =
    path('M-10-94L-12-110H6V-92C2-88-6-88-10-94Z', '#5a3322') +
    ellipse([-5, -118], [15, 18], '#6b3f2a') +
    path('M-21-122C-22-142 4-150 14-136C22-126 18-110 8-104C8-116-2-126-21-122Z', '#f2b134') +
    circle(15, -112, 6, '#d9921d');
  const bush =
    path('M-78 8C-80-8-64-16-54-10C-48-22-30-22-24-12C-14-22 6-20 10-10C20-20 38-18 42-8C56-14 68-4 66 10Z', '#2c8a52') +
    path(
      'M-70 0C-68-8-60-12-54-8M-22-8C-14-16 2-14 8-8M42-6C52-10 60-4 62 2',
      'none',
      'stroke="#6cc088" stroke-width="4" stroke-linecap="round"',
    );
  return basket + body + arm + head + bush;
}

export function birds(flock: readonly (readonly [number, number, number])[]): string {
  return flock
    .map(([x, y, scale]) =>
      path(
        'M-22 0C-14-12-6-10 0 0C6-10 14-12 22 0C14-5 6-4 0 6C-6-4-14-5-22 0Z',
        '#3b4a4a',
        `opacity=".7" transform="translate(${x} ${y}) scale(${scale})"`,
      ),
    )
    .join('');
}
