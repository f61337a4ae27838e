import { type AccuracyClass, accuracyClass, METRES_PER_KILOMETRE } from '#platform/rules/geo.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { m } from '#text';

/**
 * "500 m" or "5.0 km". The specification's English always has one decimal (§9), which is unusual in
 * Swahili.
 */
export function metresText(exact: number): string {
  const metres = Math.round(exact);
  if (metres < METRES_PER_KILOMETRE) return m.distanceInMetres({ metres });
  const kilometres = (metres / METRES_PER_KILOMETRE).toFixed(1);
  return m.distanceInKilometres({
    kilometres: getLocale() === 'sw' ? kilometres.replace('.0', '') : kilometres,
  });
}

const accuracyTexts: Record<AccuracyClass, () => string> = {
  excellent: m.gpsAccuracyExcellent,
  good: m.gpsAccuracyGood,
  fair: m.gpsAccuracyFair,
  poor: m.gpsAccuracyPoor,
};

export const accuracyText = (metres: number): string => accuracyTexts[accuracyClass(metres)]();
