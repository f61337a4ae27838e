import { asc, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/db/schema/accounts.ts';
import { farms } from '#server/db/schema/farms.ts';
import { operatorActions } from '#server/db/schema/operator.ts';
import { orderEvents, orders } from '#server/db/schema/orders.ts';

const SHOWN_MAX = 100;

export async function insertAction(db: Database, action: typeof operatorActions.$inferInsert) {
  await db.insert(operatorActions).values(action);
}

/** What was done last, newest first. By primary key. */
export async function listActions(db: Database) {
  return db
    .select({
      operator: operatorActions.operator,
      action: operatorActions.action,
      details: operatorActions.details,
      happenedAt: operatorActions.happenedAt,
    })
    .from(operatorActions)
    .orderBy(desc(operatorActions.id))
    .limit(SHOWN_MAX);
}

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
    })
    .from(orders)
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .where(eq(orders.status, 'disputed'))
    .orderBy(asc(orders.updatedAt), asc(orders.id))
    .limit(SHOWN_MAX);
}
