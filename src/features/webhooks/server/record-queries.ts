import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import { webhookEvents, webhookSubjects, webhooks } from './tables.ts';

/**
 * Records a change, in the caller's transaction, for the webhooks of the users who may know. A
 * single statement, because orders send it in the batch that ends with the commit. Its placeholders
 * are `type`, `now` and those of `changed`, a query of distinct pairs (user_id, subject). By
 * webhooks_user_id_index.
 *
 * An unsent event covers the new change: its row is locked until the transaction ends, so that its
 * body, which is read when it is first sent, contains the change. If it was given up as unreadable,
 * it becomes due again. The webhooks are locked too, and the order prevents deadlocks.
 */
export const recordChanges = (changed: SQL) =>
  keepStatement((db) => {
    const now = sql`${sql.placeholder('now')}::timestamptz`;
    const recorded = db.$with('recorded', {}).as(sql`
      insert into ${webhookEvents} (webhook_id, type, subject, created_at, due_at)
      select webhook.id, ${sql.placeholder('type')}::text, changed.subject, ${now}, ${now}
        from (${changed}) as changed join ${webhooks} webhook on webhook.user_id = changed.user_id
        where webhook.paused_at is null
        order by webhook.id, changed.subject for key share of webhook
      on conflict (webhook_id, subject) where body is null do update set state = 'waiting',
        created_at = ${unlessGivenUp('created_at')}, due_at = ${unlessGivenUp('due_at')},
        attempts = ${unlessGivenUp('attempts')},
        failing_since = case ${webhookEvents}.state when 'waiting' then ${webhookEvents}.failing_since end`);
    return db.with(recorded).select({ done: sql`1` }).from(sql`(values (1)) as once`);
  });

const unlessGivenUp = (column: string) => {
  const name = sql.identifier(column);
  return sql`case ${webhookEvents}.state when 'waiting' then ${webhookEvents}.${name} else excluded.${name} end`;
};

/** The bodies contain data of a deleted account. The sequence numbers stay. */
export async function deleteEventsAbout(
  db: Database,
  { kind, ids }: { kind: string; ids: SQLWrapper },
): Promise<void> {
  const gone = sql`(select ${kind}::text || '/' || id from ${ids} as gone)`;
  await db.delete(webhookEvents).where(inArray(webhookEvents.subject, gone));
  await db
    .update(webhookSubjects)
    .set({ dataHash: '' })
    .where(inArray(webhookSubjects.subject, gone));
}
