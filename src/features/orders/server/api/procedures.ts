import * as buyers from '#orders/contract/buyer.ts';
import * as carts from '#orders/contract/cart.ts';
import * as farmers from '#orders/contract/farmer.ts';
import * as payments from '#orders/contract/payments.ts';
import {
  addToCart,
  getCart,
  getVisitorCart,
  putCart,
  removeFromCart,
  seeCart,
  setCartLine,
} from '#orders/server/cart.ts';
import { answerDispute } from '#orders/server/disputes.ts';
import {
  exportPayments,
  getStatement,
  listPayments,
  summarizePayments,
} from '#orders/server/farmer-payments.ts';
import {
  getBuyerOrder,
  getFarmerOrder,
  getOverview,
  listFarmerOrders,
  openFarmerOrder,
} from '#orders/server/list-orders.ts';
import { watchOrders } from '#orders/server/order-changes.ts';
import { getLinkedOrder, payLinkedOrder } from '#orders/server/order-mails.ts';
import {
  cancelAsBuyer,
  cancelAsFarmer,
  completeOrder,
  confirmOrder,
  dispatchOrder,
  disputeOrder,
  receiveOrder,
  reportNotCollected,
} from '#orders/server/order-steps.ts';
import { getOrderAgain, quoteOrder } from '#orders/server/quote-order.ts';
import { requestPayment } from '#orders/server/request-payment.ts';
import {
  answerReview,
  listFarmRatings,
  listFarmReviews,
  rateBuyer,
  rateOrder,
} from '#orders/server/reviews.ts';
import { declareHarvest, listPreOrders } from '#orders/server/settlement/declare-harvest.ts';
import { shortenOrder } from '#orders/server/settlement/shorten-order.ts';
import { askAboutDifference, leaveDifference, weighOrder } from '#orders/server/weigh-order.ts';
import {
  buyerProcedure,
  farmerProcedure,
  mutation,
  query,
} from '#platform/server/trpc/procedures.ts';
import {
  listOrdersOfBuyer,
  openOrderOfBuyer,
  placeRequestedOrder,
  rejectRequestedOrder,
} from './orders-by-key.ts';

const toBuyer = { reread: getBuyerOrder };
const toFarmer = { reread: getFarmerOrder };

export const buyer = {
  cart: {
    get: query(carts.getCart, getCart),
    see: mutation(carts.seeCart, seeCart),
    put: mutation(carts.putCart, putCart, { reread: getCart }),
    add: mutation(carts.addToCart, addToCart, { reread: getCart }),
    setLine: mutation(carts.setCartLine, setCartLine, { reread: getCart }),
    remove: mutation(carts.removeFromCart, removeFromCart, { reread: getCart }),
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
  cart: query(carts.getVisitorCart, getVisitorCart),
  linkedOrder: query(payments.getLinkedOrder, getLinkedOrder),
  payLinkedOrder: mutation(payments.payLinkedOrder, payLinkedOrder),
  /** Ratings are computed from all of the farm's sales, so this runs in the queue of searches. */
  farmReviews: query(payments.listFarmReviews, ({ catalogueReads, clientAddress }, farm) =>
    catalogueReads.search(clientAddress, (db) => listFarmReviews(db, farm)),
  ),
  farmRatings: query(payments.listFarmRatings, ({ catalogueReads, clientAddress }, farms) =>
    catalogueReads.search(clientAddress, (db) => listFarmRatings(db, farms)),
  ),
};
