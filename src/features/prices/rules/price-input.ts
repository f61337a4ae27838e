import * as z from 'zod/mini';
import { county } from '#places/rules/place.ts';
import { cropId } from '#products/rules/crop-input.ts';
import { PRODUCT_NAME_MAX } from '#products/rules/product-facts.ts';
import { fieldError, searchLine } from '#rules/fields.ts';
import { ID_MAX, MONEY_MAX_KES } from '#rules/limits.ts';
import { MOVERS_DAYS_MAX, MOVERS_DAYS_MIN, PRICE_WEEKS_MAX } from './price.ts';

const between = (least: number, most: number, key: Parameters<typeof fieldError>[0]) =>
  z.int(fieldError(key)).check(z.gte(least, fieldError(key)), z.lte(most, fieldError(key)));

export const cropPricesInput = z.object({
  crop: cropId,
  /** By default the whole country. */
  county: z.optional(county),
  weeks: z.optional(between(1, PRICE_WEEKS_MAX, 'weeksInvalid')),
});
export type CropPrices = z.infer<typeof cropPricesInput>;

export const moversInput = z.object({
  days: z.optional(between(MOVERS_DAYS_MIN, MOVERS_DAYS_MAX, 'moverDaysInvalid')),
});
export type Movers = z.infer<typeof moversInput>;

export const countyPricesInput = z.object({ crop: cropId });

export const priceHintInput = z.object({ crop: cropId, county: z.optional(county) });
export type PriceHint = z.infer<typeof priceHintInput>;

export const setPriceAlertInput = z.object({
  crop: cropId,
  county: z.optional(z.nullable(county)),
  /** In whole shillings per kg. */
  below: between(1, MONEY_MAX_KES, 'priceInvalid'),
});
export type SetPriceAlert = z.infer<typeof setPriceAlertInput>;

export const removePriceAlertInput = z.object({ alertId: between(1, ID_MAX, 'fieldInvalid') });

/** `search`: words of a crop's names; `crop`: the crop on the map. */
export const priceOverviewInput = z.object({
  search: z.optional(searchLine().check(z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong')))),
  ...z.partial(countyPricesInput).shape,
});
export type PriceOverview = z.infer<typeof priceOverviewInput>;

export const cropPageInput = z.pick(cropPricesInput, { crop: true, county: true });
export type CropPage = z.infer<typeof cropPageInput>;
