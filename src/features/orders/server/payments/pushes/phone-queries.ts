import { and, count, desc, eq, gt, gte, inArray, isNull, max, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { openAttemptStatuses } from '#orders/rules/payment.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { lockName } from '#server/database.ts';
import { paymentAttempts } from '../tables.ts';

const payers = people('payer');

/** Pushes to one phone are decided one at a time. */
export async function lockPhone(tx: Database, phoneNumber: string) {
  await lockName(tx, `pushes to ${phoneNumber}`);
}

export async function lockBuyerPhones(tx: Database, buyerId: number) {
  await lockName(tx, `phones of buyer ${buyerId}`);
}

type SameAsk = { phoneNumber: string; amountCents: number; since: Date };

/**
 * Counts pushes that are open or brought money, but none that wait for their turn. By
 * payment_attempts_phone.
 */
export async function findLastPush(db: Database, { phoneNumber, amountCents, since }: SameAsk) {
  const [row] = await db
    .select({ requestedAt: paymentAttempts.requestedAt })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.phoneNumber, phoneNumber),
        gt(paymentAttempts.requestedAt, since),
        sql`coalesce(${paymentAttempts.pushedCents}, ${paymentAttempts.amountCents}) = ${amountCents}`,
        isNull(paymentAttempts.pushedWithId),
        isNull(paymentAttempts.pushAt),
        inArray(paymentAttempts.status, [...openAttemptStatuses, 'paid', 'held']),
      ),
    )
    .orderBy(desc(paymentAttempts.requestedAt), desc(paymentAttempts.id))
    .limit(1);
  return row?.requestedAt ?? null;
}

/** By payment_attempts_phone. */
export async function findLastTurn(
  db: Database,
  { phoneNumber, amountCents, since, buyerId }: SameAsk & { buyerId: number },
) {
  const [row] = await db
    .select({ pushAt: max(paymentAttempts.pushAt) })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        eq(orders.buyerId, buyerId),
        eq(paymentAttempts.phoneNumber, phoneNumber),
        gt(paymentAttempts.requestedAt, since),
        eq(paymentAttempts.amountCents, amountCents),
        eq(paymentAttempts.status, 'sending'),
      ),
    );
  return row?.pushAt ?? null;
}

export async function countPutOffAttempts(
  db: Database,
  { orderId, codes, since }: { orderId: number; codes: string[]; since: Date },
) {
  return db.$count(
    paymentAttempts,
    and(
      eq(paymentAttempts.orderId, orderId),
      eq(paymentAttempts.status, 'failed'),
      inArray(paymentAttempts.resultCode, codes),
      gte(paymentAttempts.requestedAt, since),
    ),
  );
}

/** By payment_attempts_order. */
export async function listPhonesOfOrder(db: Database, orderId: number) {
  const rows = await db
    .selectDistinct({ phoneNumber: paymentAttempts.phoneNumber })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId));
  return rows.flatMap(({ phoneNumber }) => phoneNumber ?? []);
}

/** Longest ago first. By orders_buyer and payment_attempts_order. */
export async function listPhonesOfBuyer(
  db: Database,
  { buyerId, since }: { buyerId: number; since: Date },
) {
  const lastAskedAt = max(paymentAttempts.requestedAt);
  return db
    .select({ phoneNumber: paymentAttempts.phoneNumber, lastAskedAt })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.buyerId, buyerId), gt(paymentAttempts.requestedAt, since)))
    .groupBy(paymentAttempts.phoneNumber)
    .orderBy(lastAskedAt);
}

/**
 * `claimed`: in the buyer's profile, and no one else who has it there has ever paid from it.
 * `paidFrom`: in the buyer's profile, and this buyer has paid from it. By payment_attempts_phone.
 */
export async function findOwnership(
  db: Database,
  { buyerId, phoneNumber }: { buyerId: number; phoneNumber: string },
) {
  const [mine] = await db
    .select({ phoneNumber: payers.phoneNumber })
    .from(payers)
    .where(eq(payers.id, buyerId));
  if (mine?.phoneNumber !== phoneNumber) return 'none';
  const [paid] = await db
    .select({
      byMe: count(sql`case when ${orders.buyerId} = ${buyerId} then 1 end`),
      byOthers: count(sql`case when ${orders.buyerId} <> ${buyerId} then 1 end`),
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .innerJoin(payers, eq(payers.id, orders.buyerId))
    .where(
      and(
        eq(paymentAttempts.phoneNumber, phoneNumber),
        eq(paymentAttempts.status, 'paid'),
        eq(payers.phoneNumber, phoneNumber),
      ),
    );
  if (paid && paid.byMe > 0) return 'paidFrom';
  return paid && paid.byOthers > 0 ? 'none' : 'claimed';
}
