import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { webhookEvents, webhooks } from './tables.ts';

/**
 * Deleted with the account. Bodies are left out, because they repeat orders and products of the
 * export.
 */
export const webhookData: PersonalData<unknown> = {
  lists: { webhooks: readWebhooks, webhookEvents: readEvents },
};

async function readWebhooks(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      url: webhooks.url,
      createdAt: webhooks.createdAt,
      pausedAt: webhooks.pausedAt,
      lastAcceptedAt: webhooks.lastAcceptedAt,
    })
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhooks.id))
    .limit(limit)
    .offset(offset);
}

async function readEvents(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      url: webhooks.url,
      type: webhookEvents.type,
      subject: webhookEvents.subject,
      createdAt: webhookEvents.createdAt,
      state: webhookEvents.state,
      attempts: webhookEvents.attempts,
      lastTriedAt: webhookEvents.lastTriedAt,
      lastStatus: webhookEvents.lastStatus,
    })
    .from(webhookEvents)
    .innerJoin(webhooks, eq(webhooks.id, webhookEvents.webhookId))
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhookEvents.id))
    .limit(limit)
    .offset(offset);
}
