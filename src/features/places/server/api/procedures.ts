import {
  checkCountyInput,
  reversePlaceInput,
  searchPlacesInput,
} from '#features/places/rules/place.ts';
import { checkCounty, reversePlace, searchPlaces } from '#features/places/server/find-places.ts';
import { publicProcedure } from '#platform/server/trpc/procedures.ts';

/** Calls 12 and 13. Open to visitors, because sign-up needs places before there is an account. */
export const places = {
  checkCounty: publicProcedure.input(checkCountyInput).query(({ input }) => checkCounty(input)),
  reverse: publicProcedure
    .input(reversePlaceInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      reversePlace({ ...input, clientAddress }, services),
    ),
  search: publicProcedure
    .input(searchPlacesInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      searchPlaces({ ...input, clientAddress }, services),
    ),
};
