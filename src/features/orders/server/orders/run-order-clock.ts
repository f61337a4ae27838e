/*
 * Takes the steps of orders/rules/order-clock.ts. Each order that may be due is locked and checked
 * again, so that two processes, or a person at the same moment, never move an order twice.
 */

import { ORDER_CLOCK_SECONDS } from '#orders/rules/limits.ts';
import { type ClockRule, clockRules, dueAt } from '#orders/rules/order-clock.ts';
import { mayMove } from '#orders/rules/transitions.ts';
import { listReservationsOver } from '#orders/server/cart/unproven-buyers.ts';
import { repeatRounds, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { RunningServices } from '#platform/server/feature.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import type { PriceRecords } from '#products/server/price-records.ts';
import { moveOrder } from './move-order.ts';
import { notifyOrderEvents } from './notify-order-events.ts';
import {
  findDueRules,
  listDueOrders,
  lockOrder,
  notifyOrderChanged,
  updateOrder,
} from './queries.ts';

export async function runOrderClock(
  db: Database,
  { clock, log, priceRecords }: Pick<Services, 'clock' | 'log' | 'priceRecords'>,
): Promise<number> {
  const now = clock();
  const rules = Object.values<ClockRule>(clockRules);
  const ends = rules.map((rule) => ({ rule, list: { now } }));
  const reminders = rules.flatMap((rule) => {
    if (!rule.reminders) return [];
    const { secondsBefore: moments } = rule.reminders;
    const list = { now, secondsBefore: moments[0], remindersBelow: moments.length };
    return [{ rule, list }];
  });
  const due = await findDueRules(db, [...ends, ...reminders]);
  let moved = 0;
  for (const end of ends.filter((one) => due.includes(one))) {
    for (const { id } of await listDueOrders(db, end)) {
      const attempt = tryOrder(id, 'the order clock could not move an order', log);
      if (await attempt(() => moveDue(db, { id, rule: end.rule, now }, priceRecords))) moved += 1;
    }
  }
  for (const { id, release } of await listReservationsOver(db, now)) {
    await tryOrder(id, 'the order clock could not release the stock of an order', log)(release);
  }
  for (const reminder of reminders.filter((one) => due.includes(one))) {
    for (const { id } of await listDueOrders(db, reminder)) {
      const attempt = tryOrder(id, 'the order clock could not send a reminder', log);
      await attempt(() => remind(db, { id, rule: reminder.rule, now }));
    }
  }
  return moved;
}

/** An order that fails does not stop the others. */
const tryOrder =
  (orderId: number, failure: string, log: Logger) => async (run: () => Promise<boolean>) => {
    try {
      return await run();
    } catch (error) {
      log.warn({ err: error, orderId }, failure);
      return false;
    }
  };

type DueOrder = { id: number; rule: ClockRule; now: Date };

async function moveDue(
  db: Database,
  { id, rule: { to }, now }: DueOrder,
  priceRecords: PriceRecords,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order || !mayMove(order, { to, by: 'clock', now })) return false;
    await moveOrder(tx, order, { to, by: 'clock', now, priceRecords });
    return true;
  });
}

async function remind(db: Database, { id, rule, now }: DueOrder): Promise<boolean> {
  const { reminders } = rule;
  if (!reminders) return false;
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order?.status !== rule.from) return false;
    const end = dueAt(rule, order);
    const before = reminders.secondsBefore[order.remindersSent];
    if (!end || before === undefined || secondsAfter(end, -before) > now) return false;
    await updateOrder(tx, id, { remindersSent: order.remindersSent + 1 });
    await notifyOrderEvents(
      tx,
      [{ order, recipients: reminders.recipients, about: reminders.about, by: 'clock' }],
      now,
    );
    await notifyOrderChanged(tx, [{ orderId: id, userIds: [order.buyerId, order.farmerId] }], {
      now,
    });
    return true;
  });
}

export function startOrderClock(db: Database, { live, ...services }: RunningServices) {
  return repeatRounds(() => runOrderClock(db, services), {
    pauseMilliseconds: ORDER_CLOCK_SECONDS * 1000,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the order clock missed a round' },
  });
}
