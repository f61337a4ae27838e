import { and, asc, eq, gte, inArray, lte, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/db/schema/accounts.ts';
import { farms } from '#server/db/schema/farms.ts';
import { payouts, payoutTries } from '#server/db/schema/payments.ts';
import { PAYOUT_MIN_KES } from '#shared/limits.ts';
import { centsOf } from '#shared/money.ts';
import type { PayoutStatus } from '#shared/payment.ts';

const payoutColumns = {
  id: payouts.id,
  orderId: payouts.orderId,
  farmerId: payouts.farmerId,
  status: payouts.status,
  amountCents: payouts.amountCents,
  heldUntil: payouts.heldUntil,
  originatorConversationId: payouts.originatorConversationId,
  tokenHash: payouts.tokenHash,
  statusTokenHash: payouts.statusTokenHash,
  phoneNumber: payouts.phoneNumber,
  receipt: payouts.receipt,
  createdAt: payouts.createdAt,
  sentAt: payouts.sentAt,
  failedTries: payouts.failedTries,
  approvedAt: payouts.approvedAt,
};

export type PayoutRow = Pick<typeof payouts.$inferSelect, keyof typeof payoutColumns>;

export async function insertPayout(db: Database, payout: Omit<typeof payouts.$inferInsert, 'id'>) {
  await db.insert(payouts).values(payout);
}

export async function findPayoutOfOrder(db: Database, orderId: number): Promise<PayoutRow | null> {
  const [row] = await db.select(payoutColumns).from(payouts).where(eq(payouts.orderId, orderId));
  return row ?? null;
}

export async function findPayout(db: Database, id: number): Promise<PayoutRow | null> {
  const [row] = await db.select(payoutColumns).from(payouts).where(eq(payouts.id, id));
  return row ?? null;
}

/** The payout, held until the transaction ends. Its order is held before it, always. */
export async function lockPayout(db: Database, id: number): Promise<PayoutRow | null> {
  const [row] = await db.select(payoutColumns).from(payouts).where(eq(payouts.id, id)).for('no key update');
  return row ?? null;
}

export async function insertPayoutTry(db: Database, payoutTry: typeof payoutTries.$inferInsert) {
  const { originatorConversationId, ...change } = payoutTry;
  // One that never left is sent again under its own id, with another address for its result.
  await db
    .insert(payoutTries)
    .values({ originatorConversationId, ...change })
    .onConflictDoUpdate({ target: payoutTries.originatorConversationId, set: change });
}

export type PayoutTry = { payoutId: number; originatorConversationId: string; statusTokenHash: string | null };

/** Which try's result, or which answer to a question about one, comes under a token. By the unique indexes of the hashes. */
export async function findPayoutTryByToken(db: Database, tokenHash: string): Promise<PayoutTry | null> {
  const [row] = await db
    .select({
      payoutId: payoutTries.payoutId,
      originatorConversationId: payoutTries.originatorConversationId,
      statusTokenHash: payoutTries.statusTokenHash,
    })
    .from(payoutTries)
    .where(or(eq(payoutTries.tokenHash, tokenHash), eq(payoutTries.statusTokenHash, tokenHash)));
  return row ?? findUnlistedTry(db, tokenHash);
}

/** The last try of a payout that a server of the version before has sent: such a one lists no tries. */
async function findUnlistedTry(db: Database, tokenHash: string): Promise<PayoutTry | null> {
  const [row] = await db
    .select({ id: payouts.id, originator: payouts.originatorConversationId, statusTokenHash: payouts.statusTokenHash })
    .from(payouts)
    .where(or(eq(payouts.tokenHash, tokenHash), eq(payouts.statusTokenHash, tokenHash)));
  if (!row || row.originator === null) return null;
  return { payoutId: row.id, originatorConversationId: row.originator, statusTokenHash: row.statusTokenHash };
}

type PayoutChange = Partial<Omit<typeof payouts.$inferInsert, 'id' | 'orderId' | 'amountCents' | 'failedTries'>>;

type PayoutUpdate = {
  id: number;
  from: readonly PayoutStatus[];
  change: PayoutChange;
  /** Its last try has brought nothing: the next one gets an id of its own. */
  isTryOver?: boolean;
};

/** Moves a payout on, if it still stands where it is believed to. @returns whether it did */
export async function updatePayout(db: Database, { id, from, change, isTryOver = false }: PayoutUpdate): Promise<boolean> {
  const moved = await db
    .update(payouts)
    .set({ ...change, ...(isTryOver && { failedTries: sql`${payouts.failedTries} + 1` }) })
    .where(and(eq(payouts.id, id), inArray(payouts.status, [...from])))
    .returning({ id: payouts.id });
  return moved.length > 0;
}

/** Payouts whose hold is over and that M-Pesa takes, longest waiting first. By payouts_due. */
export async function listDuePayouts(db: Database, { now, limit }: { now: Date; limit: number }) {
  return db
    .select({ id: payouts.id, orderId: payouts.orderId })
    .from(payouts)
    .where(and(eq(payouts.status, 'due'), lte(payouts.heldUntil, now), gte(payouts.amountCents, centsOf(PAYOUT_MIN_KES))))
    .orderBy(asc(payouts.heldUntil), asc(payouts.id))
    .limit(limit);
}

/** Payouts that were sent and are to be asked about. By payouts_open. */
export async function listSilentPayouts(db: Database, { now, limit }: { now: Date; limit: number }): Promise<PayoutRow[]> {
  return db
    .select(payoutColumns)
    .from(payouts)
    .where(and(inArray(payouts.status, ['sent', 'unknown']), lte(payouts.askAgainAt, now)))
    .orderBy(asc(payouts.askAgainAt), asc(payouts.id))
    .limit(limit);
}

/** Where a farmer's money goes to, and until when it may not; null once the account is gone. */
export async function findPayee(db: Database, farmerId: number) {
  const [row] = await db
    .select({ phoneNumber: users.phoneNumber, payoutsHeldUntil: farms.payoutsHeldUntil, suspendedAt: users.suspendedAt })
    .from(users)
    .innerJoin(farms, eq(farms.userId, users.id))
    .where(eq(users.id, farmerId));
  return row ?? null;
}
