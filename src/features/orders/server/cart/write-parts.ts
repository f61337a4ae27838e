import { farmTitle } from '#farms/rules/farm-texts.ts';
import { isBelowMinimumOrder } from '#orders/rules/cart.ts';
import type { Fulfilment, PaymentMethod } from '#orders/rules/order-facts.ts';
import type { PlaceOrder } from '#orders/rules/order-input.ts';
import { depositOf, type OrderSums } from '#orders/rules/settlement.ts';
import { endOfDayInNairobi } from '#platform/rules/day.ts';
import { kilometresAgainst, kilometresWithTenths } from '#platform/rules/geo.ts';
import { amountText, shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { announcedWeek } from '#products/rules/pre-order.ts';
import { notifyOrderEvents } from '../orders/notify-order-events.ts';
import { notifyOrderChanged } from '../orders/queries.ts';
import type { BasketLine } from './list-cart-lines.ts';
import { orderHeldOffers } from './offer-queries.ts';
import { distanceFromFarm, priceFarmOrder } from './price-farm-order.ts';

export type PlacedPart = Part & { id: number };
type Writing = { buyerId: number; order: PlaceOrder; now: Date };

export const tellOfParts = (tx: Database, parts: PlacedPart[], { buyerId, now }: Writing) =>
  Promise.all([
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
    note: farm.note ?? (order.note || null),
    createdAt: now,
    updatedAt: now,
    lines: part.lines.map(({ productId, name, unit, netWeightKg, ...line }) => {
      const { quantity, priceCents, totalCents: lineCents } = line;
      return { productId, name, unit, netWeightKg, quantity, priceCents, totalCents: lineCents };
    }),
  };
}

export type Part = OrderSums & {
  lines: BasketLine[];
  farm: BasketLine;
  fulfilment: Fulfilment;
  paymentMethod: PaymentMethod;
  distanceMetres: number | null;
};

export function planPart(lines: BasketLine[], order: PlaceOrder): Part {
  const { fulfilment: usual, farms, latitude, longitude } = order;
  const [farm] = lines;
  if (!farm) throw new Error('A part of the cart has no lines');
  const fulfilment = farms?.find(({ farmId }) => farmId === farm.farmId)?.fulfilment ?? usual;
  // Also next to goods that are paid in cash.
  const paymentMethod = farm.depositPercent === null ? order.paymentMethod : 'M-Pesa';
  const price = { ...priceFarmOrder(lines, fulfilment), paymentMethod };
  if (
    fulfilment === 'delivery' &&
    isBelowMinimumOrder(price.subtotalCents, farm.minimumOrderCents)
  ) {
    throw new AppError('BELOW_MINIMUM', {
      inputs: {
        farm: (options) => farmTitle(farm, options),
        minimum: amountText(shillingsOf(farm.minimumOrderCents)),
        subtotal: amountText(shillingsOf(price.subtotalCents)),
      },
      facts: { farmId: farm.farmId },
    });
  }
  if (fulfilment === 'collection')
    return { ...price, lines, farm, fulfilment, distanceMetres: null };
  // The input's schema guarantees that a delivery has a place.
  const metres = distanceFromFarm(farm, {
    latitude: latitude ?? Number.NaN,
    longitude: longitude ?? Number.NaN,
  });
  if (!(metres <= farm.coverageRadiusMetres)) {
    const [distanceKm, radiusKm] = [
      kilometresAgainst(metres, farm.coverageRadiusMetres),
      kilometresWithTenths(farm.coverageRadiusMetres),
    ];
    throw new AppError('TOO_FAR', {
      inputs: {
        farm: (options) => farmTitle(farm, options),
        distance: distanceKm,
        radius: radiusKm,
      },
      facts: { farmId: farm.farmId, distanceKm, coverageKm: radiusKm },
    });
  }
  return { ...price, lines, farm, fulfilment, distanceMetres: metres };
}
