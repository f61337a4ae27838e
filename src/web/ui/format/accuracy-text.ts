import { type AccuracyClass, accuracyClass } from '#shared/geo/geo.ts';
import { m } from '#shared/text/compiled/messages.js';

const accuracyTexts: Record<AccuracyClass, () => string> = {
  excellent: m.gpsAccuracyExcellent,
  good: m.gpsAccuracyGood,
  fair: m.gpsAccuracyFair,
  poor: m.gpsAccuracyPoor,
};

/** The class of a GPS fix (§5), in the page's language. */
export const accuracyText = (metres: number): string => accuracyTexts[accuracyClass(metres)]();
