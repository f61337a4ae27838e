import { type CartLine, isBelowMinimumOrder } from '#orders/rules/cart.ts';
import type { Fulfilment } from '#orders/rules/order-facts.ts';
import { priceFarmOrder, reachOf } from '#orders/server/cart/price-farm-order.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import { givenPosition, type MaybePosition, METRES_PER_KILOMETRE } from '#platform/rules/geo.ts';
import { type Cents, lineTotalCents, shillingsOf } from '#platform/rules/money.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import {
  groupByOrder,
  listCartLines,
  type PricedCartLine,
  priceWantedLines,
} from './cart/list-cart-lines.ts';
import { readAnnounced, readCart } from './cart.ts';
import { getBuyerOrder } from './list-orders.ts';

export { type PricedCartLine, priceWantedLines, priceWork } from './cart/list-cart-lines.ts';

export const basketTotalCents = (lines: PricedCartLine[], fulfilment: Fulfilment): Cents =>
  groupByOrder(lines).reduce(
    (sum, farmLines) => sum + priceFarmOrder(farmLines, fulfilment).totalCents,
    0,
  );

type Quoted = MaybePosition & { basket?: CartLine[] | undefined };

/** Money in KES, totals rounded up to the shilling; distances in km with one decimal. */
export async function quoteOrder(call: Call<'buyer'>, { basket, ...position }: Quoted) {
  const place = givenPosition(position) ?? null;
  const buyerId = call.user.id;
  const lines = await (basket
    ? priceWantedLines(call.db, { buyerId, lines: basket }, call)
    : listCartLines(call.db, buyerId, call));
  const orders = groupByOrder(lines.filter(({ problem }) => problem !== 'gone'));
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

/** The basket has today's prices; `ordered` has the goods as they were ordered. */
export async function getOrderAgain(call: Call<'buyer'>, own: { orderId: number }) {
  const { db, user } = call;
  const order = await getBuyerOrder(call, own);
  const ordered = mergeLines(order.lines);
  const lines: CartLine[] = ordered.flatMap(({ productId, quantity }) =>
    productId === null ? [] : [{ productId, quantity }],
  );
  const priced = await priceWantedLines(db, { buyerId: user.id, lines }, call);
  const cart = readCart(priced.flatMap(asFarAsThere));
  return { id: order.id, status: order.status, cart, ordered };
}

type OrderLine = Awaited<ReturnType<typeof getBuyerOrder>>['lines'][number];

/** A product that was ordered twice, once at an agreed price, is one line. */
function mergeLines(lines: OrderLine[]) {
  const merged = new Map<number | string, OrderLine & { got: number }>();
  for (const line of lines) {
    const key = line.productId ?? `line ${line.id}`;
    const before = merged.get(key);
    const quantity = (before?.quantity ?? 0) + (line.orderedQuantity ?? line.quantity);
    const got = (before?.got ?? 0) + line.quantity;
    merged.set(key, {
      ...line,
      quantity: roundedToHundredths(quantity),
      got: roundedToHundredths(got),
    });
  }
  return [...merged.values()];
}

function asFarAsThere(line: PricedCartLine): PricedCartLine[] {
  if (line.problem === 'gone' || line.problem === 'ownFarm') return [];
  const quantity = Math.min(line.quantity, line.available);
  const totalCents = lineTotalCents(line.priceCents, quantity);
  return [{ ...line, quantity, totalCents, problem: null }];
}
