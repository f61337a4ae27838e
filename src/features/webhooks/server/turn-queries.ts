import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  max,
  notExists,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { people } from '#accounts/server/people-queries.ts';
import { lockName, pick } from '#server/database.ts';
import { announced } from './queries.ts';
import { webhookEvents, webhooks } from './tables.ts';

const earlier = alias(webhookEvents, 'earlier');
const others = alias(webhooks, 'others');
const owners = people('owner');

/** No earlier event of its subject waits. By webhook_events_due, webhook_events_waiting. */
const isFirst = (db: Database) =>
  and(
    eq(webhookEvents.state, 'waiting'),
    notExists(
      db
        .select({ id: earlier.id })
        .from(earlier)
        .where(
          and(
            eq(earlier.webhookId, webhookEvents.webhookId),
            eq(earlier.subject, webhookEvents.subject),
            eq(earlier.state, 'waiting'),
            lt(earlier.id, webhookEvents.id),
          ),
        ),
    ),
  );

const isNext = (db: Database, now: Date) => and(isFirst(db), lte(webhookEvents.dueAt, now));

/** One turn of a user at a time. Null if no event waits. */
export async function findNextTurn(db: Database) {
  const first = db
    .select({ dueAt: webhookEvents.dueAt })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.webhookId, webhooks.id), isFirst(db)))
    .orderBy(asc(webhookEvents.dueAt))
    .limit(1)
    .as('first');
  const ofUser = db
    .select({ leasedUntil: max(others.leasedUntil) })
    .from(others)
    .where(eq(others.userId, webhooks.userId));
  const [row] = await db
    .select({
      dueAt: sql`min(greatest(${first.dueAt}, ${webhooks.restsUntil}, (${ofUser})))`.mapWith(
        (value: string): Date | null => new Date(value),
      ),
    })
    .from(webhooks)
    .innerJoinLateral(first, sql`true`)
    .where(isNull(webhooks.pausedAt));
  return row?.dueAt ?? null;
}

/** The least recently leased first, one per user. */
export async function leaseWebhooks(
  tx: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
) {
  // One process at a time, so that no user gets two turns.
  await lockName(tx, 'turns of webhooks');
  const isServed = tx
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.userId, webhooks.userId), gt(others.leasedUntil, now)));
  const due = tx
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.webhookId, webhooks.id), isNext(tx, now)));
  const ready = await tx
    .select({ id: webhooks.id, userId: webhooks.userId })
    .from(webhooks)
    .where(
      and(
        isNull(webhooks.pausedAt),
        lte(webhooks.restsUntil, now),
        notExists(isServed),
        exists(due),
      ),
    )
    .orderBy(sql`${webhooks.leasedUntil} nulls first`, asc(webhooks.id))
    .limit(limit);
  const ids = [...new Map(ready.toReversed().map(({ id, userId }) => [userId, id])).values()];
  if (ids.length === 0) return [];
  return tx
    .update(webhooks)
    .set({ leasedUntil: until })
    .where(inArray(webhooks.id, ids))
    .returning({ webhookId: webhooks.id });
}

export type Turn = { webhookId: number; until: Date };

const hasTurn = ({ webhookId, until }: Turn) =>
  and(eq(webhooks.id, webhookId), eq(webhooks.leasedUntil, until), isNull(webhooks.pausedAt));

/** Null if another turn has begun or the webhook is paused. */
export async function findTurn(db: Database, turn: Turn) {
  const [row] = await db
    .select({
      ...pick(
        webhooks,
        'id userId url secretNumber formerSecretUntil createdAt lastAcceptedAt failures',
      ),
      role: owners.role,
    })
    .from(webhooks)
    .innerJoin(owners, eq(owners.id, webhooks.userId))
    .where(hasTurn(turn));
  return row ?? null;
}

export type TurnWebhook = NonNullable<Awaited<ReturnType<typeof findTurn>>>;

/** At most one event of each subject. */
export async function listNextEvents(
  db: Database,
  turn: Turn,
  { now, limit }: { now: Date; limit: number },
) {
  return db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .innerJoin(webhooks, eq(webhooks.id, webhookEvents.webhookId))
    .where(and(hasTurn(turn), isNext(db, now)))
    .orderBy(asc(webhookEvents.dueAt), asc(webhookEvents.id))
    .limit(limit);
}

/** Locked; null if the turn has ended or the webhook is paused. */
export async function lockEvent(tx: Database, eventId: number, turn: Turn) {
  const [row] = await tx
    .select(pick(webhookEvents, 'id messageId type subject body attempts failingSince'))
    .from(webhookEvents)
    .innerJoin(webhooks, eq(webhooks.id, webhookEvents.webhookId))
    .where(and(hasTurn(turn), eq(webhookEvents.id, eventId), eq(webhookEvents.state, 'waiting')))
    .for('update', { of: webhookEvents });
  return row ?? null;
}

export type LockedEvent = NonNullable<Awaited<ReturnType<typeof lockEvent>>>;

type Ended = Partial<typeof webhooks.$inferInsert> & { leasedUntil: Date };

/** Unless another turn has begun. Other events of the user may be due by now. */
export async function endTurn(db: Database, { webhookId, until }: Turn, change: Ended) {
  await db
    .update(webhooks)
    .set(change)
    .where(and(eq(webhooks.id, webhookId), eq(webhooks.leasedUntil, until)))
    .returning({ announced });
}
