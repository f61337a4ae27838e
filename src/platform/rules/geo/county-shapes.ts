import type { County } from './counties.ts';

export const COUNTY_SHAPES_PATH = '/art/counties.svg';
export const countyShapesSize = { width: 560, height: 714 };

export const countyShapeId = (county: County | string): string =>
  county.toLowerCase().replace(/[^a-z]+/g, '-');
