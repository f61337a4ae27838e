import type { PlaceOrder } from '#orders/rules/order-input.ts';
import { depositOf } from '#orders/rules/settlement.ts';
import { notifyOrderEvents } from '#orders/server/orders/notify-order-events.ts';
import {
  insertOrderEvents,
  insertOrderLines,
  notifyOrderChanged,
} from '#orders/server/orders/queries.ts';
import { endOfDayInNairobi } from '#platform/rules/day.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { announcedWeek } from '#products/rules/pre-order.ts';
import { insertStockMovements } from '#products/server/stock-queries.ts';
import { orderHeldOffers } from '../cart/offer-queries.ts';
import type { Part } from './plan-part.ts';

export type PlacedPart = Part & { id: number };
export type Writing = { buyerId: number; order: PlaceOrder; now: Date };

export async function writeParts(tx: Database, parts: PlacedPart[], { buyerId, now }: Writing) {
  const lines = parts.flatMap((part) => part.lines.map((line) => ({ ...line, orderId: part.id })));
  await Promise.all([
    insertOrderLines(
      tx,
      lines.map(({ orderId, productId, name, unit, netWeightKg, ...line }) => {
        const { quantity, priceCents, totalCents } = line;
        return { orderId, productId, name, unit, netWeightKg, quantity, priceCents, totalCents };
      }),
    ),
    insertStockMovements(
      tx,
      lines.flatMap(({ productId, quantity, unit, offerId }) =>
        offerId === null
          ? [{ productId, change: -quantity, unit, reason: 'reserved' as const, movedAt: now }]
          : [],
      ),
    ),
    insertOrderEvents(
      tx,
      parts.map(({ id }) => ({
        orderId: id,
        actor: 'buyer',
        subject: 'status',
        to: 'pending',
        happenedAt: now,
      })),
    ),
    notifyOrderEvents(
      tx,
      parts.map(({ id, farm }) => {
        return {
          order: { id, buyerId, farmerId: farm.farmId },
          recipients: ['farmer'],
          about: 'pending',
          by: 'buyer',
        };
      }),
      now,
    ),
    notifyOrderChanged(
      tx,
      parts.map(({ id, farm }) => ({ orderId: id, userIds: [buyerId, farm.farmId] })),
      { now, isPlaced: true },
    ),
  ]);
}

/**
 * The offers' stock was taken when they were agreed on. Everything else that ends such an offer
 * locks the buyer too, except the deletion of the farmer's account.
 */
export async function orderAgreed(tx: Database, { id: orderId, lines }: PlacedPart) {
  const agreed = lines.filter(({ offerId }) => offerId !== null);
  const offerIds = agreed.flatMap(({ offerId }) => offerId ?? []);
  const [line] = agreed;
  if (!line || (await orderHeldOffers(tx, { orderId, offerIds })) === offerIds.length) return;
  throw new AppError('OFFER_GONE', {
    inputs: { name: line.name },
    facts: { productId: line.productId },
  });
}

export function orderValues(part: Part, { buyerId, order, now }: Writing) {
  const { farm, fulfilment, paymentMethod, distanceMetres } = part;
  const { subtotalCents, deliveryFeeCents, totalCents } = part;
  const isDelivered = fulfilment === 'delivery';
  const week = announcedWeek(farm);
  return {
    buyerId,
    farmerId: farm.farmId,
    paymentMethod,
    fulfilment,
    deliveryAddress: isDelivered ? (order.deliveryAddress ?? null) : null,
    dropOffLatitude: isDelivered ? (order.latitude ?? null) : null,
    dropOffLongitude: isDelivered ? (order.longitude ?? null) : null,
    distanceMetres,
    subtotalCents,
    deliveryFeeCents,
    totalCents,
    depositCents: depositOf(part.lines),
    harvestBy: week && endOfDayInNairobi(week.until),
    // A wish is for the next days, before the harvest.
    wishedDay: week ? null : (order.wishedDay ?? null),
    wishedPart: week ? null : (order.wishedPart ?? null),
    note: order.note || null,
    createdAt: now,
    updatedAt: now,
  };
}
