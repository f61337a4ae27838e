import { asc, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { people } from '#features/accounts/server/relation-queries.ts';
import { farms } from '#features/farms/server/relation-queries.ts';
import { phoneLines } from '#features/notifications/server/tables/sms.ts';
import { operatorActions } from '#features/operator/server/tables.ts';
import { OPERATOR_LIST_MAX } from '#features/orders/rules/limits.ts';
import { orderEvents, orders } from '#features/orders/server/tables/orders.ts';
import { payouts } from '#features/orders/server/tables/payments.ts';
import type { Database } from '#platform/server/db/database.ts';

export async function insertAction(db: Database, action: typeof operatorActions.$inferInsert) {
  await db.insert(operatorActions).values(action);
}

const isBefore = (id: number | null) => (id === null ? undefined : lt(operatorActions.id, id));

/** The last actions, or the last before an entry, newest first. By primary key. */
export async function listActions(db: Database, beforeId: number | null) {
  return db
    .select({
      id: operatorActions.id,
      operator: operatorActions.operator,
      action: operatorActions.action,
      details: operatorActions.details,
      happenedAt: operatorActions.happenedAt,
    })
    .from(operatorActions)
    .where(isBefore(beforeId))
    .orderBy(desc(operatorActions.id))
    .limit(OPERATOR_LIST_MAX);
}

/** The number of entries in the log, or of those before an entry. */
export const countActions = (db: Database, beforeId: number | null) =>
  db.$count(operatorActions, isBefore(beforeId));

const buyers = people('buyer');
const holders = people('holder');

/** Orders that wait for the operator's decision, longest first, with the buyer's complaint. */
export async function listDisputes(db: Database) {
  const reason = sql<string | null>`(
    select ${orderEvents.reason} from ${orderEvents}
    where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.to} = 'disputed' order by ${orderEvents.id} desc limit 1
  )`;
  return db
    .select({
      id: orders.id,
      since: orders.updatedAt,
      buyer: buyers.email,
      farm: farms.name,
      totalCents: orders.totalCents,
      paymentMethod: orders.paymentMethod,
      paymentStatus: orders.paymentStatus,
      reason,
      answer: orders.disputeAnswer,
    })
    .from(orders)
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .where(eq(orders.status, 'disputed'))
    .orderBy(asc(orders.updatedAt), asc(orders.id))
    .limit(OPERATOR_LIST_MAX);
}

export const countDisputes = (db: Database) => db.$count(orders, eq(orders.status, 'disputed'));

/**
 * Accounts whose number was released to its new holder, longest first, with the money due to them.
 * By phone_lines_released.
 */
export async function listReleased(db: Database) {
  const dueCents = sql<number>`coalesce((
    select sum(${payouts.amountCents}) from ${payouts}
    where ${payouts.farmerId} = ${holders.id} and ${payouts.status} in ('due', 'failed')), 0)::bigint`;
  return db
    .select({
      userId: holders.id,
      firstName: holders.firstName,
      lastName: holders.lastName,
      farm: farms.name,
      email: holders.email,
      releasedNumber: phoneLines.releasedNumber,
      since: phoneLines.numberChangedAt,
      dueCents: dueCents.mapWith(Number),
    })
    .from(phoneLines)
    .innerJoin(holders, eq(holders.id, phoneLines.userId))
    .leftJoin(farms, eq(farms.userId, holders.id))
    .where(isNotNull(phoneLines.releasedNumber))
    .orderBy(asc(phoneLines.numberChangedAt), asc(phoneLines.userId))
    .limit(OPERATOR_LIST_MAX);
}

export const countReleased = (db: Database) =>
  db.$count(phoneLines, isNotNull(phoneLines.releasedNumber));
