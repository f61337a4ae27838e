import { notify } from '#notifications/server/notify.ts';
import { basketTotalCents } from '#orders/server/cart.ts';
import { type Day, dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { noteIn } from '#standing-orders/rules/lines.ts';
import {
  firstDayFrom,
  isMissed,
  lastProposedDay,
  weekdaysOf,
} from '#standing-orders/rules/standing-order.ts';
import { linesOf } from '#standing-orders/server/list-standing-orders.ts';
import { failedNotice, noticeTo, proposedNotice } from '#standing-orders/server/notices.ts';
import {
  insertDay,
  listToPropose,
  lockStandingOrder,
  type StandingOrderRow,
  updateStandingOrder,
} from '#standing-orders/server/queries.ts';
import { m } from '#text';
import {
  type BasketLine,
  deliveryFeesOf,
  notesOf,
  orderedLines,
  readBasket,
} from './read-basket.ts';

/** Proposes each standing order's next day from its evening before. */
export async function proposeDays(
  db: Database,
  services: Pick<Services, 'clock' | 'log'>,
  isStopped: () => boolean,
) {
  const until = lastProposedDay(services.clock());
  let after = 0;
  while (!isStopped()) {
    const due = await listToPropose(db, { until, after });
    for (const { id } of due) {
      after = id;
      try {
        await db.transaction((tx) => proposeNext(tx, id, services));
      } catch (error) {
        services.log.warn({ err: error, standingOrderId: id }, 'a day could not be proposed');
      }
    }
    if (due.length === 0) return;
  }
}

async function proposeNext(
  tx: Database,
  id: number,
  { clock }: Pick<Services, 'clock'>,
): Promise<void> {
  const now = clock();
  const order = await lockStandingOrder(tx, id);
  // Another process has proposed it, or the buyer has paused it.
  if (!order || order.pausedAt || order.nextDay > lastProposedDay(now)) return;
  const chosen = weekdaysOf(order.weekdayBits);
  const { nextDay: day } = order;
  if (isMissed(day, now)) {
    const [today, tomorrow] = [dayInNairobi(now), daysAfter(dayInNairobi(now), 1)];
    // Days that were missed while the server was off are reported once.
    const from = isMissed(today, now) || day === today ? tomorrow : today;
    await updateStandingOrder(tx, id, { nextDay: firstDayFrom(chosen, from) });
    return tellMissed(tx, { order, day }, now);
  }
  await updateStandingOrder(tx, id, { nextDay: firstDayFrom(chosen, daysAfter(day, 1)) });
  const lines = await linesOf(tx, id);
  const wanted = { order, lines, changes: [], deliveryFees: null };
  const basket = await readBasket(tx, wanted, { clock });
  const deliveryFees = deliveryFeesOf(order, basket);
  // The buyer may have skipped the day, paused, and resumed.
  if (!(await insertDay(tx, { standingOrderId: id, day, status: 'proposed', deliveryFees })))
    return;
  await tellProposed(tx, { order, day, basket }, now);
}

type OfDay = { order: StandingOrderRow; day: Day };

async function tellMissed(tx: Database, { order, day }: OfDay, now: Date) {
  const { id, buyerId } = order;
  const notes = [noteIn((options) => m.standingMissed({}, options))];
  if (!(await insertDay(tx, { standingOrderId: id, day, status: 'failed', notes }))) return;
  await notify(tx, [noticeTo(buyerId, failedNotice, { day, notes })], now);
}

type Proposed = OfDay & { basket: readonly BasketLine[] };

async function tellProposed(tx: Database, { order, day, basket }: Proposed, now: Date) {
  const { id, buyerId, fulfilment } = order;
  const ordered = orderedLines(basket);
  const facts = {
    id,
    day,
    goods: ordered.map(({ quantity, unit, name }) => ({ quantity, unit, name })),
    total: shillingsOf(basketTotalCents(ordered, fulfilment)),
    notes: notesOf(basket),
  };
  await notify(tx, [noticeTo(buyerId, proposedNotice, facts)], now);
}
