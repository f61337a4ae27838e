import { asc, desc, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { farms } from '#server/db/schema/farms.ts';
import { operatorActions } from '#server/db/schema/operator.ts';
import { orderEvents, orders } from '#server/db/schema/orders.ts';
import { OPERATOR_LIST_MAX } from '#shared/limits.ts';

export async function insertAction(db: Database, action: typeof operatorActions.$inferInsert) {
  await db.insert(operatorActions).values(action);
}

const isBefore = (id: number | null) => (id === null ? undefined : lt(operatorActions.id, id));

/** What was done last, or last before a line, newest first. By primary key. */
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

/** How many lines the log has, or has before one. */
export const countActions = (db: Database, beforeId: number | null) => db.$count(operatorActions, isBefore(beforeId));

const buyers = alias(users, 'buyer');

/** Orders that wait for the operator's word, longest first, with what the buyer said of the goods. */
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

/** How many there are. */
export const countDisputes = (db: Database) => db.$count(orders, eq(orders.status, 'disputed'));
