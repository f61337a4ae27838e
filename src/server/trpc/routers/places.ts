import { checkCounty, reversePlace, searchPlaces } from '#server/modules/farms/find-places.ts';
import { publicProcedure, router } from '#server/trpc/procedures.ts';
import { checkCountyInput, reversePlaceInput, searchPlacesInput } from '#shared/place.ts';

/** Calls 12 and 13. Anyone may ask where a place is: signup needs it before there is an account. */
export const places = router({
  checkCounty: publicProcedure
    .input(checkCountyInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.lookup(clientAddress, async () => checkCounty(input)),
    ),
  reverse: publicProcedure
    .input(reversePlaceInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.lookup(clientAddress, () => reversePlace({ ...input, clientAddress }, services)),
    ),
  search: publicProcedure
    .input(searchPlacesInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.lookup(clientAddress, () => searchPlaces({ ...input, clientAddress }, services)),
    ),
});
