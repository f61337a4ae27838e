/* Kept apart from place.ts, so that the forms of an account do not load the counties. */

export const ADDRESS_MAX = 300;

export const LOW_ACCURACY_METRES = 100;
/** A farmer is asked to confirm a county that is further from the pin. */
export const COUNTY_DOUBT_METRES = 10_000;
/** A farmer is asked to confirm an address that was written for a place further from the pin. */
export const ADDRESS_DOUBT_METRES = 2000;
export const GPS_TIMEOUT_MILLISECONDS = 15_000;
/**
 * A position further from every county's outline is outside Kenya. Border towns lie on the border,
 * and the outlines are off by up to 340 m.
 */
export const BORDER_TOLERANCE_METRES = 2000;
/** A town within this distance gives a position its name; otherwise the nearest ward does. */
export const NEAR_TOWN_METRES = 5000;
export const MAP_CENTRE = { latitude: -0.0236, longitude: 37.9062 } as const;
export const MAP_ZOOM = 6;
export const MAP_ZOOM_AFTER_GPS = 16;
export const MAP_ZOOM_AFTER_SEARCH = 15;
export const PLACE_NAME_MAX = 80;
export const PLACE_SEARCH_RESULTS_MAX = 5;
export const PLACE_QUERY_MAX = 100;

/** The maximum distance from the pin to the GPS fix. */
export const PROXIMITY_RADIUS_METRES = 500;
/** Beyond this an adjustment is 'acceptable' rather than 'exact'. */
export const ADJUSTMENT_NOTICE_METRES = 50;
