import type { Language } from './language.ts';
import type { Unit } from './product.ts';
import { m } from './text/compiled/messages.js';

/** Many of them, as in "120 bags". In the page's language, or in the one that is asked for. */
export const unitLabels = { kg: m.unitKg, bags: m.unitBags, pieces: m.unitPieces, crates: m.unitCrates } satisfies Said;

/** One of them, as in "KSh 3,200 / bag". */
export const oneUnitLabels = {
  kg: m.unitOneKg,
  bags: m.unitOneBag,
  pieces: m.unitOnePiece,
  crates: m.unitOneCrate,
} satisfies Said;

type Said = Record<Unit, () => string>;

// Kenya writes figures the English way in both languages.
const figures = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 2 });

export const figureText = (figure: number): string => figures.format(figure);

/** What a price is for: "kg", "90 kg bag", "piece". */
export const pricedUnitText = (unit: Unit, netWeightKg: number | null, options?: { locale: Language }): string =>
  netWeightKg && unit !== 'kg'
    ? m.perWeighed({ weight: figureText(netWeightKg), unit: oneUnitLabels[unit]({}, options) }, options)
    : oneUnitLabels[unit]({}, options);
