import * as operations from '#features/places/contract.ts';
import { checkCounty, reversePlace, searchPlaces } from '#features/places/server/find-places.ts';
import { query } from '#platform/server/trpc/serve.ts';

export const places = {
  checkCounty: query(operations.checkCounty, checkCounty),
  reverse: query(operations.reversePlace, reversePlace),
  search: query(operations.searchPlaces, searchPlaces),
};
