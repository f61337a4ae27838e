// The picture of a shared link: the farm at dawn under a paper panel with the logo. The name is
// drawn as strokes, so that the build machine needs no font.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { logoTile } from './logo.ts';
import { colours, sheet } from './paper.ts';

const FARM = fileURLToPath(new URL('../../app/web/public/art/hero-farm.svg', import.meta.url));

export const shareSize = { width: 1200, height: 630 } as const;

/**
 * One letter: its strokes on a baseline at y = 0 (x-height 44, ascender 66), and the distance to
 * the next letter.
 */
interface Letter {
  d: string;
  advance: number;
}

const letters: Record<string, Letter> = {
  S: { d: 'M40-56C34-64 8-68 6-50C4-32 42-38 42-18C42 2 12 4 3-10', advance: 62 },
  o: { d: 'M22-44A22 22 0 1 1 22 0A22 22 0 1 1 22-44Z', advance: 62 },
  k: { d: 'M0-66V0M32-44L2-18M12-26L34 0', advance: 50 },
  h: { d: 'M0-66V0M0-22C0-36 8-44 18-44C30-44 36-36 36-24V0', advance: 56 },
  a: { d: 'M44-44V0M22-44A22 22 0 1 1 22 0A22 22 0 1 1 22-44Z', advance: 64 },
  m: {
    d: 'M0-44V0M0-24C0-36 7-44 16-44C26-44 31-37 31-26V0M31-24C31-36 38-44 47-44C57-44 62-37 62-26V0',
    advance: 82,
  },
  b: { d: 'M0-66V0M22-44A22 22 0 1 1 22 0A22 22 0 1 1 22-44Z', advance: 64 },
};

function lettering(text: string): string {
  let x = 0;
  let art = '';
  for (const character of text) {
    const letter = letters[character];
    if (!letter) throw new Error(`No strokes are drawn for "${character}"`);
    art += `<path transform="translate(${x} 0)" d="${letter.d}"/>`;
    x += letter.advance;
  }
  return `<g fill="none" stroke="${colours.ink}" stroke-width="12.5" stroke-linecap="round" stroke-linejoin="round">${art}</g>`;
}

export function drawSharePicture(): string {
  const { width, height } = shareSize;
  const farm = readFileSync(FARM, 'utf8').replace(
    '<svg ',
    `<svg x="-122" y="-182" width="1444" height="812" `,
  );
  const veil =
    `<defs><linearGradient id="v"><stop offset="0" stop-color="${colours.paper}" stop-opacity=".94"/>` +
    `<stop offset=".5" stop-color="${colours.paper}" stop-opacity=".7"/><stop offset="1" stop-color="${colours.paper}" stop-opacity="0"/></linearGradient></defs>` +
    '<path d="M0 0H760V630H0Z" fill="url(#v)"/>';
  const logo = `<g transform="translate(80 150) scale(3.1)">${logoTile()}</g><g transform="translate(86 348) scale(.8)">${lettering('SokoShamba')}</g>`;
  const band = `<path d="M84 388H184" stroke="${colours.maize}" stroke-width="9" stroke-linecap="round"/>`;
  return sheet({ width, height, body: farm + veil + logo + band });
}
