import * as z from 'zod/mini';
import {
  fieldError,
  latitude,
  line,
  longitude,
  rowId,
  searchLine,
} from '#platform/rules/fields.ts';
import { CROP_ID_MAX, PRODUCT_NAME_MAX } from '#products/rules/limits.ts';
import { findCrop } from './crops.ts';

/** Apart from the form's schema, so that browsers need not load the list of crops. */
export const isKnownCrop = z.refine<{ crop?: string | null | undefined }>(
  ({ crop }) => !crop || findCrop(crop) !== null,
  {
    path: ['crop'],
    ...fieldError('cropUnknown'),
  },
);

export const cropId = line('cropNeeded').check(
  z.minLength(1, fieldError('cropNeeded')),
  z.maxLength(CROP_ID_MAX, fieldError('cropNeeded')),
);

const words = searchLine().check(z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong')));

export const listCropsInput = z.object({ search: z.optional(words) });
export const guessCropInput = z.object({ name: words });

/** Leaves out the farm of `productId`. Without a position the cheapest per kg come first. */
export const cropOffersInput = z.object({
  crop: cropId,
  productId: z.optional(rowId),
  latitude: z.optional(latitude),
  longitude: z.optional(longitude),
});
