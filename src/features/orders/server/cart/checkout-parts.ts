import { farmTitle } from '#farms/rules/farm-texts.ts';
import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import type { Fulfilment, PaymentMethod } from '#orders/rules/order-facts.ts';
import { isBelowMinimumOrder, type PlaceOrder } from '#orders/rules/order-input.ts';
import { depositOf, type OrderSums, sumOrder } from '#orders/rules/settlement.ts';
import { announcedWeek } from '#products/rules/pre-order.ts';
import { pricedUnitText, unitText } from '#products/rules/product-texts.ts';
import { amountText, centsOf, shillingsOf } from '#rules/amounts.ts';
import { endOfDayInNairobi } from '#rules/day.ts';
import { kilometresAgainst, kilometresWithTenths } from '#rules/geo.ts';
import { MONEY_MAX_KES } from '#rules/limits.ts';
import type { Mpesa } from '#server/adapters/mpesa.ts';
import { AppError } from '#server/app-error.ts';
import type { Limits } from '#server/config.ts';
import { notifyOrderEvents } from '../orders/order-events.ts';
import { notifyOrderChanged } from '../orders/queries.ts';
import { type BasketLine, type CartProblem, distanceFromFarm } from './price-cart.ts';
import { orderHeldOffers } from './reservation-queries.ts';

export type Part = OrderSums & {
  lines: BasketLine[];
  farm: BasketLine;
  fulfilment: Fulfilment;
  paymentMethod: PaymentMethod;
  distanceMetres: number | null;
};

export const priceFarmOrder = (lines: BasketLine[], fulfilment: Fulfilment): OrderSums =>
  sumOrder(lines, fulfilment === 'delivery' ? (lines[0]?.deliveryFeeCents ?? 0) : 0);

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

export function refuseProblems(lines: BasketLine[]) {
  const priceChanges = lines.filter(({ problem }) => problem === 'priceChanged');
  for (const line of lines)
    if (line.problem) refuseLine(line, { problem: line.problem, priceChanges });
}

type Refusal = { problem: CartProblem; priceChanges: BasketLine[] };

function refuseLine(line: BasketLine, { problem, priceChanges }: Refusal): never {
  const { productId, name, unit, available, farmId } = line;
  switch (problem) {
    case 'gone':
      throw new AppError('OFFER_GONE', { inputs: { name }, facts: { productId } });
    case 'ownFarm':
      throw new AppError('OWN_FARM', {
        inputs: { farm: (options) => farmTitle(line, options) },
        facts: { farmId, productId },
      });
    case 'notEnough':
      throw new AppError('OUT_OF_STOCK', {
        inputs: {
          name,
          quantity: available,
          unit: (options) => unitText(available, unit, options),
        },
        facts: { productId, available },
      });
    case 'priceChanged': {
      const changes = priceChanges.map(changeOf);
      const change = changeOf(line);
      throw new AppError('PRICE_CHANGED', {
        inputs: {
          name,
          oldPrice: amountText(change.oldPrice),
          oldUnit: (options) => pricedUnitText(change.oldUnit, change.oldNetWeightKg, options),
          newPrice: amountText(change.newPrice),
          newUnit: (options) => pricedUnitText(change.newUnit, change.newNetWeightKg, options),
        },
        facts: { changes },
      });
    }
  }
}

const changeOf = (line: BasketLine) => ({
  productId: line.productId,
  oldPrice: shillingsOf(line.acceptedPriceCents),
  oldUnit: line.acceptedUnit,
  oldNetWeightKg: line.acceptedNetWeightKg,
  newPrice: shillingsOf(line.priceCents),
  newUnit: line.unit,
  newNetWeightKg: line.netWeightKg,
});

type Priced = {
  totalCents: number;
  paymentMethod: PaymentMethod;
  lines: Parameters<typeof depositOf>[0];
};
type Totals = { order: PlaceOrder; services: { limits: Limits; mpesa: Mpesa | null } };

export function refuseTotals(parts: Priced[], { order, services: { limits, mpesa } }: Totals) {
  const total = parts.reduce((sum, { totalCents }) => sum + totalCents, 0);
  if (order.expectedTotal !== undefined && centsOf(order.expectedTotal) !== total) {
    throw new AppError('CART_CHANGED', { facts: { total: shillingsOf(total) } });
  }
  const deposit = parts.reduce((sum, { lines }) => sum + depositOf(lines), 0);
  if (order.expectedDeposit !== undefined && centsOf(order.expectedDeposit) !== deposit) {
    const facts = { total: shillingsOf(total), deposit: shillingsOf(deposit) };
    throw new AppError('CART_CHANGED', { facts });
  }
  const largest = Math.max(...parts.map(({ totalCents }) => totalCents));
  if (largest > centsOf(MONEY_MAX_KES))
    throw new AppError('ORDER_TOO_LARGE', {
      inputs: { limit: MONEY_MAX_KES.toLocaleString('en-KE') },
    });
  const byMpesa = parts.filter(({ paymentMethod }) => paymentMethod === 'M-Pesa');
  if (byMpesa.length === 0) return;
  // A buyer who pays cash knows the deposit if the checkout has named it.
  const isDepositKnown = order.expectedDeposit !== undefined && byMpesa.length < parts.length;
  if (order.paymentMethod !== 'M-Pesa' && !isDepositKnown)
    throw new AppError('PRE_ORDER_BY_MPESA', { field: 'paymentMethod' });
  if (!mpesa) throw new AppError('MPESA_NOT_AVAILABLE', { field: 'paymentMethod' });
  const totals = byMpesa.map(({ totalCents }) => totalCents);
  if (Math.min(...totals) < centsOf(PAYOUT_MIN_KES)) {
    throw new AppError('MPESA_ORDER_TOO_SMALL', {
      field: 'paymentMethod',
      inputs: { limit: PAYOUT_MIN_KES },
    });
  }
  if (Math.max(...totals) > centsOf(limits.mpesaMaxKes)) {
    throw new AppError('MPESA_ORDER_TOO_LARGE', {
      field: 'paymentMethod',
      inputs: { limit: limits.mpesaMaxKes.toLocaleString('en-KE') },
    });
  }
}

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
    deliveryAddress: (isDelivered ? order.deliveryAddress : farm.collectionPoint) ?? null,
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
