import {
  addToCartInput,
  cartLineInput,
  putCartInput,
  removeFromCartInput,
  visitorCartInput,
} from '#features/orders/rules/cart.ts';
import {
  linkedOrderInput,
  listPaymentsInput,
  payLinkedOrderInput,
  statementInput,
} from '#features/orders/rules/payment.ts';
import { farmRatingsInput, farmReviewsInput } from '#features/orders/rules/review.ts';
import {
  addToCart,
  getCart,
  getVisitorCart,
  putCart,
  removeFromCart,
  seeCart,
  setCartLine,
} from '#features/orders/server/cart.ts';
import {
  exportPayments,
  getStatement,
  listPayments,
  summarizePayments,
} from '#features/orders/server/farmer-payments.ts';
import { getOverview } from '#features/orders/server/get-overview.ts';
import { getLinkedOrder, payLinkedOrder } from '#features/orders/server/linked-order.ts';
import { listFarmRatings, listFarmReviews } from '#features/orders/server/reviews.ts';
import { givenPosition } from '#platform/rules/geo/geo.ts';
import type { BuyerContext } from '#platform/server/trpc/context.ts';
import { once } from '#platform/server/trpc/once.ts';
import {
  buyerProcedure,
  farmerProcedure,
  publicProcedure,
} from '#platform/server/trpc/procedures.ts';
import { buyerOrders } from './buyer-orders.ts';
import { farmerOrders } from './farmer-orders.ts';

const readCart = ({ ctx }: { ctx: BuyerContext }) => getCart(ctx.db, ctx.buyer.id, ctx.services);

/** The buyer's cart. Every change returns the updated cart. */
const cart = {
  get: buyerProcedure.query(readCart),
  /** For the screen that shows the cart. Pages that only count its lines use `get`. */
  see: buyerProcedure
    .meta({ keys: ['read', 'orders'] })
    .mutation(({ ctx }) => seeCart(ctx.db, ctx.buyer.id, ctx.services)),
  put: buyerProcedure
    .meta({ keys: ['orders'] })
    .input(putCartInput)
    .mutation(
      once(
        ({ ctx, input }) => putCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readCart,
      ),
    ),
  add: buyerProcedure
    .input(addToCartInput)
    .mutation(
      once(
        ({ ctx, input }) => addToCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readCart,
      ),
    ),
  setLine: buyerProcedure
    .input(cartLineInput)
    .mutation(
      once(
        ({ ctx, input }) => setCartLine(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readCart,
      ),
    ),
  remove: buyerProcedure
    .input(removeFromCartInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          removeFromCart(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readCart,
      ),
    ),
};

/** This feature's part of the router `buyer`. */
export const buyer = { cart, orders: buyerOrders };

const payments = {
  list: farmerProcedure
    .meta({ keys: ['read'] })
    .input(listPaymentsInput)
    .query(({ ctx, input }) => listPayments(ctx.db, { ...input, farmerId: ctx.farmer.id })),
  summary: farmerProcedure.query(({ ctx }) =>
    summarizePayments(ctx.db, ctx.farmer.id, ctx.services),
  ),
  statement: farmerProcedure
    .input(statementInput)
    .query(({ ctx, input }) => getStatement(ctx.db, { ...input, farmerId: ctx.farmer.id })),
  export: farmerProcedure
    .input(statementInput)
    .query(({ ctx, input }) => exportPayments(ctx.db, { ...input, farmerId: ctx.farmer.id })),
};

/** This feature's part of the router `farmer`. */
export const farmer = {
  payments,
  orders: farmerOrders,
  overview: farmerProcedure.query(({ ctx }) => getOverview(ctx.db, ctx.farmer.id, ctx.services)),
};

/** This feature's part of the router `market`. */
export const market = {
  /** A visitor's cart, which is stored on their device, at today's prices. Changes nothing. */
  cart: publicProcedure
    .input(visitorCartInput)
    .query(({ ctx: { db, services }, input: { lines, ...place } }) =>
      getVisitorCart(db, { lines, place: givenPosition(place) }, services),
    ),
  /** The order of a mailed link. */
  linkedOrder: publicProcedure
    .input(linkedOrderInput)
    .query(({ ctx: { db, services }, input }) => getLinkedOrder(db, input, services)),
  payLinkedOrder: publicProcedure
    .meta({ changes: 'stock' })
    .input(payLinkedOrderInput)
    .mutation(({ ctx: { db, services }, input }) => payLinkedOrder(db, input, services)),
  /** Ratings are computed from all of the farm's sales, so this runs in the queue of searches. */
  farmReviews: publicProcedure
    .input(farmReviewsInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.search(clientAddress, (db) => listFarmReviews(db, input)),
    ),
  farmRatings: publicProcedure
    .input(farmRatingsInput)
    .query(({ ctx: { services, clientAddress }, input }) =>
      services.catalogueReads.search(clientAddress, (db) => listFarmRatings(db, input)),
    ),
};
