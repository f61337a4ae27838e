import type { AccuracyClass } from '#shared/geo.ts';
import { m } from '#shared/text/compiled/messages.js';
import type { GpsFailure } from './get-gps-fix.ts';

/** What is said when no position comes, and what helps. */
export const gpsFailureTexts: Record<GpsFailure, { what: () => string; help: () => string }> = {
  denied: { what: m.gpsDenied, help: m.gpsDeniedHelp },
  unavailable: { what: m.gpsUnavailable, help: m.gpsUnavailableHelp },
  timeout: { what: m.gpsTimeout, help: m.gpsTimeoutHelp },
  unsupported: { what: m.gpsUnsupported, help: m.gpsUnsupportedHelp },
  insecure: { what: m.gpsInsecure, help: m.gpsInsecureHelp },
  outsideKenya: { what: m.errorOutsideKenya, help: m.gpsOutsideKenyaHelp },
};

export const accuracyTexts: Record<AccuracyClass, () => string> = {
  excellent: m.gpsAccuracyExcellent,
  good: m.gpsAccuracyGood,
  fair: m.gpsAccuracyFair,
  poor: m.gpsAccuracyPoor,
};
