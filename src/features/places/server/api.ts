import * as operations from '#places/contract.ts';
import { checkCounty, reversePlace, searchPlaces } from '#places/server/find-places.ts';
import { query } from '#server/procedures.ts';

export const places = {
  checkCounty: query(operations.checkCounty, checkCounty),
  reverse: query(operations.reversePlace, reversePlace),
  search: query(operations.searchPlaces, searchPlaces),
};
