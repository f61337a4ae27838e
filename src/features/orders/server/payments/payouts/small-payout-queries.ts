import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { people, phoneLines } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/relation-queries.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { payouts } from '#orders/server/payments/tables.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isOver, isSmall, type PayoutRow, payoutColumns } from './payout-queries.ts';

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
    .select({ id: payouts.id, orderId: payouts.orderId, amountCents: payouts.amountCents })
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
export async function listSentWith(db: Database, id: number): Promise<PayoutRow[]> {
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
      phoneNumber: farmers.phoneNumber,
      phoneVerifiedAt: farmers.phoneVerifiedAt,
      payoutsHeldUntil: farms.payoutsHeldUntil,
      suspendedAt: farmers.suspendedAt,
      simChangedAt: phoneLines.simChangedAt,
    })
    .from(farmers)
    .innerJoin(farms, eq(farms.userId, farmers.id))
    .leftJoin(phoneLines, eq(phoneLines.userId, farmers.id))
    .where(eq(farmers.id, farmerId));
  return row ?? null;
}
