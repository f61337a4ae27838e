import { isBelowMinimumOrder } from '#features/orders/rules/cart.ts';
import type { Fulfilment } from '#features/orders/rules/order-facts.ts';
import { METRES_PER_KILOMETRE, type Position } from '#platform/rules/geo/geo.ts';
import { type Cents, shillingsOf } from '#platform/rules/money.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { groupByOrder, listCartLines, type PricedCartLine } from './cart/list-cart-lines.ts';
import { readAnnounced } from './cart.ts';
import { priceFarmOrder, reachOf } from './orders/price-farm-order.ts';

export { type PricedCartLine, priceWantedLines } from './cart/list-cart-lines.ts';

/** The total of the orders that a basket becomes, each with its delivery fee. */
export const basketTotalCents = (lines: PricedCartLine[], fulfilment: Fulfilment): Cents =>
  groupByOrder(lines).reduce(
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
  const orders = groupByOrder(lines);
  return {
    farms: orders.flatMap((farmLines) => {
      const [farm] = farmLines;
      if (!farm) return [];
      const delivered = priceFarmOrder(farmLines, 'delivery');
      return {
        ...reachOf(farm, place),
        farmName: farm.farmName,
        county: farm.county,
        ...readAnnounced(farmLines, farm),
        subtotal: shillingsOf(delivered.subtotalCents),
        deliveryFee: shillingsOf(farm.deliveryFeeCents),
        minimumOrder: shillingsOf(farm.minimumOrderCents),
        // A farm delivers all of its orders of a checkout or none.
        isBelowMinimum: orders.some((one) => isTooSmall(one, farm.farmId)),
        coverageKm: farm.coverageRadiusMetres / METRES_PER_KILOMETRE,
        deliveredTotal: shillingsOf(delivered.totalCents),
        collectedTotal: shillingsOf(priceFarmOrder(farmLines, 'collection').totalCents),
      };
    }),
  };
}

const isTooSmall = (lines: PricedCartLine[], farmId: number): boolean => {
  const [farm] = lines;
  if (farm?.farmId !== farmId) return false;
  const { subtotalCents } = priceFarmOrder(lines, 'delivery');
  return isBelowMinimumOrder(subtotalCents, farm.minimumOrderCents);
};
