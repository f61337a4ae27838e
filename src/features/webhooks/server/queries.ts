import {
  and,
  asc,
  desc,
  eq,
  inArray,
  lt,
  lte,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { pick } from '#server/database.ts';
import { DELIVERIES_SHOWN, WEBHOOKS_MAX } from '../rules.ts';
import { webhookEvents, webhookSubjects, webhooks } from './tables.ts';

const secretColumns = pick(webhooks, 'id createdAt secretNumber formerSecretUntil');

export async function listWebhookRows(db: Database, userId: number) {
  return db
    .select({
      ...pick(webhooks, 'id url createdAt pausedAt lastAcceptedAt formerSecretUntil'),
      isFailing: sql<boolean>`${webhooks.failures} > 0`,
    })
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhooks.id))
    .limit(WEBHOOKS_MAX);
}

export const countWebhooks = (db: Database, userId: number) =>
  db.$count(webhooks, eq(webhooks.userId, userId));

export async function insertWebhook(db: Database, webhook: typeof webhooks.$inferInsert) {
  const [row] = await db.insert(webhooks).values(webhook).returning(secretColumns);
  if (!row) throw new Error('The webhook was not stored');
  return row;
}

export type OwnWebhook = { userId: number; webhookId: number };
const isOwn = ({ userId, webhookId }: OwnWebhook) =>
  and(eq(webhooks.id, webhookId), eq(webhooks.userId, userId));

export async function lockOwnWebhook(tx: Database, own: OwnWebhook) {
  const [row] = await tx
    .select({ id: webhooks.id, pausedAt: webhooks.pausedAt })
    .from(webhooks)
    .where(isOwn(own))
    .for('no key update');
  return row ?? null;
}

export async function updateWebhook(
  db: Database,
  webhookId: number,
  change: Partial<typeof webhooks.$inferInsert>,
) {
  await db.update(webhooks).set(change).where(eq(webhooks.id, webhookId));
}

export async function rotateSecret(db: Database, own: OwnWebhook, formerSecretUntil: Date) {
  const [row] = await db
    .update(webhooks)
    .set({ secretNumber: sql`${webhooks.secretNumber} + 1`, formerSecretUntil })
    .where(isOwn(own))
    .returning(secretColumns);
  return row ?? null;
}

export async function deleteWebhook(db: Database, own: OwnWebhook) {
  await db.delete(webhooks).where(isOwn(own));
}

/** With `until`, only those created until then. */
export async function deleteWebhooksOf(db: Database, userId: number, until?: Date) {
  const isOld = until && lte(webhooks.createdAt, until);
  await db.delete(webhooks).where(and(eq(webhooks.userId, userId), isOld));
}

/** Newest first. By webhook_events_of_webhook. */
export async function listEventRows(db: Database, own: OwnWebhook) {
  return db
    .select(
      pick(
        webhookEvents,
        'id type subject createdAt state attempts dueAt lastTriedAt lastStatus lastProblem',
      ),
    )
    .from(webhookEvents)
    .innerJoin(webhooks, eq(webhooks.id, webhookEvents.webhookId))
    .where(isOwn(own))
    .orderBy(desc(webhookEvents.id))
    .limit(DELIVERIES_SHOWN);
}

export async function findEventsWebhook(
  db: Database,
  { userId, eventId }: { userId: number; eventId: number },
) {
  const [row] = await db
    .select({ webhookId: webhooks.id })
    .from(webhookEvents)
    .innerJoin(webhooks, eq(webhooks.id, webhookEvents.webhookId))
    .where(and(eq(webhookEvents.id, eventId), eq(webhooks.userId, userId)));
  return row?.webhookId ?? null;
}

/** Joins an earlier one that was not sent yet. */
export async function insertTestEvent(db: Database, webhookId: number, now: Date) {
  const subject = `webhook/${webhookId}`;
  await db
    .insert(webhookEvents)
    .values({ webhookId, type: 'webhook.test', subject, createdAt: now, dueAt: now })
    .onConflictDoNothing();
}

const anew = (now: Date) =>
  ({ state: 'waiting', attempts: 0, failingSince: null, dueAt: now }) as const;

/** As drizzle/0026_announced_work.sql does for new events. */
export const announced = sql`pg_notify('webhook_events', '')`;

export async function renewEvent(db: Database, eventId: number, now: Date) {
  await db
    .update(webhookEvents)
    .set(anew(now))
    .where(eq(webhookEvents.id, eventId))
    .returning({ announced });
}

export async function renewWaiting(db: Database, webhookId: number, now: Date) {
  await db
    .update(webhookEvents)
    .set(anew(now))
    .where(and(eq(webhookEvents.webhookId, webhookId), eq(webhookEvents.state, 'waiting')))
    .returning({ announced });
}

/**
 * Records a change, in the caller's transaction, for the webhooks of the users who may know. Part
 * of the statement that writes the change. `changed` is a query of distinct pairs (user_id,
 * subject). By webhooks_user_id_index.
 *
 * An unsent event covers the new change: its row is locked until the transaction ends, so that its
 * body, which is read when it is first sent, contains the change. If it was given up as unreadable,
 * it becomes due again. The webhooks are locked too, and the order prevents deadlocks.
 */
export const changesForWebhooks = (changed: SQL, { type, now }: { type: SQL; now: SQL }) => sql`
  insert into ${webhookEvents} (webhook_id, type, subject, created_at, due_at)
  select webhook.id, ${type}, changed.subject, ${now}, ${now}
    from (${changed}) as changed join ${webhooks} webhook on webhook.user_id = changed.user_id
    where webhook.paused_at is null
    order by webhook.id, changed.subject for key share of webhook
  on conflict (webhook_id, subject) where body is null do update set state = 'waiting',
    created_at = ${unlessGivenUp('created_at')}, due_at = ${unlessGivenUp('due_at')},
    attempts = ${unlessGivenUp('attempts')},
    failing_since = case ${webhookEvents}.state when 'waiting' then ${webhookEvents}.failing_since end`;

const unlessGivenUp = (column: string) => {
  const name = sql.identifier(column);
  return sql`case ${webhookEvents}.state when 'waiting' then ${webhookEvents}.${name} else excluded.${name} end`;
};

/** The bodies contain data of a deleted account. The sequence numbers stay. */
export async function deleteEventsAbout(
  db: Database,
  { kind, ids }: { kind: string; ids: SQLWrapper },
) {
  const gone = sql`(select ${kind}::text || '/' || id from ${ids} as gone)`;
  await db.delete(webhookEvents).where(inArray(webhookEvents.subject, gone));
  await db
    .update(webhookSubjects)
    .set({ dataHash: '' })
    .where(inArray(webhookSubjects.subject, gone));
}

type Told = { webhookId: number; subject: string; dataHash: string; toldAt: Date };

/** Null if the webhook was last told the same. */
export async function countEvent(tx: Database, told: Told) {
  const [row] = await tx
    .insert(webhookSubjects)
    .values({ ...told, sequence: 1 })
    .onConflictDoUpdate({
      target: [webhookSubjects.webhookId, webhookSubjects.subject],
      set: {
        sequence: sql`${webhookSubjects.sequence} + 1`,
        dataHash: told.dataHash,
        toldAt: told.toldAt,
      },
      setWhere: ne(webhookSubjects.dataHash, told.dataHash),
    })
    .returning({ sequence: webhookSubjects.sequence });
  return row?.sequence ?? null;
}

export async function updateEvent(
  db: Database,
  id: number,
  change: Partial<typeof webhookEvents.$inferInsert>,
) {
  await db.update(webhookEvents).set(change).where(eq(webhookEvents.id, id));
}

export async function deleteEvent(db: Database, id: number) {
  await db.delete(webhookEvents).where(eq(webhookEvents.id, id));
}

export async function deleteSubjectsBefore(db: Database, before: Date) {
  await db.delete(webhookSubjects).where(lt(webhookSubjects.toldAt, before));
}

export async function deleteEventsBefore(db: Database, before: Date) {
  await db.delete(webhookEvents).where(lt(webhookEvents.createdAt, before));
}
