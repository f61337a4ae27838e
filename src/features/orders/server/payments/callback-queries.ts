import { and, asc, eq, inArray, lt, notExists, or, sql } from 'drizzle-orm';
import { CALLBACK_KEPT_SECONDS } from '#orders/rules/limits.ts';
import { blockingAttemptStatuses } from '#orders/rules/payment.ts';
import { secondsAfter } from '#server/clock.ts';
import { pick } from '#server/database.ts';
import { paymentAttempts, paymentCallbacks, payouts, payoutTries } from './tables.ts';

export async function insertCallback(
  db: Database,
  callback: Omit<typeof paymentCallbacks.$inferInsert, 'id'>,
) {
  const [row] = await db
    .insert(paymentCallbacks)
    .values(callback)
    .returning({ id: paymentCallbacks.id });
  if (!row) throw new Error('The callback was not stored');
  return row.id;
}

export async function findCallback(db: Database, id: number) {
  const [row] = await db
    .select(pick(paymentCallbacks, 'id tokenHash body'))
    .from(paymentCallbacks)
    .where(eq(paymentCallbacks.id, id));
  return row ?? null;
}

/** If strangers flood a token, M-Pesa's callbacks are among the earliest. */
const CALLBACKS_READ = 100;

export async function listCallbackBodies(db: Database, tokenHash: string) {
  const rows = await db
    .select({ body: paymentCallbacks.body })
    .from(paymentCallbacks)
    .where(eq(paymentCallbacks.tokenHash, tokenHash))
    .orderBy(asc(paymentCallbacks.id))
    .limit(CALLBACKS_READ);
  return rows.map(({ body }) => body);
}

/**
 * Callbacks contain the paying number. Those of unsettled attempts and payouts are evidence and are
 * kept.
 */
export async function pruneCallbacks(db: Database, now: Date) {
  const openAttempt = db
    .select({ one: sql`1` })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.tokenHash, paymentCallbacks.tokenHash),
        inArray(paymentAttempts.status, [...blockingAttemptStatuses]),
      ),
    );
  const isOfPayout = or(
    eq(payouts.tokenHash, paymentCallbacks.tokenHash),
    eq(payouts.statusTokenHash, paymentCallbacks.tokenHash),
  );
  const openPayout = db
    .select({ one: sql`1` })
    .from(payouts)
    .where(and(isOfPayout, inArray(payouts.status, ['sent', 'unknown'])));
  const isOfTry = or(
    eq(payoutTries.tokenHash, paymentCallbacks.tokenHash),
    eq(payoutTries.statusTokenHash, paymentCallbacks.tokenHash),
  );
  const openTry = db
    .select({ one: sql`1` })
    .from(payoutTries)
    .innerJoin(payouts, eq(payouts.id, payoutTries.payoutId))
    .where(and(isOfTry, inArray(payouts.status, ['sent', 'unknown'])));
  const isOld = lt(paymentCallbacks.receivedAt, secondsAfter(now, -CALLBACK_KEPT_SECONDS));
  await db
    .delete(paymentCallbacks)
    .where(and(isOld, notExists(openAttempt), notExists(openPayout), notExists(openTry)));
}

export async function insertPayoutTry(db: Database, payoutTry: typeof payoutTries.$inferInsert) {
  const { originatorConversationId, ...change } = payoutTry;
  // A try that never left is sent again under its own id, with a new URL for its result.
  await db
    .insert(payoutTries)
    .values({ originatorConversationId, ...change })
    .onConflictDoUpdate({ target: payoutTries.originatorConversationId, set: change });
}

export type PayoutTry = {
  payoutId: number;
  originatorConversationId: string;
  statusTokenHash: string | null;
};

/** By the unique indexes of the hashes. */
export async function findPayoutTryByToken(db: Database, tokenHash: string) {
  const [row] = await db
    .select(pick(payoutTries, 'payoutId originatorConversationId statusTokenHash'))
    .from(payoutTries)
    .where(or(eq(payoutTries.tokenHash, tokenHash), eq(payoutTries.statusTokenHash, tokenHash)));
  return row ?? findUnlistedTry(db, tokenHash);
}

/** Payouts that an earlier version sent have no stored tries. */
async function findUnlistedTry(db: Database, tokenHash: string) {
  const [row] = await db
    .select({
      id: payouts.id,
      originator: payouts.originatorConversationId,
      statusTokenHash: payouts.statusTokenHash,
    })
    .from(payouts)
    .where(or(eq(payouts.tokenHash, tokenHash), eq(payouts.statusTokenHash, tokenHash)));
  if (!row || row.originator === null) return null;
  return {
    payoutId: row.id,
    originatorConversationId: row.originator,
    statusTokenHash: row.statusTokenHash,
  };
}
