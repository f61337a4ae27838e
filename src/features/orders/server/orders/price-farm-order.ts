import type { Fulfilment } from '#features/orders/rules/order-facts.ts';
import { type OrderSums, sumOrder } from '#features/orders/rules/settlement.ts';
import {
  approximatePlace,
  distanceMetres,
  kilometresAgainst,
  type Position,
} from '#platform/rules/geo/geo.ts';
import type { PricedCartLine } from '../cart/list-cart-lines.ts';

/** The price of one farm's part of a cart. A delivery costs its fee. */
export const priceFarmOrder = (lines: PricedCartLine[], fulfilment: Fulfilment): OrderSums =>
  sumOrder(lines, fulfilment === 'delivery' ? (lines[0]?.deliveryFeeCents ?? 0) : 0);

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
