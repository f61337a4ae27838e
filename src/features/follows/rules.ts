import * as z from 'zod/mini';
import type { NoticeKind } from '#notifications/rules/notice.ts';
import { PLACE_NAME_MAX } from '#places/rules/limits.ts';
import { fieldError, inKenya, latitude, line, longitude, rowId } from '#rules/fields.ts';
import { roundedPlace } from '#rules/geo.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import { m } from '#text';

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

/** None goes by SMS: a farmer's listing must not cost an SMS for every follower. */
const about = { topic: 'follows', mail: 'unread' } as const;

/** `product`: the name of the newest product; `others`: how many more are new. */
export const newProductsNotice: NoticeKind<{ product: string; others: number }> = {
  name: 'followedFarm',
  ...about,
  text: (facts, options) =>
    facts.others > 0 ? m.noticeNewProducts(facts, options) : m.noticeNewProduct(facts, options),
};

export const backInStockNotice: NoticeKind<{ product: string }> = {
  name: 'followedProduct',
  ...about,
  text: m.noticeBackInStock,
};

/** `place`: empty for the device's position. */
export const deliversNotice: NoticeKind<{ place: string }> = {
  name: 'followedPlace',
  ...about,
  text: ({ place }, options) =>
    place ? m.noticeDelivers({ place }, options) : m.noticeDeliversHere({}, options),
};

export const noticesOfFollows = [newProductsNotice, backInStockNotice, deliversNotice];

export const followedSubject = (
  opened: { kind: 'farm'; farmId: number } | { kind: 'product'; productId: number },
) =>
  opened.kind === 'farm'
    ? `followed/farm/${opened.farmId}`
    : `followed/product/${opened.productId}`;

/** Farms, products and places together. */
export const FOLLOWS_MAX = 100;

/** New follows of everybody. The reserve is for people who have added few. */
export const FOLLOWS_PER_DAY = 50_000;
export const FOLLOWS_RESERVED_PER_DAY = 10_000;

/** New follows of one user, including removed ones. */
export const FOLLOWS_PER_PERSON_AND_DAY = 200;

/** A person with at most this many is served from the reserve too. */
export const FEW_FOLLOWS_PER_DAY = 10;

/** A place without a farm that delivers is then forgotten. */
export const FOLLOWED_PLACE_SECONDS = 365 * DAY_SECONDS;
