import type { NoticeKind } from '#notifications/rules/notice.ts';
import { m } from '#text';

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
