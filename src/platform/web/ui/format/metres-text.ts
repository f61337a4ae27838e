import {
  type AccuracyClass,
  accuracyClass,
  METRES_PER_KILOMETRE,
} from '#platform/rules/geo/geo.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/** A distance for display: "500 m" or "2.5 km". */
export const metresText = (metres: number): string =>
  metres < METRES_PER_KILOMETRE
    ? m.distanceInMetres({ metres })
    : m.distanceInKilometres({ kilometres: (metres / METRES_PER_KILOMETRE).toFixed(1) });

const accuracyTexts: Record<AccuracyClass, () => string> = {
  excellent: m.gpsAccuracyExcellent,
  good: m.gpsAccuracyGood,
  fair: m.gpsAccuracyFair,
  poor: m.gpsAccuracyPoor,
};

/** The class of a GPS fix (§5), in the page's language. */
export const accuracyText = (metres: number): string => accuracyTexts[accuracyClass(metres)]();
