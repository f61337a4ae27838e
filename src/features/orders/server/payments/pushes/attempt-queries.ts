import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, min, ne, or, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { ORDERS_PER_PUSH } from '#orders/rules/limits.ts';
import {
  type AttemptStatus,
  attemptTransitions,
  blockingAttemptStatuses,
  openAttemptStatuses,
  statusesBefore,
} from '#orders/rules/payment.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { pick } from '#server/database.ts';
import { paymentAttempts, payouts } from '../tables.ts';

const buyers = people('buyer');

/** Without those that another attempt's push asked for, which are settled with it. */
const isOpen = and(
  inArray(paymentAttempts.status, [...openAttemptStatuses]),
  isNull(paymentAttempts.pushedWithId),
);

/** The sum that the phone was asked for, including other orders. */
export const pushedSum = sql`coalesce(${paymentAttempts}.pushed_cents, (
  select first.pushed_cents from ${paymentAttempts} first where first.id = ${paymentAttempts}.pushed_with_id
), ${paymentAttempts}.amount_cents)`.mapWith(Number);

const attemptColumns = pick(
  paymentAttempts,
  'id orderId status tokenHash phoneNumber amountCents pushedCents pushedWithId merchantRequestId',
  'checkoutRequestId resultCode resultText requestedAt pushAt',
);

export type AttemptRow = Pick<typeof paymentAttempts.$inferSelect, keyof typeof attemptColumns>;

export async function insertAttempt(
  db: Database,
  attempt: Omit<typeof paymentAttempts.$inferInsert, 'id'>,
) {
  const [row] = await db
    .insert(paymentAttempts)
    .values(attempt)
    .returning({ id: paymentAttempts.id });
  if (!row) throw new Error('The attempt was not stored');
  return row.id;
}

export async function findAttempt(db: Database, id: number) {
  const [row] = await db
    .select(attemptColumns)
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, id));
  return row ?? null;
}

/** Callers lock the order first. */
export async function lockAttempt(db: Database, id: number) {
  const [row] = await db
    .select(attemptColumns)
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, id))
    .for('no key update');
  return row ?? null;
}

export async function findAttemptByToken(db: Database, tokenHash: string) {
  const [row] = await db
    .select(attemptColumns)
    .from(paymentAttempts)
    .where(eq(paymentAttempts.tokenHash, tokenHash));
  return row ?? null;
}

/** Whose amounts this attempt's push asked for, too. By payment_attempts_pushed_with. */
export const listPushedWith = (db: Database, id: number) =>
  db
    .select({ id: paymentAttempts.id, orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.pushedWithId, id))
    .orderBy(asc(paymentAttempts.orderId))
    .limit(ORDERS_PER_PUSH);

/** By payment_attempts_order. */
export async function findBlockingAttempt(db: Database, orderId: number) {
  const [row] = await db
    .select(pick(paymentAttempts, 'id status requestedAt'))
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, orderId),
        inArray(paymentAttempts.status, [...blockingAttemptStatuses]),
      ),
    )
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  return row ?? null;
}

export async function findPushOnTheWay(
  db: Database,
  { orderId, userId }: { orderId: number; userId: number },
) {
  const [row] = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        eq(paymentAttempts.orderId, orderId),
        inArray(paymentAttempts.status, [...openAttemptStatuses]),
        eq(orders.status, 'dispatched'),
        or(eq(orders.buyerId, userId), eq(orders.farmerId, userId)),
      ),
    )
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  return row ?? null;
}

type AttemptChange = Partial<
  Omit<typeof paymentAttempts.$inferInsert, 'id' | 'orderId' | 'status'>
>;

type AttemptMove = {
  id: number;
  by: keyof typeof attemptTransitions;
  to: AttemptStatus;
  change?: AttemptChange;
};

/** Returns false if the transition table does not allow the move. */
export async function moveAttempt(db: Database, { id, by, to, change }: AttemptMove) {
  const from = statusesBefore(attemptTransitions[by], to);
  const moved = await db
    .update(paymentAttempts)
    .set({ ...change, status: to })
    .where(and(eq(paymentAttempts.id, id), inArray(paymentAttempts.status, from)))
    .returning({ id: paymentAttempts.id });
  return moved.length > 0;
}

export async function updateWaitingAttempts(
  db: Database,
  { orderId, amountCents }: { orderId: number; amountCents: number },
) {
  await db
    .update(paymentAttempts)
    .set({ amountCents })
    .where(
      and(
        eq(paymentAttempts.orderId, orderId),
        eq(paymentAttempts.status, 'sending'),
        isNotNull(paymentAttempts.pushAt),
      ),
    );
}

export async function updateAttempt(
  db: Database,
  { id, status, change }: { id: number; status: AttemptStatus; change: AttemptChange },
) {
  await db
    .update(paymentAttempts)
    .set(change)
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.status, status)));
}

export async function isIdOfAnother(
  db: Database,
  { checkoutRequestId, id }: { checkoutRequestId: string; id: number },
) {
  const isOther = and(
    eq(paymentAttempts.checkoutRequestId, checkoutRequestId),
    ne(paymentAttempts.id, id),
  );
  return (await db.$count(paymentAttempts, isOther)) > 0;
}

/**
 * Sets when each is asked about next, so that no two sweeps claim the same one. M-Pesa does not
 * know attempts that wait for their turn. By payment_attempts_open.
 */
export async function claimDueAttempts(
  db: Database,
  { now, askAgainAt, limit }: { now: Date; askAgainAt: Date; limit: number },
) {
  // A CTE, because a subquery could run once per row and exceed the limit.
  const due = db.$with('due').as(
    db
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(and(isOpen, isNull(paymentAttempts.pushAt), lte(paymentAttempts.askAgainAt, now)))
      .orderBy(asc(paymentAttempts.askAgainAt), asc(paymentAttempts.id))
      .limit(limit)
      .for('no key update', { skipLocked: true }),
  );
  return db
    .with(due)
    .update(paymentAttempts)
    .set({ askAgainAt })
    .where(and(isOpen, inArray(paymentAttempts.id, db.select({ id: due.id }).from(due))))
    .returning(attemptColumns);
}

/** Buyers' own phones first. By payment_attempts_waiting. */
export async function listWaitingAttempts(
  db: Database,
  { now, limit }: { now: Date; limit: number },
) {
  return db
    .select({ id: paymentAttempts.id, orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .where(and(lte(paymentAttempts.pushAt, now), eq(paymentAttempts.status, 'sending')))
    .orderBy(
      desc(sql`coalesce(${buyers.phoneNumber} = ${paymentAttempts.phoneNumber}, false)`),
      asc(paymentAttempts.pushAt),
      asc(paymentAttempts.id),
    )
    .limit(limit);
}

/**
 * When M-Pesa is next asked for something. By payment_attempts_open, payouts_due and payouts_open.
 */
export async function findMoneyDue(db: Database, { areSent }: { areSent: boolean }) {
  const asked = db
    .select({ at: min(paymentAttempts.askAgainAt) })
    .from(paymentAttempts)
    .where(isOpen);
  const sent = db
    .select({ at: min(payouts.heldUntil) })
    .from(payouts)
    .where(and(sql`${areSent}::boolean`, eq(payouts.status, 'due')));
  const unanswered = db
    .select({ at: min(payouts.askAgainAt) })
    .from(payouts)
    .where(sql`${payouts.status} in ('sent', 'unknown')`);
  const [row] = await db
    .select({
      at: sql`least((${asked}), (${sent}), (${unanswered}))`.mapWith(
        (value: string): Date | null => new Date(value),
      ),
    })
    .from(sql`(values (1)) as once`);
  return row?.at ?? null;
}
