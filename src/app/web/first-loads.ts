import { createTRPCQueryUtils } from '@trpc/react-query';
import { productListOptions } from '#features/market/web/list/first-list.ts';
import type { MarketSearch } from '#features/market/web/list/market-search.ts';
import { filterOf } from '#features/market/web/list/use-market.ts';
import { readBuyerPlace } from '#features/products/web/catalogue/buyer-place.ts';
import {
  farmOffersInput,
  farmOffersOptions,
  farmOptions,
} from '#features/products/web/catalogue/first-farm.ts';
import { productInput, productOptions } from '#features/products/web/catalogue/first-product.ts';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import { queryClient } from '#platform/web/client/server-cache.tsx';

/*
 * The first queries of a page, started by its route's loader while the page's code is still on its
 * way. Nothing waits for them: the page shows them when they arrive, and shows their errors. What
 * is fresh in the cache is not fetched again.
 */
const server = createTRPCQueryUtils({ client: rpc, queryClient });
const retry = retryUnlessRefused;

/**
 * What the page brings along is not asked for here, however old it is: the screen's own query does
 * that when it runs. An answer that came before React has taken the page over would be newer than
 * the HTML that it takes over, and React would throw that away.
 */
const isInPage = ({ initialData }: { initialData?: () => unknown }) =>
  initialData?.() !== undefined;

/** What cannot be loaded ahead is loaded, or explained, by the page itself. */
const ignore = () => {};

export function loadMarket(search: MarketSearch): void {
  const place = readBuyerPlace();
  const filter = filterOf(search, place);
  // What may stand above the list of a place has to be there before the list is, which it would
  // push down.
  if (place) import('#features/market/web/list/nearest-farm.tsx').catch(ignore);
  // A list that begins further on is in the page already.
  if (search.after) return;
  const options = productListOptions(filter);
  if (!isInPage(options)) void server.market.products.prefetchInfinite(filter, options);
}

export function loadProduct(productId: number): void {
  const place = readBuyerPlace();
  const options = productOptions(productId, place);
  if (!isInPage(options))
    void server.market.product.prefetch(productInput(productId, place), options);
}

export function loadFarm(farmId: number, after: string | undefined): void {
  const options = farmOptions(farmId);
  if (!isInPage(options)) void server.market.farm.prefetch({ farmId }, options);
  // A list that begins further on is in the page already.
  if (after) return;
  const list = { farmId, after, place: readBuyerPlace() };
  const offers = farmOffersOptions(list);
  if (!isInPage(offers))
    void server.market.products.prefetchInfinite(farmOffersInput(list), offers);
}

export function loadCheckout(): void {
  void server.buyer.cart.get.prefetch(undefined, { retry });
  void server.buyer.profile.prefetch(undefined, { retry });
  void server.market.contact.prefetch(undefined, { retry });
}

/** Starts the dashboard's four queries in parallel on entry (§7, row 9). */
export function loadFarmerDashboard(): void {
  void server.farmer.profile.prefetch(undefined, { retry });
  void server.farmer.products.list.prefetchInfinite({}, { retry });
  void server.farmer.orders.list.prefetchInfinite({}, { retry });
  void server.farmer.payments.list.prefetchInfinite({}, { retry });
}

export function loadBuyersOrders(): void {
  void server.buyer.orders.list.prefetchInfinite({}, { retry });
}

export function loadNotifications(): void {
  import('#features/notifications/web/inbox-page.tsx').catch(ignore);
  void server.notifications.list.prefetchInfinite({}, { retry });
}

export function loadMessages(): void {
  import('#features/messages/web/messages-page.tsx').catch(ignore);
  void server.conversations.list.prefetchInfinite({}, { retry });
}

export function loadOrder(orderId: number): void {
  void server.buyer.orders.get.prefetch({ orderId }, { retry });
}
