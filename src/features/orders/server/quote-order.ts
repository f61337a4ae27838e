import { isBelowMinimumOrder } from '#features/orders/rules/cart.ts';
import type { Fulfilment } from '#features/orders/rules/order-facts.ts';
import { METRES_PER_KILOMETRE, type Position } from '#platform/rules/geo/geo.ts';
import { type Cents, shillingsOf } from '#platform/rules/money.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { groupByFarm, listCartLines, type PricedCartLine } from './cart/list-cart-lines.ts';
import { priceFarmOrder, reachOf } from './orders/price-farm-order.ts';

export { type PricedCartLine, priceWantedLines } from './cart/list-cart-lines.ts';

/** The total of the orders that a basket becomes, each with its delivery fee. */
export const basketTotalCents = (lines: PricedCartLine[], fulfilment: Fulfilment): Cents =>
  groupByFarm(lines).reduce(
    (sum, farmLines) => sum + priceFarmOrder(farmLines, fulfilment).totalCents,
    0,
  );

/**
 * The price of a buyer's cart: for each farm, delivered and collected, and whether it delivers to a
 * position at all. Money in KES, totals rounded up to the shilling; distances in km with one
 * decimal, null without a position.
 */
export async function quoteOrder(
  db: Database,
  { buyerId, place }: { buyerId: number; place: Position | null },
  services: { clock: Clock },
) {
  const lines = (await listCartLines(db, buyerId, services)).filter(
    ({ problem }) => problem !== 'gone',
  );
  return {
    farms: groupByFarm(lines).flatMap((farmLines) => {
      const [farm] = farmLines;
      if (!farm) return [];
      const delivered = priceFarmOrder(farmLines, 'delivery');
      return {
        ...reachOf(farm, place),
        farmName: farm.farmName,
        county: farm.county,
        subtotal: shillingsOf(delivered.subtotalCents),
        deliveryFee: shillingsOf(farm.deliveryFeeCents),
        minimumOrder: shillingsOf(farm.minimumOrderCents),
        isBelowMinimum: isBelowMinimumOrder(delivered.subtotalCents, farm.minimumOrderCents),
        coverageKm: farm.coverageRadiusMetres / METRES_PER_KILOMETRE,
        deliveredTotal: shillingsOf(delivered.totalCents),
        collectedTotal: shillingsOf(priceFarmOrder(farmLines, 'collection').totalCents),
      };
    }),
  };
}
