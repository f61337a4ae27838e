import * as z from 'zod/mini';
import { PLACE_NAME_MAX } from '#places/rules/limits.ts';
import { fieldError, inKenya, latitude, line, longitude, rowId } from '#platform/rules/fields.ts';
import { roundedPlace } from '#platform/rules/geo.ts';

const farm = z.object({ kind: z.literal('farm'), farmId: rowId });
const product = z.object({ kind: z.literal('product'), productId: rowId });
const place = z
  .object({
    kind: z.literal('place'),
    latitude,
    longitude,
    /** Empty for the device's position. */
    name: line().check(z.maxLength(PLACE_NAME_MAX, fieldError('fieldInvalid'))),
  })
  .check(
    inKenya,
    z.overwrite((value) => ({ ...value, ...roundedPlace(value) })),
  );

export const followInput = z.discriminatedUnion(
  'kind',
  [farm, product, place],
  fieldError('fieldInvalid'),
);
export type Followed = z.infer<typeof followInput>;

export const openedInput = z.discriminatedUnion(
  'kind',
  [farm, product],
  fieldError('fieldInvalid'),
);
