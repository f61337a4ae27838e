import { type AccuracyClass, accuracyClass, METRES_PER_KILOMETRE } from '#rules/geo.ts';
import { m } from '#text';

const figures = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 1, useGrouping: false });

/** "500 m", "5 km" or "5.2 km". */
export function metresText(exact: number) {
  const metres = Math.round(exact);
  if (metres < METRES_PER_KILOMETRE) return m.distanceInMetres({ metres });
  return m.distanceInKilometres({ kilometres: figures.format(metres / METRES_PER_KILOMETRE) });
}

const accuracyTexts: Record<AccuracyClass, () => string> = {
  excellent: m.gpsAccuracyExcellent,
  good: m.gpsAccuracyGood,
  fair: m.gpsAccuracyFair,
  poor: m.gpsAccuracyPoor,
};

export const accuracyText = (metres: number) => accuracyTexts[accuracyClass(metres)]();
