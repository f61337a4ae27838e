import { colours, sheet } from './paper.ts';

// Two cotyledons, one maize gold and one paper white, on a deep leaf tile. The shapes are wide and
// the stem is thick, so that at 16 px each still covers whole pixels.
const mark =
  `<path d="M16 19.5C8.2 19.2 5 14 5 8C12.4 8 17 12 17 19Z" fill="${colours.maize}"/>` +
  '<path d="M14.5 16.5C14.5 9 19 5 27 5C27 12 23.5 16.5 17.5 16.5V26A1.5 1.5 0 0 1 14.5 26Z" fill="#fff"/>';

/** The rounded tile for the browser tab. */
export function drawFavicon(): string {
  return sheet({
    width: 32,
    height: 32,
    body: `<rect width="32" height="32" rx="8" fill="${colours.leaf}"/>${mark}`,
  });
}

/**
 * A full-bleed square for phones, which crop the corners themselves. `inset` is the margin around
 * the mark as a share of the side: a maskable icon must keep the mark inside the middle 80 %.
 */
export function drawAppIcon(inset: number): string {
  const scale = 1 - 2 * inset;
  const offset = 16 * (1 - scale);
  return sheet({
    width: 32,
    height: 32,
    body: `<rect width="32" height="32" fill="${colours.leaf}"/><g transform="translate(${offset} ${offset}) scale(${scale})">${mark}</g>`,
  });
}

/** The mark alone, for a phone's status bar, which uses only the opacity of a picture. */
export function drawBadge(): string {
  return sheet({ width: 32, height: 32, body: mark });
}

/** The tile at any size, for placing on another picture. */
export function logoTile(): string {
  return `<rect width="32" height="32" rx="8" fill="${colours.leaf}"/>${mark}`;
}
