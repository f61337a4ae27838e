import type { Fulfilment } from '#features/orders/rules/order-facts.ts';
import {
  approximatePlace,
  distanceMetres,
  kilometresAgainst,
  type Position,
} from '#platform/rules/geo/geo.ts';
import { type Cents, roundedUpToShilling } from '#platform/rules/money.ts';
import type { PricedCartLine } from '../cart/list-cart-lines.ts';

/** The price of a farm's part of a cart, collected or delivered. */
export type FarmPrice = { subtotalCents: Cents; deliveryFeeCents: Cents; totalCents: Cents };

/**
 * Prices the lines of one farm. The delivery fee is added for a delivery, and the total is rounded
 * up to the shilling.
 */
export function priceFarmOrder(lines: PricedCartLine[], fulfilment: Fulfilment): FarmPrice {
  const subtotalCents = lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
  const deliveryFeeCents = fulfilment === 'delivery' ? (lines[0]?.deliveryFeeCents ?? 0) : 0;
  return {
    subtotalCents,
    deliveryFeeCents,
    totalCents: roundedUpToShilling(subtotalCents + deliveryFeeCents),
  };
}

/**
 * The distance in metres from a farm to a position. It uses the farm's position rounded to about a
 * kilometre, as the catalogue does, because three exact distances would reveal it.
 */
export const distanceFromFarm = (farm: Position, place: Position): number =>
  distanceMetres(approximatePlace(farm), place);

type FarmReach = Pick<PricedCartLine, 'farmId' | 'latitude' | 'longitude' | 'coverageRadiusMetres'>;

/**
 * The distance to a farm in km with one decimal, and whether the farm delivers to the position;
 * both null without a position.
 */
export function reachOf(farm: FarmReach, place: Position | null) {
  const metres = place && distanceFromFarm(farm, place);
  return {
    farmId: farm.farmId,
    distanceKm: metres === null ? null : kilometresAgainst(metres, farm.coverageRadiusMetres),
    delivers: metres === null ? null : metres <= farm.coverageRadiusMetres,
  };
}
