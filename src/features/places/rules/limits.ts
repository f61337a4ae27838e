/**
 * Limits of places, each with its unit. Sources: the product specification (§5, §9) unless said
 * otherwise.
 */

// Accounts
export const ADDRESS_MAX = 300;

// Farms and places
/** A worse fix than this brings a warning (§5). */
export const LOW_ACCURACY_METRES = 100;
/** A farmer who names a county this far from the pin is asked whether that is right. */
export const COUNTY_DOUBT_METRES = 10_000;
/** An address this far from the pin that it was written for is asked about. */
export const ADDRESS_DOUBT_METRES = 2000;
export const GPS_TIMEOUT_MILLISECONDS = 15_000;
/**
 * Beyond every county's outline by more than this is outside Kenya; border towns stand on the line,
 * and the outlines are off by up to 340 m.
 */
export const BORDER_TOLERANCE_METRES = 2000;
/** A town this near names a position; beyond it the nearest ward does. */
export const NEAR_TOWN_METRES = 5000;
export const MAP_CENTRE = { latitude: -0.0236, longitude: 37.9062 } as const;
export const MAP_ZOOM = 6;
export const MAP_ZOOM_AFTER_GPS = 16;
export const MAP_ZOOM_AFTER_SEARCH = 15;
export const PLACE_NAME_MAX = 80;
export const PLACE_SEARCH_RESULTS_MAX = 5;
export const PLACE_QUERY_MAX = 100;
