/*
 * The first queries of a page. The route's loader starts them while the page's code is still
 * loading. Nothing waits for them: the page shows them when they arrive, and shows their errors.
 * Fresh data in the cache is not refetched.
 */

import { createTRPCQueryUtils } from '@trpc/react-query';
import type { MarketSearch } from '#market/web/list/market-search.ts';
import {
  farmOffersInput,
  farmOffersOptions,
  farmOptions,
  filterOf,
  productInput,
  productListOptions,
  productOptions,
} from '#market/web/list/use-market.ts';
import { readBuyerPlace } from '#products/web/catalogue/visitor-choices.ts';
import { rpc } from '#web/rpc.ts';
import { queryClient } from '#web/server-cache.tsx';

const server = createTRPCQueryUtils({ client: rpc, queryClient });

/**
 * Data that came with the page is not fetched here, however old it is. The screen's own query does
 * that when it runs. An answer that arrived before hydration would be newer than the HTML, and
 * React would discard the HTML.
 */
const isInPage = ({ initialData }: { initialData?: () => unknown }) =>
  initialData?.() !== undefined;

const ignore = () => {};

export function loadMarket(search: MarketSearch) {
  const place = readBuyerPlace();
  const filter = filterOf(search, place);
  // The content above the list of a place must be loaded before the list, which it would otherwise
  // push down.
  if (place) import('#market/web/list/nothing-delivers.tsx').catch(ignore);
  // A list that doesn't start at the beginning came with the page.
  if (search.after) return;
  const options = productListOptions(filter);
  if (!isInPage(options)) void server.market.cards.prefetchInfinite(filter, options);
}

export function loadProduct(productId: number) {
  const place = readBuyerPlace();
  const options = productOptions(productId, place);
  if (!isInPage(options))
    void server.market.product.prefetch(productInput(productId, place), options);
}

export function loadFarm(farmId: number, after: string | undefined) {
  const options = farmOptions(farmId);
  if (!isInPage(options)) void server.market.farm.prefetch({ farmId }, options);
  if (after) return;
  const list = { farmId, after, place: readBuyerPlace() };
  const offers = farmOffersOptions(list);
  if (!isInPage(offers)) void server.market.cards.prefetchInfinite(farmOffersInput(list), offers);
}

export function loadCheckout() {
  void server.buyer.cart.get.prefetch();
  void server.buyer.profile.prefetch();
  void server.market.contact.prefetch();
}

export function loadBuyersOrders() {
  void server.buyer.orders.list.prefetchInfinite({});
}

export function loadNotifications() {
  import('#notifications/web/inbox-page.tsx').catch(ignore);
  void server.notifications.list.prefetchInfinite({});
}

export function loadMessages() {
  import('#messages/web/messages-page.tsx').catch(ignore);
  void server.conversations.list.prefetchInfinite({});
}

export function loadOrder(orderId: number) {
  void server.buyer.orders.get.prefetch({ orderId });
}
