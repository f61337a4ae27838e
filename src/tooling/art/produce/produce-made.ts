// What a farm makes besides fruit and roots: milk, honey, baskets, branches of coffee and tea.
import { circle, ellipse, line, path } from '../paper.ts';

/** The steel churn that goes to the dairy each morning. */
export function churn(): string {
  return (
    line('M-19-16C-30-12-30 4-23 6M19-16C30-12 30 4 23 6', '#8fa3a0', 3.4) +
    path('M-11-30H11L12-22C18-18 22-14 22-8V32C22 36 19 38 15 38H-15C-19 38-22 36-22 32V-8C-22-14-18-18-12-22Z', '#c9d6d3') +
    path('M4-30H11L12-22C18-18 22-14 22-8V32C22 36 19 38 15 38H4C10 20 10-10 4-30Z', '#a3b6b3') +
    path('M-15-38H15C17-38 18-36 18-34V-30H-18V-34C-18-36-17-38-15-38Z', '#8fa3a0') +
    line('M-22-4H22M-22 24H22', '#8fa3a0', 2) +
    path('M-16 2H-12V20H-16Z', '#fff', 'opacity=".6"')
  );
}

export function milkGlass(): string {
  return (
    path('M-14-22H14L11 22C11 24 9 25 7 25H-7C-9 25-11 24-11 22Z', '#fff', 'opacity=".55"') +
    path('M-13-12C-6-15 6-9 13-12L10.5 21C10.5 23 9 24 7 24H-7C-9 24-10.5 23-10.5 21Z', '#fffdf8') +
    path('M4-11C8-10 11-11 13-12L10.5 21C10.5 23 9 24 7 24H3C5 12 5 0 4-11Z', '#e7e4d8')
  );
}

export function honeyJar(): string {
  return (
    path('M-21-18C-26-14-27-8-27-2V26C-27 32-23 35-18 35H18C23 35 27 32 27 26V-2C27-8 26-14 21-18Z', '#f6dca0') +
    path('M-23-6C-14-10-6-2 4-5C12-8 18-6 23-4V25C23 29 21 31 17 31H-17C-21 31-23 29-23 25Z', '#e39a1f') +
    path('M8-6C14-8 19-5 23-4V25C23 29 21 31 17 31H6C14 20 14 4 8-6Z', '#c97f14') +
    path('M-23-30H23C25-30 26-29 26-27V-19C26-17 25-16 23-16H-23C-25-16-26-17-26-19V-27C-26-29-25-30-23-30Z', '#a8432f') +
    path('M-14-16C-14-8-12-2-8-2C-4-2-5-8-5-16Z', '#e39a1f') +
    path('M-18 2H-13V20H-18Z', '#fff', 'opacity=".45"')
  );
}

/** A kiondo: the woven sisal basket, with its bands of colour and two handles. */
export function kiondo(): string {
  return (
    line('M-20-8C-18-40 18-40 20-8', '#6b3f2a', 4) +
    path('M-32-10H32C33 12 27 36 0 36C-27 36-33 12-32-10Z', '#d9b072') +
    path('M12-10H32C33 12 27 36 0 36C10 26 14 8 12-10Z', '#c39757') +
    line('M-31 0H31', '#a8432f', 4) +
    line('M-30 12H30', '#1f6b43', 4, 'stroke-dasharray="5 7"') +
    line('M-24 24H24', '#a8432f', 3) +
    path('M-35-14H35V-8H-35Z', '#b98a4b')
  );
}

export function coffeeBranch(): string {
  const cherries = (
    [
      [-14, 8, 0],
      [0, 14, 1],
      [13, 6, 0],
      [-4, 2, 1],
      [22, 16, 1],
      [9, 20, 0],
    ] as const
  )
    .map(
      ([x, y, dark]) => circle(x, y, 8, dark ? '#a32a24' : '#c8392d') + ellipse([x - 3, y - 3], [2, 1.4], '#fff', 'opacity=".5"'),
    )
    .join('');
  const leafShape = 'M0 0C10-18 28-24 44-18C38-2 20 8 0 0Z';
  return (
    line('M-38-24C-20-18 4-8 34 2', '#6b4a2a', 3) +
    path(leafShape, '#1f6b43', 'transform="translate(-12-14) rotate(-24)"') +
    path(leafShape, '#2f8450', 'transform="translate(8-6) rotate(-4)"') +
    path(leafShape, '#2a7d49', 'transform="translate(-18-12) rotate(140) scale(.9)"') +
    line('M-10-16L22-40M12-8L44-20M-20-10L-44 14', '#7fb88a', 1.3, 'opacity=".8"') +
    cherries
  );
}

/** Two leaves and a bud: what a tea picker takes. */
export function teaTip(): string {
  return (
    line('M0 42C2 24 1 8 0-8', '#5d8a3c', 3.4) +
    path('M1 10C-14 10-34-2-38-28C-16-28 0-14 1 10Z', '#3a9659') +
    path('M0 16C4-6 20-20 40-20C40 4 22 20 0 16Z', '#2a7d49') +
    path('M0-4C-9-14-9-32 1-44C9-32 9-14 0-4Z', '#8fc46a') +
    path('M0-4C4-16 4-32 1-44C9-32 9-14 0-4Z', '#74b055') +
    line('M0 8C-8-6-20-18-32-24M2 14C12 2 22-8 34-15', '#bfe0b0', 1.4, 'opacity=".8"')
  );
}

export function bowl(contents: string): string {
  return (
    contents +
    path('M-38 4H38C37 24 24 36 0 36C-24 36-37 24-38 4Z', '#a8432f') +
    path('M14 4H38C37 24 24 36 0 36C10 28 15 16 14 4Z', '#8c3324') +
    path('M-40 0H40V7H-40Z', '#c05a42')
  );
}
