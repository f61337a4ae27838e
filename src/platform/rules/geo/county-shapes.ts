import type { County } from './counties.ts';

/**
 * The file with the counties' shapes, one symbol each, which maps within a page refer to; and its
 * coordinates' extent.
 */
export const COUNTY_SHAPES_PATH = '/art/counties.svg';
export const countyShapesSize = { width: 560, height: 714 };

/** The id of a county's symbol: "murang-a". */
export const countyShapeId = (county: County | string): string =>
  county.toLowerCase().replace(/[^a-z]+/g, '-');
