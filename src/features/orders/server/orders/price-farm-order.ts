import type { Fulfilment } from '#features/orders/rules/order-facts.ts';
import {
  approximatePlace,
  distanceMetres,
  kilometresWithTenths,
  type Position,
} from '#platform/rules/geo/geo.ts';
import { type Cents, roundedUpToShilling } from '#platform/rules/money.ts';
import type { PricedCartLine } from '../cart/list-cart-lines.ts';

/** What a farm's part of a cart comes to, collected or delivered to a place. */
export type FarmPrice = { subtotalCents: Cents; deliveryFeeCents: Cents; totalCents: Cents };

/**
 * Prices lines of one farm; its fee is added where it delivers, and the total rounded up to the
 * shilling.
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
 * How far a place is from a farm, in metres: from the farm's place rounded to about a kilometre, as
 * the catalogue measures, because three exact distances would tell where it lies.
 */
export const distanceFromFarm = (farm: Position, place: Position): number =>
  distanceMetres(approximatePlace(farm), place);

type FarmReach = Pick<PricedCartLine, 'farmId' | 'latitude' | 'longitude' | 'coverageRadiusMetres'>;

/**
 * How far a place is from a farm in km with one decimal, and whether the farm delivers there; both
 * null without a place.
 */
export function reachOf(farm: FarmReach, place: Position | null) {
  const metres = place && distanceFromFarm(farm, place);
  return {
    farmId: farm.farmId,
    distanceKm: metres === null ? null : kilometresWithTenths(metres),
    delivers: metres === null ? null : metres <= farm.coverageRadiusMetres,
  };
}
