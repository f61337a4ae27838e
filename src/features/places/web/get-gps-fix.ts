import type { GpsFix } from '#rules/fields.ts';
import { isInKenyaBounds } from '#rules/geo.ts';
import { ACCURACY_MAX_METRES } from '#rules/limits.ts';
import { m } from '#text';
import { GPS_TIMEOUT_MILLISECONDS } from '../rules/limits.ts';

export type GpsFailure =
  | 'denied'
  | 'unavailable'
  | 'timeout'
  | 'unsupported'
  | 'insecure'
  | 'outsideKenya';
export type GpsOutcome = { outcome: 'fixed'; fix: GpsFix } | { outcome: GpsFailure };

const failures: Record<number, GpsFailure> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** High accuracy, at most fifteen seconds, and no cached position (spec §9). */
export function getGpsFix(): Promise<GpsOutcome> {
  // Without https, browsers hide the API or report a denied permission.
  if (!window.isSecureContext) return Promise.resolve({ outcome: 'insecure' });
  if (!('geolocation' in navigator)) return Promise.resolve({ outcome: 'unsupported' });
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(judgeFix(coords)),
      ({ code }) => resolve({ outcome: failures[code] ?? 'unavailable' }),
      { enableHighAccuracy: true, timeout: GPS_TIMEOUT_MILLISECONDS, maximumAge: 0 },
    );
  });
}

function judgeFix({ latitude, longitude, accuracy }: GeolocationCoordinates): GpsOutcome {
  const position = { latitude, longitude };
  if (
    ![latitude, longitude, accuracy].every(Number.isFinite) ||
    accuracy < 0 ||
    accuracy > ACCURACY_MAX_METRES
  ) {
    return { outcome: 'unavailable' };
  }
  if (!isInKenyaBounds(position)) return { outcome: 'outsideKenya' };
  // The time of arrival, because some devices report timestamps from another year.
  return { outcome: 'fixed', fix: { ...position, accuracy, takenAt: new Date().toISOString() } };
}

export const gpsFailureTexts: Record<GpsFailure, { what: () => string; help: () => string }> = {
  denied: { what: m.gpsDenied, help: m.gpsDeniedHelp },
  unavailable: { what: m.gpsUnavailable, help: m.gpsUnavailableHelp },
  timeout: { what: m.gpsTimeout, help: m.gpsTimeoutHelp },
  unsupported: { what: m.gpsUnsupported, help: m.gpsUnsupportedHelp },
  insecure: { what: m.gpsInsecure, help: m.gpsInsecureHelp },
  outsideKenya: { what: m.errorOutsideKenya, help: m.gpsOutsideKenyaHelp },
};
