import type { AnyTRPCProcedure } from '@trpc/server';
import * as accounts from '#accounts/server/api.ts';
import * as books from '#books/server/api.ts';
import * as farms from '#farms/server/api.ts';
import * as follows from '#follows/server/api.ts';
import * as lots from '#lots/server/api.ts';
import * as messages from '#messages/server/api.ts';
import * as notifications from '#notifications/server/api.ts';
import * as operator from '#operator/server/api.ts';
import * as orders from '#orders/server/api/procedures.ts';
import * as places from '#places/server/api.ts';
import * as prices from '#prices/server/api.ts';
import * as privacy from '#privacy/server/api.ts';
import * as products from '#products/server/api/procedures.ts';
import {
  createCallerFactory,
  type ProcedureMeta,
  publicProcedure,
  router,
} from '#server/procedures.ts';
import * as standingOrders from '#standing-orders/server/api.ts';
import * as webhooks from '#webhooks/server/api.ts';

export const appRouter = router({
  auth: { ...accounts.auth, ...farms.auth, ...privacy.auth },
  otp: accounts.otp,
  buyer: {
    ...accounts.buyer,
    ...products.buyer,
    ...orders.buyer,
    ...standingOrders.buyer,
    ...lots.buyer,
    ...books.buyer,
  },
  farmer: {
    ...farms.farmer,
    ...products.farmer,
    ...orders.farmer,
    ...lots.farmer,
    ...books.farmer,
    ...prices.farmer,
  },
  market: {
    contact: publicProcedure.query(({ ctx: { services } }) => ({
      ...services.support,
      mpesa: services.mpesa !== null,
    })),
    ...farms.market,
    ...products.market,
    ...orders.market,
    ...lots.market,
    ...prices.market,
  },
  places: places.places,
  phone: farms.phone,
  agent: lots.agent,
  conversations: messages.conversations,
  offers: messages.offers,
  notifications: notifications.notifications,
  push: notifications.push,
  webhooks: webhooks.webhooks,
  priceAlerts: prices.priceAlerts,
  follows: follows.follows,
  desk: operator.desk,
});

declare module '#platform/contract.ts' {
  interface Registered {
    router: typeof appRouter;
    caller: ReturnType<typeof createCaller>;
  }
}

/** By name, as "buyer.cart.get". tRPC's type does not say that they are flat. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;

export const operations = Object.entries(procedures).flatMap(([name, { _def }]) => {
  const { operation } = (_def.meta ?? {}) as ProcedureMeta;
  return operation ? [{ name, operation }] : [];
});

export const createCaller = createCallerFactory(appRouter);
