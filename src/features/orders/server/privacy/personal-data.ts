import { asc, eq, or } from 'drizzle-orm';
import { disputePhotos } from '#features/photos/server/private-media-queries.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { cartLines } from '../tables/carts.ts';
import { orderEvents, orderLines, orders } from '../tables/orders.ts';
import { paymentAttempts, payments, payouts } from '../tables/payments.ts';
import { buyerRatings, reviews } from '../tables/reviews.ts';
import {
  clearBuyersTraces,
  clearFarmersTraces,
  clearToldOrders,
  countUnderWay,
  isParty,
} from './erase-queries.ts';

/**
 * A person's trade, as buyer or farmer. Data that the other side of an order entered about itself
 * is left out. Orders, payments and ratings outlive the account, for the books, without its name,
 * address, phone number and texts.
 */
export const orderData: PersonalData<unknown> = {
  lists: {
    cart: readCart,
    placedOrders: readPlacedOrders,
    receivedOrders: readReceivedOrders,
    orderLines: readLines,
    orderEvents: readEvents,
    paymentAttempts: readAttempts,
    payments: readPayments,
    payouts: readPayouts,
    reviews: readReviews,
    buyerRatings: readBuyerRatings,
    disputePhotos: readDisputePhotos,
  },
  countUnderWay,
  async erase(tx, userId) {
    await clearToldOrders(tx, userId);
    await clearBuyersTraces(tx, userId);
    await clearFarmersTraces(tx, userId);
  },
};

async function readCart(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      productId: cartLines.productId,
      quantity: cartLines.quantity,
      acceptedPriceCents: cartLines.acceptedPriceCents,
      addedAt: cartLines.addedAt,
    })
    .from(cartLines)
    .where(eq(cartLines.buyerId, userId))
    .orderBy(asc(cartLines.productId))
    .limit(limit)
    .offset(offset);
}

const orderColumns = {
  id: orders.id,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  paymentMethod: orders.paymentMethod,
  fulfilment: orders.fulfilment,
  deliveryDate: orders.deliveryDate,
  subtotalCents: orders.subtotalCents,
  deliveryFeeCents: orders.deliveryFeeCents,
  totalCents: orders.totalCents,
  creditCents: orders.creditCents,
  depositCents: orders.depositCents,
  depositPaidAt: orders.depositPaidAt,
  createdAt: orders.createdAt,
  confirmedAt: orders.confirmedAt,
  paidAt: orders.paidAt,
  dispatchedAt: orders.dispatchedAt,
  completedAt: orders.completedAt,
  disputeAnswer: orders.disputeAnswer,
  disputeAnsweredAt: orders.disputeAnsweredAt,
};

async function readPlacedOrders(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      ...orderColumns,
      deliveryAddress: orders.deliveryAddress,
      dropOffLatitude: orders.dropOffLatitude,
      dropOffLongitude: orders.dropOffLongitude,
      note: orders.note,
      wishedDay: orders.wishedDay,
      wishedPart: orders.wishedPart,
    })
    .from(orders)
    .where(eq(orders.buyerId, userId))
    .orderBy(asc(orders.id))
    .limit(limit)
    .offset(offset);
}

async function readReceivedOrders(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.farmerId, userId))
    .orderBy(asc(orders.id))
    .limit(limit)
    .offset(offset);
}

async function readLines(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      orderId: orderLines.orderId,
      name: orderLines.name,
      unit: orderLines.unit,
      netWeightKg: orderLines.netWeightKg,
      quantity: orderLines.quantity,
      orderedQuantity: orderLines.orderedQuantity,
      weighedQuantity: orderLines.weighedQuantity,
      priceCents: orderLines.priceCents,
      totalCents: orderLines.totalCents,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(isParty(userId))
    .orderBy(asc(orderLines.orderId), asc(orderLines.id))
    .limit(limit)
    .offset(offset);
}

async function readEvents(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      orderId: orderEvents.orderId,
      actor: orderEvents.actor,
      subject: orderEvents.subject,
      from: orderEvents.from,
      to: orderEvents.to,
      reason: orderEvents.reason,
      happenedAt: orderEvents.happenedAt,
      takenAt: orderEvents.takenAt,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(isParty(userId))
    .orderBy(asc(orderEvents.orderId), asc(orderEvents.id))
    .limit(limit)
    .offset(offset);
}

async function readAttempts(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      orderId: paymentAttempts.orderId,
      status: paymentAttempts.status,
      phoneNumber: paymentAttempts.phoneNumber,
      amountCents: paymentAttempts.amountCents,
      resultText: paymentAttempts.resultText,
      requestedAt: paymentAttempts.requestedAt,
      settledAt: paymentAttempts.settledAt,
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(orders.buyerId, userId))
    .orderBy(asc(paymentAttempts.id))
    .limit(limit)
    .offset(offset);
}

async function readPayments(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      orderId: payments.orderId,
      method: payments.method,
      state: payments.state,
      amountCents: payments.amountCents,
      returnedCents: payments.returnedCents,
      receipt: payments.receipt,
      receivedAt: payments.receivedAt,
      refundReceipt: payments.refundReceipt,
      refundedAt: payments.refundedAt,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(isParty(userId))
    .orderBy(asc(payments.id))
    .limit(limit)
    .offset(offset);
}

async function readPayouts(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      orderId: payouts.orderId,
      status: payouts.status,
      amountCents: payouts.amountCents,
      phoneNumber: payouts.phoneNumber,
      receipt: payouts.receipt,
      createdAt: payouts.createdAt,
      sentAt: payouts.sentAt,
      settledAt: payouts.settledAt,
    })
    .from(payouts)
    .where(or(eq(payouts.farmerId, userId), eq(payouts.buyerId, userId)))
    .orderBy(asc(payouts.id))
    .limit(limit)
    .offset(offset);
}

async function readReviews(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      orderId: reviews.orderId,
      rating: reviews.rating,
      text: reviews.text,
      answer: reviews.answer,
      createdAt: reviews.createdAt,
      answeredAt: reviews.answeredAt,
    })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .where(isParty(userId))
    .orderBy(asc(reviews.orderId))
    .limit(limit)
    .offset(offset);
}

/** Ratings of buyers that the person gave or received. */
async function readBuyerRatings(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      orderId: buyerRatings.orderId,
      rating: buyerRatings.rating,
      createdAt: buyerRatings.createdAt,
    })
    .from(buyerRatings)
    .innerJoin(orders, eq(orders.id, buyerRatings.orderId))
    .where(isParty(userId))
    .orderBy(asc(buyerRatings.orderId))
    .limit(limit)
    .offset(offset);
}

/** Photos that the person added to disputes; the orders' answers link to the pictures. */
async function readDisputePhotos(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      id: disputePhotos.id,
      orderId: disputePhotos.orderId,
      contentHash: disputePhotos.contentHash,
      takenAt: disputePhotos.takenAt,
      createdAt: disputePhotos.createdAt,
    })
    .from(disputePhotos)
    .where(eq(disputePhotos.buyerId, userId))
    .orderBy(asc(disputePhotos.id))
    .limit(limit)
    .offset(offset);
}
