/*
 * What happens to orders by time alone. Each round looks up what may be due, by an index; each order is then held and asked again,
 * so that two processes, or a person at the same moment, never move one twice.
 */

import type { Clock } from '#server/clock.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { deleteIdempotencyKeysBefore } from '#server/db/idempotency-keys.ts';
import type { Logger } from '#server/log.ts';
import { type OutboxMessage, putAllInOutbox } from '#server/modules/notifications/put-in-outbox.ts';
import { repeatRounds } from '#server/repeat-rounds.ts';
import { dayInNairobi } from '#shared/day.ts';
import {
  AUTO_COMPLETE_SECONDS,
  CANCELLATION_REMINDER_SECONDS,
  CASH_ORDER_SECONDS,
  COMPLETION_REMINDER_SECONDS,
  IDEMPOTENCY_KEY_SECONDS,
  NOTICE_VALIDITY_SECONDS,
  ORDER_CLOCK_SECONDS,
  PENDING_ORDER_SECONDS,
  UNPAID_ORDER_SECONDS,
} from '#shared/limits.ts';
import { autoCancelsAt, autoCompletesAt, mayMove, type OrderNews, type OrderStatus } from '#shared/order.ts';
import { listDispatchedSince, listPendingSince, listUnpaidSince } from './orders/clock-queries.ts';
import { insertContacts } from './orders/contact-queries.ts';
import { moveOrder } from './orders/move-order.ts';
import { lockOrder, type OrderRow, updateOrder } from './orders/queries.ts';

type Clocked = { clock: Clock; log: Logger };

/** One round. @returns how many orders moved */
export async function runOrderClock(db: Database, services: Clocked): Promise<number> {
  const now = services.clock();
  await deleteIdempotencyKeysBefore(db, secondsAfter(now, -IDEMPOTENCY_KEY_SECONDS));
  // A server of an older version, which may run beside this one during an upgrade, confirms without a copy.
  await insertContacts(db, { status: 'confirmed' });
  const pending = await listPendingSince(db, secondsAfter(now, -PENDING_ORDER_SECONDS));
  const expired = await moveDue(db, { due: pending, to: 'expired', now }, services);
  const unpaid = await listUnpaidSince(db, secondsAfter(now, -UNPAID_ORDER_SECONDS));
  const cancelled = await moveDue(db, { due: unpaid, to: 'cancelled', now }, services);
  const silent = await listDispatchedSince(db, silentFor(AUTO_COMPLETE_SECONDS, now));
  const completed = await moveDue(db, { due: silent, to: 'completed', now }, services);
  const abandoned = await listDispatchedSince(db, cashSince(CASH_ORDER_SECONDS, now));
  const uncollected = await moveDue(db, { due: abandoned, to: 'cancelled', now }, services);
  await remindOfCompletion(db, now);
  await remindOfCancellation(db, now);
  return expired + cancelled + completed + uncollected;
}

const DAY_SECONDS = 24 * 60 * 60;

/** M-Pesa orders dispatched, and the promised day over, for so long: a day ends 24 hours after it begins. */
const silentFor = (seconds: number, now: Date) => {
  const dayBefore = dayInNairobi(secondsAfter(now, -seconds - DAY_SECONDS));
  return { paymentMethod: 'M-Pesa', before: secondsAfter(now, -seconds), dayBefore } as const;
};

/** Cash orders dispatched so long ago. */
const cashSince = (seconds: number, now: Date) =>
  ({ paymentMethod: 'Cash on delivery', before: secondsAfter(now, -seconds) }) as const;

type Due = { due: { id: number }[]; to: OrderStatus; now: Date };

/** One that cannot be moved holds up none of the others. */
async function moveDue(db: Database, { due, to, now }: Due, { log }: { log: Logger }) {
  let moved = 0;
  for (const { id } of due) {
    try {
      const isMoved = await db.transaction(async (tx) => {
        const order = await lockOrder(tx, id);
        if (!order || !mayMove(order, { to, by: 'clock', now })) return false;
        await moveOrder(tx, order, { to, by: 'clock', now });
        return true;
      });
      if (isMoved) moved += 1;
    } catch (error) {
      log.warn({ err: error, orderId: id, to }, 'the order clock could not move an order');
    }
  }
  return moved;
}

type Reminding = {
  due: { id: number }[];
  endsAt: (order: OrderRow) => Date | null;
  secondsBefore: readonly number[];
  about: OrderNews;
  recipients: readonly ('buyer' | 'farmer')[];
};

/** Reminds of each order's end, once for each of `secondsBefore`. */
async function remind(db: Database, { due, endsAt, secondsBefore, about, recipients }: Reminding, now: Date) {
  for (const { id } of due) {
    await db.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      const end = order && order.status === 'dispatched' ? endsAt(order) : null;
      const before = secondsBefore[order?.remindersSent ?? 0];
      if (!order || !end || before === undefined || secondsAfter(end, -before) > now) return;
      await updateOrder(tx, id, { remindersSent: order.remindersSent + 1 });
      const letters = recipients.map((recipient): OutboxMessage => {
        const payload = { orderId: id, recipient, about, by: 'clock' } as const;
        return { kind: 'orderChanged', payload, validSeconds: NOTICE_VALIDITY_SECONDS };
      });
      await putAllInOutbox(tx, letters, now);
    });
  }
}

/** Tells the buyer of a paid order, twice, that silence will be taken for consent. */
async function remindOfCompletion(db: Database, now: Date) {
  const due = await listDispatchedSince(db, {
    ...silentFor(AUTO_COMPLETE_SECONDS - COMPLETION_REMINDER_SECONDS[0], now),
    remindersBelow: COMPLETION_REMINDER_SECONDS.length,
  });
  const endsAt = (order: OrderRow) => (order.paymentMethod === 'M-Pesa' ? autoCompletesAt(order) : null);
  await remind(db, { due, endsAt, secondsBefore: COMPLETION_REMINDER_SECONDS, about: 'reminder', recipients: ['buyer'] }, now);
}

/** Asks both sides of a cash order, twice, how it ended. */
async function remindOfCancellation(db: Database, now: Date) {
  const due = await listDispatchedSince(db, {
    ...cashSince(CASH_ORDER_SECONDS - CANCELLATION_REMINDER_SECONDS[0], now),
    remindersBelow: CANCELLATION_REMINDER_SECONDS.length,
  });
  const reminding = { secondsBefore: CANCELLATION_REMINDER_SECONDS, about: 'cancellationReminder' } as const;
  await remind(db, { due, endsAt: autoCancelsAt, ...reminding, recipients: ['buyer', 'farmer'] }, now);
}

/** Runs the clock until stopped; `stop` waits for the round that is running. */
export function startOrderClock(db: Database, services: Clocked) {
  const round = async () => {
    try {
      await runOrderClock(db, services);
    } catch (error) {
      services.log.warn({ err: error }, 'the order clock missed a round');
    }
  };
  return repeatRounds(round, { pauseMilliseconds: ORDER_CLOCK_SECONDS * 1000 });
}
