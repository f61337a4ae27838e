import { HANDOVER_TRIES_MAX } from '#features/orders/rules/limits.ts';
import { stepsOfFarmer } from '#features/orders/rules/order.ts';
import { autoCancelsAt } from '#features/orders/rules/order-clock.ts';
import { isOnTheWay } from '#features/orders/rules/order-facts.ts';
import { notCollectedFrom } from '#features/orders/rules/transitions.ts';
import { isSoldByWeight } from '#features/orders/rules/weighing.ts';
import { reverseInGazetteer } from '#features/places/server/gazetteer.ts';
import { swahiliNameOf } from '#features/products/rules/crops.ts';
import { unitText } from '#features/products/rules/unit-texts.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import { wholeKilometres } from '#platform/rules/geo/geo.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { BuyerRatings } from '../reviews/read-buyer-ratings.ts';
import { asWeighed } from '../settlement/weighed-order.ts';
import { disputeOf } from './read-dispute.ts';
import { contactOf, type RelatedRows, readLine, readPreOrder, reviewOf } from './read-orders.ts';
import type { OrderLineRead, OrderRead } from './read-queries.ts';

type Reading = { related: RelatedRows; ratings: BuyerRatings; secret: string; now: Date };

/**
 * The farmer's view of an order, in the specification's shape (§3). `amount` in KES, distance in
 * whole km.
 */
export function readFarmerOrder(row: OrderRead, { related, ratings, secret, now }: Reading) {
  const { order, lines, difference } = asWeighed(
    row,
    related.lines.get(row.id) ?? [],
    related.received.get(row.id) ?? 0,
  );
  const contact = contactOf(order, now);
  const deliveryArea = deliveryAreaOf(order);
  return {
    id: order.id,
    /** Null once the buyer's account is deleted. */
    buyerName:
      order.buyerFirstName === null ? null : `${order.buyerFirstName} ${order.buyerLastName}`,
    buyerPhone: contact?.buyerPhone ?? null,
    itemCount: lines.length,
    product: lines.map(({ name }) => name).join(', '),
    quantity: lines.map(quantityOf).join(', '),
    /** With the weights, if the goods were weighed at the handover. */
    amount: shillingsOf(order.totalCents),
    ...readPreOrder(order),
    deliveryFee: shillingsOf(order.deliveryFeeCents),
    status: order.status,
    date: order.createdAt,
    fulfilment: order.fulfilment,
    /**
     * Until the order is confirmed only the town or ward, so that the farmer can estimate the trip.
     */
    deliveryAddress: order.confirmedAt === null ? deliveryArea : (contact?.deliveryAddress ?? null),
    dropOff: contact?.dropOff ?? null,
    /** The town or ward of the delivery, which the farmer always sees. */
    deliveryArea,
    distanceKm: order.distanceMetres === null ? null : wholeKilometres(order.distanceMetres),
    deliveryDate: order.deliveryDate,
    /** The buyer's preferred day; null: any day, any time. */
    wishedDay: order.wishedDay,
    wishedPart: order.wishedPart,
    paymentStatus: order.paymentStatus,
    paymentMethod: order.paymentMethod,
    note: order.note,
    reason: related.reasons.get(order.id) ?? null,
    lines: lines.map((line) => ({
      ...readLine(line),
      swahiliName: swahiliNameOf(line),
      available: availableOf(order, line),
    })),
    /** How often the goods were weighed at the handover. */
    weighing: order.weighing,
    /** The amount due by M-Pesa if the goods weigh more than was agreed; otherwise null. */
    difference,
    handoverTriesLeft: HANDOVER_TRIES_MAX - order.handoverTries,
    /**
     * For a dispatched cash order: from when it may be reported as not collected, and when the
     * clock cancels it.
     */
    notCollectedFrom: isOnTheWay(order.status) ? notCollectedFrom(order) : null,
    cancelsAt: isOnTheWay(order.status) ? autoCancelsAt(order) : null,
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
    /** This farmer's rating of the buyer for this order; null until it is given. */
    givenRating: ratings.given.get(order.id) ?? null,
    /** All farmers' rating of the buyer, from three ratings on. */
    buyerRating: (order.buyerId !== null && ratings.standings.get(order.buyerId)) || null,
    steps: stepsOfFarmer(order, {
      hasWeights: lines.some(isSoldByWeight),
      isBuyerRated: ratings.given.has(order.id),
      now,
    }),
  };
}

/**
 * How much of a line there is by the farm's own count: the product's stock and what the order
 * reserves.
 */
function availableOf(
  { stockReleasedAt }: OrderRead,
  { quantity, unit, stock, stockUnit }: OrderLineRead,
): number {
  const inStock = stockUnit === unit ? (stock ?? 0) : 0;
  const reserved = stockReleasedAt === null ? quantity : 0;
  return Math.min(quantity, roundedToHundredths(inStock + reserved));
}

/** "20 bags", "1 bag": in English, like the stored units. */
const quantityOf = ({ quantity, unit }: OrderLineRead) =>
  `${quantity} ${unitText(quantity, unit, { locale: 'en' })}`;

function deliveryAreaOf({ dropOffLatitude: latitude, dropOffLongitude: longitude }: OrderRead) {
  if (latitude === null || longitude === null) return null;
  return reverseInGazetteer({ latitude, longitude })?.display_name ?? null;
}
