// The size, the shadow and the ridges that the three hero scenes share.
import { colours, type Point, path, sheet, smooth } from './paper.ts';

export const heroWidth = 1600;
export const heroHeight = 900;

/**
 * The shadow one sheet of paper throws on the sheet behind it. Blurs are slow on cheap phones, so a scene uses it on
 * at most six groups; smaller things throw the hard shadow of `darker` shapes instead.
 */
const cutShadow =
  '<filter id="s" x="-5%" y="-20%" width="110%" height="140%">' +
  '<feDropShadow dy="-4" stdDeviation="7" flood-color="#12301f" flood-opacity=".28"/></filter>' +
  '<filter id="d" x="-20%" y="-20%" width="140%" height="150%">' +
  `<feDropShadow dx="-5" dy="9" stdDeviation="8" flood-color="${colours.ink}" flood-opacity=".34"/></filter>`;

/** Lifts a landscape layer off the one behind it: the shadow falls upwards. */
export const lifted = (art: string): string => `<g filter="url(#s)">${art}</g>`;

/** Lifts a thing that stands in front of the landscape: the shadow falls down and to the left. */
export const standing = (art: string): string => `<g filter="url(#d)">${art}</g>`;

export interface RidgeShape {
  base: number;
  amplitude: number;
  bends: number;
  phase: number;
  random: () => number;
}

export function ridge({ base, amplitude, bends, phase, random }: RidgeShape): Point[] {
  return Array.from({ length: bends + 1 }, (_, i) => {
    const x = (i / bends) * (heroWidth + 200) - 100;
    return [x, base + Math.sin(i * 0.9 + phase) * amplitude + (random() - 0.5) * amplitude * 0.9] as const;
  });
}

/** A ridge filled down to the foot of the picture. */
export function hill(points: readonly Point[], fill: string): string {
  return path(`${smooth(points)}L${heroWidth + 100} ${heroHeight + 50}H-100Z`, fill);
}

export function heroSheet(defs: string, body: string): string {
  return sheet({
    width: heroWidth,
    height: heroHeight,
    defs: cutShadow + defs,
    body: body.replaceAll('\n', ''),
    more: 'preserveAspectRatio="xMidYMax slice"',
  });
}
