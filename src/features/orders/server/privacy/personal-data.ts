import { cartLines } from '#orders/server/cart/tables.ts';
import { orderEvents, orderLines, orders } from '#orders/server/orders/tables.ts';
import { paymentAttempts, payments, payouts } from '#orders/server/payments/tables.ts';
import { buyerRatings, reviews } from '#orders/server/reviews/tables.ts';
import { listDisputePhotos } from '#photos/server/private-media-queries.ts';
import { listOf, type PersonalData } from '#platform/server/personal-data.ts';
import {
  clearNotifiedOrders,
  clearReasons,
  countUnderWay,
  deleteCallbacks,
} from './erase-queries.ts';

/**
 * Orders, payments and ratings outlive the account for the books, without its name, address, phone
 * number and texts.
 */
export const orderData: PersonalData<unknown> = {
  lists: {
    cart: listOf(cartLines, { orderBy: 'productId' }),
    placedOrders: listOf(orders, { of: 'buyerId' }),
    receivedOrders: listOf(orders, { of: 'farmerId' }),
    orderLines: listOf(orderLines, { orderBy: 'orderId id' }),
    orderEvents: listOf(orderEvents, { orderBy: 'orderId id' }),
    paymentAttempts: listOf(paymentAttempts, { of: 'buyerId' }),
    payments: listOf(payments),
    payouts: listOf(payouts),
    reviews: listOf(reviews, { orderBy: 'orderId' }),
    buyerRatings: listOf(buyerRatings, { orderBy: 'orderId' }),
    disputePhotos: listDisputePhotos,
  },
  countUnderWay,
  async erase(tx, userId) {
    await clearNotifiedOrders(tx, userId);
    await deleteCallbacks(tx, userId);
    await clearReasons(tx, userId);
  },
};
