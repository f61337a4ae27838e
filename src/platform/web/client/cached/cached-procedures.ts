import type { QueryKey } from '@tanstack/react-query';

/*
 * Everything that is not listed is not cached: codes, tokens, exports, place searches, and
 * everything that moves money.
 */

/** `dated`: the screen shows the age of the data. `undated`: secondary data, such as a name. */
type Keeping = 'dated' | 'undated';

const publicProcedures: Record<string, Keeping> = {
  'market.cards': 'dated',
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

export function cachingOf(queryKey: QueryKey, isVisitor: boolean): Keeping | null {
  const [path] = queryKey;
  const name = Array.isArray(path) ? path.join('.') : '';
  return publicProcedures[name] ?? (isVisitor ? null : (ownProcedures[name] ?? null));
}
