import { KENYA_BOUNDS } from '#rules/limits.ts';
import { roundedToHundredths } from './amounts.ts';

declare global {
  /** WGS84 degrees. */
  type Position = { latitude: number; longitude: number };
}

export type MaybePosition = { latitude?: number | undefined; longitude?: number | undefined };

export const givenPosition = ({ latitude, longitude }: MaybePosition): Position | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };

/** IUGG's mean radius. */
export const EARTH_RADIUS_METRES = 6_371_008.8;
/** Along a meridian, on the mean Earth radius. */
export const METRES_PER_DEGREE = 111_195;
export const METRES_PER_KILOMETRE = 1000;

/** Does not reveal a farm's position. */
export const wholeKilometres = (metres: number) => Math.round(metres / METRES_PER_KILOMETRE);

export const kilometresWithTenths = (metres: number) =>
  Math.round(metres / (METRES_PER_KILOMETRE / 10)) / 10;

/** Rounds up outside the radius: 530 m is shown as more than a radius of 500 m. */
export const kilometresAgainst = (metres: number, radiusMetres: number) =>
  metres <= radiusMetres
    ? kilometresWithTenths(metres)
    : Math.ceil(metres / (METRES_PER_KILOMETRE / 10)) / 10;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Haversine on the mean Earth radius (IUGG). Within 0.5 % of the distance on the ellipsoid. */
export function distanceMetres(a: Position, b: Position) {
  const dLatitude = radians(b.latitude - a.latitude);
  const dLongitude = radians(b.longitude - a.longitude);
  const cosines = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  const near = Math.sin(dLatitude / 2) ** 2 + cosines * Math.sin(dLongitude / 2) ** 2;
  // The haversine of the antipode of b: equal to 1 - h, but precise where h is close to 1.
  const far =
    Math.sin(radians(a.latitude + b.latitude) / 2) ** 2 + cosines * Math.cos(dLongitude / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.atan2(Math.sqrt(near), Math.sqrt(far));
}

/** To a hundredth of a degree, about a kilometre. The public sees only this position of a farm. */
export const approximatePlace = ({ latitude, longitude }: Position): Position => ({
  latitude: roundedToHundredths(latitude),
  longitude: roundedToHundredths(longitude),
});

/** To about a hundred metres: exact enough for distances, but too coarse to identify a home. */
export const roundedPlace = ({ latitude, longitude }: Position): Position => ({
  latitude: Math.round(latitude * 1000) / 1000,
  longitude: Math.round(longitude * 1000) / 1000,
});

/** The specification's box, edges included. countyAt uses county outlines. */
export function isInKenyaBounds({ latitude, longitude }: Position) {
  const { south, north, west, east } = KENYA_BOUNDS;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

export type AccuracyClass = 'excellent' | 'good' | 'fair' | 'poor';

/**
 * Rounded down, so that the number belongs to the class shown with it: 9.6 m is "9 m (excellent)".
 */
export const shownAccuracy = (accuracyMetres: number) => Math.max(1, Math.floor(accuracyMetres));

/** The specification's classes (§5). */
export function accuracyClass(accuracyMetres: number): AccuracyClass {
  if (accuracyMetres < 10) return 'excellent';
  if (accuracyMetres < 50) return 'good';
  return accuracyMetres < 100 ? 'fair' : 'poor';
}
