import { and, asc, desc, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import { DELIVERIES_SHOWN, WEBHOOKS_MAX } from '#webhooks/rules/limits.ts';
import { webhookEvents, webhooks } from './tables.ts';

const secretColumns = {
  id: webhooks.id,
  createdAt: webhooks.createdAt,
  secretNumber: webhooks.secretNumber,
  formerSecretUntil: webhooks.formerSecretUntil,
};

/** By webhooks_user_id_index. */
export async function listWebhookRows(db: Database, userId: number) {
  return db
    .select({
      id: webhooks.id,
      url: webhooks.url,
      createdAt: webhooks.createdAt,
      pausedAt: webhooks.pausedAt,
      lastAcceptedAt: webhooks.lastAcceptedAt,
      formerSecretUntil: webhooks.formerSecretUntil,
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
    .select({
      id: webhookEvents.id,
      type: webhookEvents.type,
      subject: webhookEvents.subject,
      createdAt: webhookEvents.createdAt,
      state: webhookEvents.state,
      attempts: webhookEvents.attempts,
      dueAt: webhookEvents.dueAt,
      lastTriedAt: webhookEvents.lastTriedAt,
      lastStatus: webhookEvents.lastStatus,
      lastProblem: webhookEvents.lastProblem,
    })
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

export async function renewEvent(db: Database, eventId: number, now: Date) {
  await db.update(webhookEvents).set(anew(now)).where(eq(webhookEvents.id, eventId));
}

export async function renewWaiting(db: Database, webhookId: number, now: Date) {
  await db
    .update(webhookEvents)
    .set(anew(now))
    .where(and(eq(webhookEvents.webhookId, webhookId), eq(webhookEvents.state, 'waiting')));
}
