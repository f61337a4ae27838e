import { query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import { checkCounty, reversePlace, searchPlaces } from './find-places.ts';

export const places = {
  checkCounty: query(operations.checkCounty, checkCounty),
  reverse: query(operations.reversePlace, reversePlace),
  search: query(operations.searchPlaces, searchPlaces),
};
