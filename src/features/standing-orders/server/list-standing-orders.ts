import { markOpened } from '#notifications/server/inbox.ts';
import { basketTotalCents, type PricedCartLine } from '#orders/server/cart.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import type { StandingLine } from '../rules/lines.ts';
import {
  changeableUntil,
  STANDING_LINES_MAX,
  standingSubject,
  weekdaysOf,
} from '../rules/standing-order.ts';
import { type BasketLine, orderedLines, readBasket } from './days/read-basket.ts';
import {
  listLastDays,
  listLines,
  listOwn,
  type StandingDayRow,
  type StandingOrderRow,
} from './queries.ts';

/**
 * Oldest first, each with its next day at today's offers and the result of its last one. Money in
 * KES. `next` is null while the order is paused. `alternative` is what the buyer could take
 * instead.
 */
export async function listStandingOrders(call: Call<'buyer'>) {
  const { db } = call;
  const orders = await listOwn(db, call.user.id);
  const ids = orders.map(({ id }) => id);
  const [lines, days] = await Promise.all([listLines(db, ids), listLastDays(db, ids)]);
  const standingOrders = [];
  for (const order of orders) {
    const own = lines.filter(({ standingOrderId }) => standingOrderId === order.id).map(lineOf);
    const ownDays = days.filter(({ standingOrderId }) => standingOrderId === order.id);
    standingOrders.push(await describe(db, { order, lines: own, days: ownDays }, call));
  }
  // At most STANDING_ORDERS_MAX, so there is never another page.
  return { standingOrders, nextCursor: null };
}

/** The notices about them count as read. */
export async function openStandingOrders(call: Call<'buyer'>) {
  const all = await listStandingOrders(call);
  await markOpened(call.db, { userId: call.user.id, subject: standingSubject }, call);
  return all;
}

const lineOf = ({
  standingOrderId: _,
  ...line
}: StandingLine & { standingOrderId: number }): StandingLine => line;

export const linesOf = async (db: Database, id: number): Promise<StandingLine[]> =>
  (await listLines(db, [id])).slice(0, STANDING_LINES_MAX).map(lineOf);

type Described = { order: StandingOrderRow; lines: StandingLine[]; days: StandingDayRow[] };

async function describe(
  db: Database,
  { order, lines, days }: Described,
  services: { clock: Clock },
) {
  const { id, weekdayBits, pausedAt, buyerId: _, networks: __, nextDay, ...terms } = order;
  const proposed = days.find(({ status }) => status === 'proposed');
  const settled = days.find(({ status }) => status !== 'proposed');
  const { changes = [], deliveryFees = null } = proposed ?? {};
  const basket = pausedAt
    ? []
    : await readBasket(db, { order, lines, changes, deliveryFees }, services);
  const day = proposed?.day ?? nextDay;
  return {
    id,
    weekdays: weekdaysOf(weekdayBits),
    isPaused: pausedAt !== null,
    ...terms,
    lines: lines.map(({ ceilingCents, ...line }) => ({
      ...line,
      swahiliName: swahiliNameOf(line),
      ceiling: shillingsOf(ceilingCents),
    })),
    next: pausedAt
      ? null
      : {
          day,
          isProposed: proposed !== undefined,
          version: proposed?.version ?? 0,
          isChangeable: proposed !== undefined && services.clock() < changeableUntil(day),
          changeableUntil: changeableUntil(day),
          total: shillingsOf(basketTotalCents(orderedLines(basket), order.fulfilment)),
          lines: basket.map((one) => describeLine(one, lines)),
        },
    last: settled
      ? {
          day: settled.day,
          status: settled.status,
          orderIds: settled.orderIds,
          notes: settled.notes,
        }
      : null,
  };
}

/** `usualQuantity`: without the changes of the day. */
const describeLine = (
  { line, problem, ordered, offer, alternative }: BasketLine,
  lines: StandingLine[],
) => ({
  lineId: line.id,
  usualQuantity: lines.find(({ id }) => id === line.id)?.quantity ?? line.quantity,
  productId: line.productId,
  name: line.name,
  quantity: line.quantity,
  unit: line.unit,
  netWeightKg: line.netWeightKg,
  ceiling: shillingsOf(line.ceilingCents),
  problem,
  available: offer?.isOffered ? offer.available : 0,
  price: offer ? shillingsOf(offer.priceCents) : null,
  deliveryFee: offer ? shillingsOf(offer.deliveryFeeCents) : null,
  ordered: ordered && describeOffer(ordered),
  alternative: alternative && describeOffer(alternative),
});

const describeOffer = (offer: PricedCartLine) => ({
  productId: offer.productId,
  farmId: offer.farmId,
  farmName: offer.farmName,
  county: offer.county,
  name: offer.name,
  price: shillingsOf(offer.priceCents),
  total: shillingsOf(offer.totalCents),
});
