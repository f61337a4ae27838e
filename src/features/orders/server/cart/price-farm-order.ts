import type { Fulfilment } from '#orders/rules/order-facts.ts';
import { type OrderSums, sumOrder } from '#orders/rules/settlement.ts';
import {
  approximatePlace,
  distanceMetres,
  kilometresAgainst,
  type Position,
} from '#platform/rules/geo.ts';
import type { BasketLine } from '../cart/list-cart-lines.ts';

export const priceFarmOrder = (lines: BasketLine[], fulfilment: Fulfilment): OrderSums =>
  sumOrder(lines, fulfilment === 'delivery' ? (lines[0]?.deliveryFeeCents ?? 0) : 0);

/** In metres, from the rounded position: three exact distances would reveal the farm's position. */
export const distanceFromFarm = (farm: Position, place: Position): number =>
  distanceMetres(approximatePlace(farm), place);

type FarmReach = Pick<BasketLine, 'farmId' | 'latitude' | 'longitude' | 'coverageRadiusMetres'>;

/** In km with one decimal; both null without a position. */
export function reachOf(farm: FarmReach, place: Position | null) {
  const metres = place && distanceFromFarm(farm, place);
  return {
    farmId: farm.farmId,
    distanceKm: metres === null ? null : kilometresAgainst(metres, farm.coverageRadiusMetres),
    delivers: metres === null ? null : metres <= farm.coverageRadiusMetres,
  };
}
