import * as z from 'zod/mini';
import { fieldError, searchLine } from '#platform/rules/text/line.ts';
import { PRODUCT_NAME_MAX } from '#products/rules/limits.ts';
import { countyPricesInput, cropPricesInput } from './price-input.ts';

/** `search`: words of a crop's names; `crop`: the crop on the map. */
export const priceOverviewInput = z.object({
  search: z.optional(searchLine().check(z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong')))),
  ...z.partial(countyPricesInput).shape,
});
export type PriceOverview = z.infer<typeof priceOverviewInput>;

export const cropPageInput = z.pick(cropPricesInput, { crop: true, county: true });
export type CropPage = z.infer<typeof cropPageInput>;
