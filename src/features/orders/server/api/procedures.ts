import { isOfKey } from '#accounts/server/manage-sessions.ts';
import * as buyers from '#orders/contract/buyer.ts';
import * as farmers from '#orders/contract/farmer.ts';
import * as payments from '#orders/contract/payments.ts';
import type { ListOrders, PlaceOrder, RejectOrder } from '#orders/rules/order-input.ts';
import { AppError } from '#server/app-error.ts';
import { buyerProcedure, farmerProcedure, mutation, query } from '#server/procedures.ts';
import {
  addToCart,
  getCart,
  getOrderAgain,
  getVisitorCart,
  putCart,
  quoteOrder,
  removeFromCart,
  seeCart,
  setCartLine,
} from '../cart.ts';
import { answerDispute } from '../disputes.ts';
import {
  exportPayments,
  getStatement,
  listPayments,
  summarizePayments,
} from '../farmer-payments.ts';
import {
  getBuyerOrder,
  getFarmerOrder,
  getOverview,
  listBuyerOrders,
  listFarmerOrders,
  openBuyerOrder,
  openFarmerOrder,
} from '../list-orders.ts';
import { watchOrders } from '../order-changes.ts';
import {
  cancelAsBuyer,
  cancelAsFarmer,
  completeOrder,
  confirmOrder,
  dispatchOrder,
  disputeOrder,
  receiveOrder,
  rejectOrder,
  reportNotCollected,
} from '../order-steps.ts';
import { countedNetworks, placeOrder } from '../place-order.ts';
import { getLinkedOrder, payLinkedOrder, requestPayment } from '../request-payment.ts';
import {
  answerReview,
  listFarmRatings,
  listFarmReviews,
  rateBuyer,
  rateOrder,
} from '../reviews.ts';
import { declareHarvest, listPreOrders, shortenOrder } from '../settlement/shorten-order.ts';
import { askAboutDifference, leaveDifference, weighOrder } from '../weigh-order.ts';

const toBuyer = { reread: getBuyerOrder };
const toFarmer = { reread: getFarmerOrder };

/* API keys take only the steps that move no money by themselves (docs/decisions/0148). */

/** The handover code completes the order, which pays the farmer out. */
const withoutCodeForKeys = <Order extends { handoverCode: string | null }>(
  call: Call<'buyer'>,
  order: Order,
): Order => (isOfKey(call) ? { ...order, handoverCode: null } : order);

const openOrderOfBuyer = async (call: Call<'buyer'>, own: { orderId: number }) =>
  withoutCodeForKeys(call, await openBuyerOrder(call, own));

export const buyer = {
  cart: {
    get: query(buyers.getCart, getCart),
    see: mutation(buyers.seeCart, seeCart),
    put: mutation(buyers.putCart, putCart, { reread: getCart }),
    add: mutation(buyers.addToCart, addToCart, { reread: getCart }),
    setLine: mutation(buyers.setCartLine, setCartLine, { reread: getCart }),
    remove: mutation(buyers.removeFromCart, removeFromCart, { reread: getCart }),
  },
  orders: {
    list: query(buyers.listBuyerOrders, listOrdersOfBuyer),
    get: query(buyers.getBuyerOrder, openOrderOfBuyer),
    again: query(buyers.getOrderAgain, getOrderAgain),
    quote: query(buyers.quoteOrder, quoteOrder),
    place: mutation(buyers.placeOrder, placeRequestedOrder),
    pay: mutation(payments.payOrder, requestPayment),
    cancel: mutation(buyers.cancelAsBuyer, cancelAsBuyer, toBuyer),
    leaveDifference: mutation(buyers.leaveDifference, leaveDifference, toBuyer),
    received: mutation(buyers.receiveOrder, receiveOrder, {
      ...toBuyer,
      before: askAboutDifference,
    }),
    dispute: mutation(buyers.disputeOrder, disputeOrder, toBuyer),
    rate: mutation(buyers.rateOrder, rateOrder, toBuyer),
    changes: buyerProcedure.subscription(watchOrders),
  },
};

export const farmer = {
  overview: query(farmers.getOverview, getOverview),
  payments: {
    list: query(payments.listPayments, listPayments),
    summary: query(payments.summarizePayments, summarizePayments),
    statement: query(payments.getStatement, getStatement),
    export: query(payments.getStatement, exportPayments),
  },
  orders: {
    list: query(farmers.listFarmerOrders, listFarmerOrders),
    get: query(farmers.getFarmerOrder, openFarmerOrder),
    confirm: mutation(farmers.confirmOrder, confirmOrder, toFarmer),
    preOrders: query(farmers.listPreOrders, listPreOrders),
    declareHarvest: mutation(farmers.declareHarvest, declareHarvest),
    shorten: mutation(farmers.shortenOrder, shortenOrder, toFarmer),
    reject: mutation(farmers.rejectOrder, rejectRequestedOrder, toFarmer),
    cancel: mutation(farmers.cancelAsFarmer, cancelAsFarmer, toFarmer),
    dispatch: mutation(farmers.dispatchOrder, dispatchOrder, toFarmer),
    notCollected: mutation(farmers.reportNotCollected, reportNotCollected, toFarmer),
    weigh: mutation(farmers.weighOrder, weighOrder, toFarmer),
    complete: mutation(farmers.completeOrder, completeOrder, {
      ...toFarmer,
      before: askAboutDifference,
    }),
    answerDispute: mutation(farmers.answerDispute, answerDispute, toFarmer),
    rateBuyer: mutation(farmers.rateBuyer, rateBuyer, toFarmer),
    answerReview: mutation(farmers.answerReview, answerReview, toFarmer),
    changes: farmerProcedure.subscription(watchOrders),
  },
};

export const market = {
  cart: query(buyers.getVisitorCart, getVisitorCart),
  linkedOrder: query(payments.getLinkedOrder, getLinkedOrder),
  payLinkedOrder: mutation(payments.payLinkedOrder, payLinkedOrder),
  /** Ratings are computed from all of the farm's sales, so this runs in the queue of searches. */
  farmReviews: query(payments.listFarmReviews, (call, farm) =>
    call.catalogueReads.search(call, (db) => listFarmReviews(db, farm)),
  ),
  farmRatings: query(payments.listFarmRatings, (call, farms) =>
    call.catalogueReads.search(call, (db) => listFarmRatings(db, farms)),
  ),
};

async function listOrdersOfBuyer(call: Call<'buyer'>, list: ListOrders) {
  const { orders, nextCursor } = await listBuyerOrders(call, list);
  return { orders: orders.map((order) => withoutCodeForKeys(call, order)), nextCursor };
}

/** A key must send the total, because a farm may have raised its fee. */
function placeRequestedOrder(
  call: Call<'buyer'>,
  input: { idempotencyKey: string; order: PlaceOrder },
) {
  if (isOfKey(call) && input.order.expectedTotal === undefined)
    throw new AppError('TOTAL_NEEDED', { field: 'expectedTotal' });
  const networks = countedNetworks(call.clientAddress, call);
  return placeOrder(call.db, { ...input, buyerId: call.user.id, networks }, call);
}

/** Rejecting returns the deposit. */
async function rejectRequestedOrder(call: Call<'farmer'>, input: RejectOrder) {
  if (isOfKey(call) && (await getFarmerOrder(call, input)).depositPaidAt)
    throw new AppError('KEY_NOT_ALLOWED');
  return rejectOrder(call, input);
}
