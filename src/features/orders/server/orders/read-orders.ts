import {
  CONTACT_SHOWN_SECONDS,
  HANDOVER_CODE_LENGTH,
  PAYOUT_MIN_KES,
} from '#orders/rules/limits.ts';
import { isToPay, mayPayDifference, stepsOfBuyer } from '#orders/rules/order.ts';
import {
  autoCancelsAt,
  autoCompletesAt,
  isEnded,
  isOnTheWay,
  isToAnswer,
  isToSend,
} from '#orders/rules/order-facts.ts';
import { unpaidCents } from '#orders/rules/settlement.ts';
import { cancellableUntil, notCollectedDisputableUntil } from '#orders/rules/transitions.ts';
import type { PhotoRead } from '#photos/rules/photo.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import { centsOf, shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { secondsAfter } from '#server/clock.ts';
import { pick } from '#server/database.ts';
import { hmac, isSameHash, type LinkSigning } from '#server/hashes.ts';
import {
  listOrderPayments,
  listReceived,
  type OrderPayment,
} from '../payments/statements/payment-queries.ts';
import { listRefunds, type RefundRead } from '../settlement/refund-queries.ts';
import { asWeighed } from '../settlement/weighed-order.ts';
import { disputeOf, listDisputes } from './disputes-and-ratings.ts';
import {
  listLatestAttempts,
  listOrderLines,
  listReasons,
  type OrderLineRead,
  type OrderRead,
} from './read-queries.ts';

export type RelatedRows = Awaited<ReturnType<typeof readRelatedRows>>;

export async function readRelatedRows(db: Database, orders: OrderRead[]) {
  const ids = orders.map(({ id }) => id);
  const query = <Row>(list: (db: Database, orderIds: number[]) => Promise<Row[]>) =>
    ids.length === 0 ? [] : list(db, ids);
  return {
    lines: byOrder(await query(listOrderLines)),
    refunds: byOrder(await query(listRefunds)),
    payments: byOrder(await query(listOrderPayments)),
    reasons: new Map((await query(listReasons)).map(({ orderId, reason }) => [orderId, reason])),
    attempts: new Map(
      (await query(listLatestAttempts)).map(({ orderId, ...attempt }) => [orderId, attempt]),
    ),
    received: await listReceived(
      db,
      orders.flatMap(({ id, weighing }) => (weighing > 0 ? [id] : [])),
    ),
    disputes: await listDisputes(db, ids),
  };
}

function byOrder<Row extends { orderId: number }>(rows: Row[]) {
  const groups = new Map<number, Row[]>();
  for (const row of rows) groups.set(row.orderId, [...(groups.get(row.orderId) ?? []), row]);
  return groups;
}

export const readLine = (line: OrderLineRead) => ({
  ...pick(line, 'id productId name unit netWeightKg quantity orderedQuantity weighedQuantity'),
  price: shillingsOf(line.priceCents),
  total: shillingsOf(line.totalCents),
});

const readPreOrder = ({ depositCents, depositPaidAt, harvestBy }: OrderRead) => ({
  deposit: shillingsOf(depositCents),
  depositPaidAt,
  harvestBy: harvestBy && lastDayBefore(harvestBy),
});

const lastDayBefore = (end: Date): Day => daysAfter(dayInNairobi(end), -1);

/**
 * Null before the confirmation, and from 30 days after the order's end. No other code shows these
 * columns to a buyer or farmer.
 */
function contactOf(order: OrderRead, now: Date) {
  if (order.confirmedAt === null || isLongOver(order, now)) return null;
  const { deliveryAddress, dropOffLatitude, dropOffLongitude, fulfilment, contact } = order;
  const isAtFarm = fulfilment === 'collection' && deliveryAddress === null;
  return {
    buyerPhone: contact?.buyerPhone ?? null,
    farmerPhone: contact?.farmerPhone ?? null,
    farmPlace: isAtFarm && contact ? farmPlaceOf(contact) : null,
    deliveryAddress,
    dropOff:
      dropOffLatitude === null || dropOffLongitude === null
        ? null
        : { latitude: dropOffLatitude, longitude: dropOffLongitude },
  };
}

/** Orders that an earlier version ended have no end time. */
const isLongOver = ({ status, endedAt, updatedAt }: OrderRead, now: Date) =>
  isEnded(status) && now >= secondsAfter(endedAt ?? updatedAt, CONTACT_SHOWN_SECONDS);

function farmPlaceOf({
  latitude,
  longitude,
  county,
  subcounty,
  addressDescription,
}: NonNullable<OrderRead['contact']>) {
  if (latitude === null || longitude === null) return null;
  return { latitude, longitude, county, subcounty, addressDescription };
}

const reviewOf = ({ rating, reviewText, reviewAnswer }: OrderRead) =>
  rating === null ? null : { rating, text: reviewText ?? '', answer: reviewAnswer };

/** The fields that both sides see. If the goods were weighed, the sums follow the weights. */
export function readShared(
  row: OrderRead,
  { related, ...signing }: { related: RelatedRows } & LinkSigning,
) {
  const { order, lines, difference } = asWeighed(
    row,
    related.lines.get(row.id) ?? [],
    related.received.get(row.id) ?? 0,
  );
  const shared = {
    ...pick(
      order,
      'id status paymentStatus paymentMethod fulfilment deliveryDate wishedDay wishedPart note',
      'weighing',
    ),
    deliveryFee: shillingsOf(order.deliveryFeeCents),
    ...readPreOrder(order),
    difference,
    itemCount: lines.length,
    reason: related.reasons.get(order.id) ?? null,
    cancelsAt: isOnTheWay(order.status) ? autoCancelsAt(order) : null,
    review: reviewOf(order),
    dispute: disputeOf(order, related.disputes.get(order.id), signing),
  };
  return { order, lines, contact: contactOf(order, signing.now), shared };
}

type Photos = ReadonlyMap<number, PhotoRead[]>;
type Reading = { related: RelatedRows; photos: Photos; secret: string; now: Date };

/** In the specification's words. Money in KES. */
export function readBuyerOrder(row: OrderRead, { related, photos, secret, now }: Reading) {
  const { order, lines, contact, shared } = readShared(row, { related, secret, now });
  const { difference } = shared;
  const isDifferenceOpen = mayPayDifference(order) && difference?.status === 'open';
  return {
    ...shared,
    farmId: order.farmerId,
    ...pick(order, 'farmName county deliveryAddress createdAt updatedAt isFarmerSuspended'),
    latitude: order.dropOffLatitude,
    longitude: order.dropOffLongitude,
    subtotal: shillingsOf(order.subtotalCents),
    total: shillingsOf(order.totalCents),
    credit: shillingsOf(order.creditCents),
    toPay: isToPay(order)
      ? shillingsOf(unpaidCents(order))
      : isDifferenceOpen
        ? difference.amount
        : 0,
    refunds: (related.refunds.get(order.id) ?? []).map(readRefund),
    lines: lines.map((line) => ({ ...readLine(line), ...readLook(line, photos) })),
    handoverCode: order.dispatchedAt === null ? null : handoverCode(secret, order),
    completesAt: isOnTheWay(order.status) ? autoCompletesAt(order) : null,
    notCollectedDisputableUntil: notCollectedDisputableUntil(order),
    isStockReleased: isToAnswer(order.status) && order.stockReleasedAt !== null,
    cancellableUntil: isToSend(order.status) ? cancellableUntil(order) : null,
    farmPhone: contact?.farmerPhone ?? null,
    farmPlace: contact?.farmPlace ?? null,
    payment: related.attempts.get(order.id) ?? null,
    ...readPayments(related.payments.get(order.id) ?? []),
    steps: stepsOfBuyer(order, { isDifferenceOpen, now }),
  };
}

const readRefund = (refund: RefundRead) => {
  const { status, amountCents, receipt, phoneNumber, heldUntil, settledAt } = refund;
  return {
    status,
    amount: shillingsOf(amountCents),
    receipt,
    phoneNumber,
    heldUntil: status === 'due' ? heldUntil : null,
    refundedAt: status === 'paid' ? settledAt : null,
    isKept: status === 'due' && amountCents < centsOf(PAYOUT_MIN_KES),
  };
};

/** Receipts of payments that count, or else of all, joined with commas. */
function readPayments(payments: readonly OrderPayment[]) {
  const received = payments.filter(({ state }) => state === 'received');
  const counting = received.length > 0 ? received : payments;
  const listed = (receipts: (string | null)[]) => receipts.filter(Boolean).join(', ') || null;
  return {
    payments: payments.map((payment) => {
      const { state, amountCents, countedCents, receipt, refundReceipt, refundedAt } = payment;
      return {
        status: state,
        amount: shillingsOf(amountCents),
        receipt,
        refundAmount: state === 'received' ? null : shillingsOf(countedCents),
        refundReceipt,
        refundedAt,
      };
    }),
    receipt: listed(counting.map(({ receipt }) => receipt)),
    refundReceipt: listed(counting.map(({ refundReceipt }) => refundReceipt)),
  };
}

/** A hidden product shows no photo. */
const readLook = (
  { productId, name, category, crop, isHidden }: OrderLineRead,
  photos: Photos,
) => ({
  category,
  crop,
  swahiliName: swahiliNameOf({ name, crop }),
  photo: (!isHidden && productId !== null && photos.get(productId)?.[0]) || null,
});

type Coded = { id: number; weighing: number };

/** Derived, so that no database dump contains it. Each weighing has its own code. */
export const handoverCode = (secret: string, order: Coded) => codesOf(secret, order).at(-1) ?? '';

export const isEarlierCode = (secret: string, order: Coded, given: string) =>
  codesOf(secret, order)
    .slice(0, -1)
    .some((code) => isSameHash(given, code));

/** Oldest first. No two are equal. */
function codesOf(secret: string, { id, weighing }: Coded): string[] {
  const codes: string[] = [];
  for (let at = 0; at <= weighing; at += 1) {
    const subject = at === 0 ? String(id) : `${id} ${at}`;
    let number = Number.parseInt(hmac(secret, 'handover', subject).slice(0, 12), 16);
    while (codes.includes(digitsOf(number))) number += 1;
    codes.push(digitsOf(number));
  }
  return codes;
}

const digitsOf = (number: number) =>
  String(number % 10 ** HANDOVER_CODE_LENGTH).padStart(HANDOVER_CODE_LENGTH, '0');
