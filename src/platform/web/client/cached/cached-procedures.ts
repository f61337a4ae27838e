import type { QueryKey } from '@tanstack/react-query';

/*
 * Which answers are cached on the device. Everything that is not listed is not cached: codes,
 * tokens, exports, place searches, and everything that moves money.
 */

/**
 * `dated`: the screen shows the age of the data. `undated`: secondary data, such as a name or the
 * support's telephone number.
 */
type Keeping = 'dated' | 'undated';

const publicProcedures: Record<string, Keeping> = {
  'market.products': 'dated',
  'market.product': 'dated',
  'market.farm': 'dated',
  'market.farmReviews': 'dated',
  'market.cart': 'dated',
  'market.prices': 'dated',
  'market.priceMovers': 'dated',
  'market.priceOverview': 'dated',
  'market.cropPage': 'dated',
  'market.countyPrices': 'dated',
  'market.facets': 'undated',
  'market.farmRatings': 'undated',
  'market.crops': 'undated',
  'market.contact': 'undated',
};

const ownProcedures: Record<string, Keeping> = {
  'buyer.cart.get': 'dated',
  'buyer.orders.list': 'dated',
  'buyer.orders.get': 'dated',
  'buyer.products': 'dated',
  'buyer.profile': 'undated',
  'farmer.overview': 'dated',
  'farmer.products.list': 'dated',
  'farmer.products.yesterday': 'undated',
  'farmer.orders.list': 'dated',
  'farmer.orders.get': 'dated',
  'farmer.payments.list': 'dated',
  'farmer.payments.summary': 'dated',
  'farmer.prices': 'dated',
  'farmer.profile': 'undated',
  'conversations.list': 'dated',
  'conversations.get': 'dated',
  'conversations.unread': 'undated',
  'notifications.list': 'dated',
  'notifications.unread': 'undated',
  'notifications.preferences': 'undated',
  'priceAlerts.list': 'dated',
  'follows.list': 'dated',
};

/**
 * How an answer is cached, by its query key; null if it is not. For a visitor, only public answers
 * are cached.
 */
export function cachingOf(queryKey: QueryKey, isVisitor: boolean): Keeping | null {
  // tRPC's keys begin with the procedure's path.
  const [path] = queryKey;
  const name = Array.isArray(path) ? path.join('.') : '';
  return publicProcedures[name] ?? (isVisitor ? null : (ownProcedures[name] ?? null));
}
