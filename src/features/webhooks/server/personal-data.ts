import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import {
  exportedColumns,
  listOf,
  type PersonalData,
  type Rows,
} from '#platform/server/personal-data.ts';
import { webhookEvents, webhooks } from './tables.ts';

export const webhookData: PersonalData<unknown> = {
  lists: { webhooks: listOf(webhooks), webhookEvents: readEvents },
};

async function readEvents(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({ url: webhooks.url, ...exportedColumns(webhookEvents) })
    .from(webhookEvents)
    .innerJoin(webhooks, eq(webhooks.id, webhookEvents.webhookId))
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhookEvents.id))
    .limit(limit)
    .offset(offset);
}
