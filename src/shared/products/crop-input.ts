import * as z from 'zod/mini';
import { PRODUCT_NAME_MAX } from '#shared/limits.ts';
import { fieldError, line } from '#shared/text/line.ts';
import { findCrop } from './crops.ts';

/** Of a product that is listed or edited. Apart from the form's schema, with which every browser would load the list of crops. */
export const isKnownCrop = z.refine<{ crop?: string | null | undefined }>(({ crop }) => !crop || findCrop(crop) !== null, {
  path: ['crop'],
  ...fieldError('cropUnknown'),
});

const words = line().check(z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong')));

export const listCropsInput = z.object({ search: z.optional(words) });
/** A product's name, as far as it is typed. */
export const guessCropInput = z.object({ name: words });
