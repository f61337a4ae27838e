import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import { people, phoneLines } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import { type PayoutStatus, payoutTransitions, statusesBefore } from '#orders/rules/payment.ts';
import { centsOf } from '#rules/amounts.ts';
import { pick } from '#server/database.ts';
import { orders } from '../orders/tables.ts';
import { isAllConfirmed } from './statements/payment-queries.ts';
import { payouts } from './tables.ts';

const payoutColumns = pick(
  payouts,
  'id orderId paymentId part buyerId farmerId status amountCents sentWithId heldUntil',
  'originatorConversationId tokenHash statusTokenHash phoneNumber receipt createdAt sentAt',
  'failedTries approvedAt',
);

export type PayoutRow = Pick<typeof payouts.$inferSelect, keyof typeof payoutColumns>;

export async function insertPayout(db: Database, payout: Omit<typeof payouts.$inferInsert, 'id'>) {
  await db.insert(payouts).values(payout);
}

export async function findPayoutOfOrder(db: Database, orderId: number) {
  const [row] = await db
    .select(payoutColumns)
    .from(payouts)
    .where(and(eq(payouts.orderId, orderId), eq(payouts.part, 0)));
  return row ?? null;
}

export async function findPayout(db: Database, id: number) {
  const [row] = await db.select(payoutColumns).from(payouts).where(eq(payouts.id, id));
  return row ?? null;
}

/** Callers lock the order first. */
export async function lockPayout(db: Database, id: number) {
  const [row] = await db
    .select(payoutColumns)
    .from(payouts)
    .where(eq(payouts.id, id))
    .for('no key update');
  return row ?? null;
}

type PayoutChange = Partial<
  Omit<typeof payouts.$inferInsert, 'id' | 'orderId' | 'status' | 'failedTries'>
>;

type PayoutMove = {
  id: number;
  by: keyof typeof payoutTransitions;
  to: PayoutStatus;
  from?: PayoutStatus;
  change?: PayoutChange;
  isTryOver?: boolean;
};

/** Returns false if the transition table does not allow the move. */
export async function movePayout(
  db: Database,
  { id, by, to, from, change, isTryOver = false }: PayoutMove,
) {
  const sources = statusesBefore(payoutTransitions[by], to).filter(
    (status) => from === undefined || status === from,
  );
  if (sources.length === 0) return false;
  const moved = await db
    .update(payouts)
    .set({
      ...change,
      status: to,
      ...(isTryOver && { failedTries: sql`${payouts.failedTries} + 1` }),
    })
    .where(and(eq(payouts.id, id), inArray(payouts.status, sources)))
    .returning({ id: payouts.id });
  if (moved.length > 0)
    await moveSmallPayouts(db, { id, to, settledAt: change?.settledAt ?? null });
  return moved.length > 0;
}

/**
 * Small payouts share the result of the payout that they were sent with. While it is in doubt they
 * wait.
 */
async function moveSmallPayouts(
  db: Database,
  { id, to, settledAt }: { id: number; to: PayoutStatus; settledAt: Date | null },
) {
  if (to === 'paid')
    await db
      .update(payouts)
      .set({ status: 'paid', settledAt })
      .where(and(eq(payouts.sentWithId, id), eq(payouts.status, 'sent')));
  // M-Pesa was not asked about a payout that was called off, so the operator decides.
  else if (to === 'due' || to === 'cancelled')
    await detachSmallPayouts(db, { id, as: to === 'due' ? 'due' : 'failed' });
}

export async function detachSmallPayouts(
  db: Database,
  { id, as }: { id: number; as: 'due' | 'failed' },
) {
  await db
    .update(payouts)
    .set({
      status: as,
      sentWithId: null,
      sentAt: null,
      // A refund keeps the number that paid.
      phoneNumber: sql`case when ${payouts.paymentId} is null then null else ${payouts.phoneNumber} end`,
    })
    .where(and(eq(payouts.sentWithId, id), eq(payouts.status, 'sent')));
}

export async function updatePayout(
  db: Database,
  { id, status, change }: { id: number; status: PayoutStatus; change: PayoutChange },
) {
  await db
    .update(payouts)
    .set(change)
    .where(and(eq(payouts.id, id), eq(payouts.status, status)));
}

const PAYOUT_MIN_CENTS = centsOf(PAYOUT_MIN_KES);
const isOver = (now: Date) =>
  and(eq(payouts.status, 'due'), lte(payouts.heldUntil, now), isAllConfirmed(payouts.orderId));
const isSmall = lt(payouts.amountCents, PAYOUT_MIN_CENTS);
const wasTriedAndIsSmall = and(isSmall, isNotNull(payouts.originatorConversationId));

/**
 * Only amounts that M-Pesa accepts, alone or with the person's other small ones. Small ones that
 * were tried before come first, because others can leave with them, but they cannot leave with
 * others. By payouts_due, payouts_farmer and payouts_buyer.
 */
export async function listDuePayouts(db: Database, { now, limit }: { now: Date; limit: number }) {
  const smallCents = sql`(select sum(small.amount_cents) from ${payouts} small
    where (small.farmer_id = ${payouts.farmerId} or small.buyer_id = ${payouts.buyerId} and small.phone_number = ${payouts.phoneNumber})
    and small.status = 'due' and small.held_until <= ${now.toISOString()}::timestamptz and small.amount_cents < ${PAYOUT_MIN_CENTS})`;
  return db
    .select({ id: payouts.id, orderId: payouts.orderId })
    .from(payouts)
    .where(
      and(
        isOver(now),
        or(gte(payouts.amountCents, PAYOUT_MIN_CENTS), gte(smallCents, PAYOUT_MIN_CENTS)),
      ),
    )
    .orderBy(desc(sql`${wasTriedAndIsSmall}`), asc(payouts.heldUntil), asc(payouts.id))
    .limit(limit);
}

/** By payouts_open. */
export async function listSilentPayouts(
  db: Database,
  { now, limit }: { now: Date; limit: number },
) {
  return db
    .select(payoutColumns)
    .from(payouts)
    .where(and(inArray(payouts.status, ['sent', 'unknown']), lte(payouts.askAgainAt, now)))
    .orderBy(asc(payouts.askAgainAt), asc(payouts.id))
    .limit(limit);
}

const SMALL_PAYOUTS_MAX = 100;

/**
 * Also locks their orders, so that no dispute calls one off meanwhile. Excludes a payout that was
 * tried on its own, because an answer about that try must find it unchanged. Skips rows that others
 * have locked.
 */
export async function lockSmallPayouts(
  tx: Database,
  { with: { id, farmerId, buyerId, phoneNumber }, now }: { with: PayoutRow; now: Date },
) {
  if (farmerId === null && (buyerId === null || phoneNumber === null)) return [];
  const isEarned = and(
    eq(payouts.farmerId, farmerId ?? 0),
    eq(orders.status, 'completed'),
    eq(orders.paymentStatus, 'paid'),
  );
  const isRefund = and(
    eq(payouts.buyerId, buyerId ?? 0),
    eq(payouts.phoneNumber, phoneNumber ?? ''),
  );
  return tx
    .select(pick(payouts, 'id orderId amountCents'))
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .where(
      and(
        farmerId === null ? isRefund : isEarned,
        ne(payouts.id, id),
        isOver(now),
        isSmall,
        isNull(payouts.originatorConversationId),
      ),
    )
    .orderBy(asc(payouts.id))
    .limit(SMALL_PAYOUTS_MAX)
    .for('no key update', { skipLocked: true });
}

export async function sendWith(
  tx: Database,
  ids: number[],
  change: { sentWithId: number; phoneNumber: string; sentAt: Date },
) {
  if (ids.length > 0)
    await tx
      .update(payouts)
      .set({ ...change, status: 'sent' })
      .where(inArray(payouts.id, ids));
}

/** By payouts_sent_with. */
export async function listSentWith(db: Database, id: number) {
  return db
    .select(payoutColumns)
    .from(payouts)
    .where(eq(payouts.sentWithId, id))
    .orderBy(asc(payouts.id))
    .limit(SMALL_PAYOUTS_MAX);
}

const farmers = people('farmer');

export async function findPayee(db: Database, farmerId: number) {
  const [row] = await db
    .select({
      ...pick(farmers, 'phoneNumber phoneVerifiedAt suspendedAt'),
      payoutsHeldUntil: farms.payoutsHeldUntil,
      simChangedAt: phoneLines.simChangedAt,
    })
    .from(farmers)
    .innerJoin(farms, eq(farms.userId, farmers.id))
    .leftJoin(phoneLines, eq(phoneLines.userId, farmers.id))
    .where(eq(farmers.id, farmerId));
  return row ?? null;
}
