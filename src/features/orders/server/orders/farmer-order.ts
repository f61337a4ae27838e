import { HANDOVER_TRIES_MAX } from '#features/orders/rules/limits.ts';
import { mayMove, notCollectedFrom } from '#features/orders/rules/order.ts';
import { autoCancelsAt } from '#features/orders/rules/order-clock.ts';
import { reverseInGazetteer } from '#features/places/server/gazetteer.ts';
import { unitText } from '#features/products/rules/unit-texts.ts';
import { wholeKilometres } from '#platform/rules/geo/geo.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { BuyerRatings } from '../reviews/read-buyer-ratings.ts';
import { disputeOf } from './read-dispute.ts';
import { contactOf, type RelatedRows, readLine, reviewOf } from './read-orders.ts';
import type { OrderLineRead, OrderRead } from './read-queries.ts';

type Reading = { related: RelatedRows; ratings: BuyerRatings; secret: string; now: Date };

/** What a farmer may do with an order now. */
export type FarmerStep =
  | 'confirm'
  | 'reject'
  | 'cancel'
  | 'dispatch'
  | 'complete'
  | 'notCollected'
  | 'answerDispute'
  | 'answer'
  | 'rateBuyer';

/**
 * An order as its farmer reads it, in the specification's shape (§3). `amount` in KES, distance in
 * whole km.
 */
export function readFarmerOrder(order: OrderRead, { related, ratings, secret, now }: Reading) {
  const lines = related.lines.get(order.id) ?? [];
  const contact = contactOf(order, now);
  const deliveryArea = deliveryAreaOf(order);
  return {
    id: order.id,
    /** Null once the buyer's account is gone. */
    buyerName:
      order.buyerFirstName === null ? null : `${order.buyerFirstName} ${order.buyerLastName}`,
    buyerPhone: contact?.buyerPhone ?? null,
    itemCount: lines.length,
    product: lines.map(({ name }) => name).join(', '),
    quantity: lines.map(quantityOf).join(', '),
    amount: shillingsOf(order.totalCents),
    deliveryFee: shillingsOf(order.deliveryFeeCents),
    status: order.status,
    date: order.createdAt,
    fulfilment: order.fulfilment,
    /**
     * Until the order is confirmed the town or ward alone, so that the farmer can judge the trip.
     */
    deliveryAddress: order.confirmedAt === null ? deliveryArea : (contact?.deliveryAddress ?? null),
    dropOff: contact?.dropOff ?? null,
    /** The town or ward that it goes to, which its farmer may always know. */
    deliveryArea,
    distanceKm: order.distanceMetres === null ? null : wholeKilometres(order.distanceMetres),
    deliveryDate: order.deliveryDate,
    /** When the buyer would like to have it; null: any day, any time of it. */
    wishedDay: order.wishedDay,
    wishedPart: order.wishedPart,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    note: order.note,
    reason: related.reasons.get(order.id) ?? null,
    lines: lines.map(readLine),
    handoverTriesLeft: HANDOVER_TRIES_MAX - order.handoverTries,
    /**
     * Of a dispatched cash order: from when on it may be called not collected, and when the clock
     * cancels it.
     */
    notCollectedFrom: order.status === 'dispatched' ? notCollectedFrom(order) : null,
    cancelsAt: order.status === 'dispatched' ? autoCancelsAt(order) : null,
    payout:
      order.payoutStatus === null || order.payoutCents === null
        ? null
        : {
            status: order.payoutStatus,
            amount: shillingsOf(order.payoutCents),
            receipt: order.payoutReceipt,
          },
    review: reviewOf(order),
    dispute: disputeOf(order, related.disputes.get(order.id), { secret, now }),
    /** What this farmer gave the buyer for this order; null until then. */
    givenRating: ratings.given.get(order.id) ?? null,
    /** How farmers rate the buyer, from three ratings on. */
    buyerRating: (order.buyerId !== null && ratings.standings.get(order.buyerId)) || null,
    steps: stepsOf(order, { isBuyerRated: ratings.given.has(order.id), now }),
  };
}

/** "20 bags", "1 bag": in English, as the stored units are. */
const quantityOf = ({ quantity, unit }: OrderLineRead) =>
  `${quantity} ${unitText(quantity, unit, { locale: 'en' })}`;

function deliveryAreaOf({ dropOffLatitude: latitude, dropOffLongitude: longitude }: OrderRead) {
  if (latitude === null || longitude === null) return null;
  return reverseInGazetteer({ latitude, longitude })?.display_name ?? null;
}

function stepsOf(
  order: OrderRead,
  { isBuyerRated, now }: { isBuyerRated: boolean; now: Date },
): FarmerStep[] {
  const may = (to: 'confirmed' | 'rejected' | 'cancelled' | 'dispatched' | 'completed') =>
    mayMove(order, { to, by: 'farmer', now });
  const steps: [FarmerStep, boolean][] = [
    ['confirm', may('confirmed')],
    ['reject', may('rejected')],
    ['dispatch', may('dispatched')],
    ['complete', may('completed')],
    ['notCollected', order.status === 'dispatched' && may('cancelled')],
    ['cancel', order.status !== 'dispatched' && may('cancelled')],
    ['answerDispute', order.status === 'disputed' && order.disputeAnswer === null],
    ['answer', order.rating !== null && order.reviewAnswer === null],
    ['rateBuyer', order.status === 'completed' && order.buyerId !== null && !isBuyerRated],
  ];
  return steps.flatMap(([step, isPossible]) => (isPossible ? [step] : []));
}
