import { asc, eq, sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { exportedColumns, listOf, moment, personal, type Rows } from '#server/tables.ts';
import { deliveryProblems, webhookEventStates, webhookEventTypes } from '../rules.ts';

export const webhooks = pgTable(
  'webhooks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    /** The secrets are derived from this and never stored. A rotation adds 1. */
    secretNumber: integer('secret_number').notNull().default(1),
    formerSecretUntil: moment('former_secret_until'),
    createdAt: moment('created_at').notNull(),
    pausedAt: moment('paused_at'),
    lastAcceptedAt: moment('last_accepted_at'),
    /** Until then one process sends its events; once past, the end of the last turn. */
    leasedUntil: moment('leased_until'),
    /** After a failure the webhook makes room for others, longer each time. */
    restsUntil: moment('rests_until').notNull(),
    /** Since the last success. */
    failures: integer().notNull().default(0),
  },
  (table) => [index().on(table.userId)],
);

personal(webhooks, {
  of: 'userId',
  exported: 'url createdAt pausedAt lastAcceptedAt',
  technical: 'id secretNumber formerSecretUntil leasedUntil restsUntil failures',
});

/** Events are numbered without gaps. */
export const webhookSubjects = pgTable(
  'webhook_subjects',
  {
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    sequence: integer().notNull(),
    /** SHA-256, so that the same data is not sent again. Empty when the data was erased. */
    dataHash: text('data_hash').notNull(),
    toldAt: moment('told_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.webhookId, table.subject] }),
    index('webhook_subjects_told').on(table.toldAt),
    index('webhook_subjects_subject').on(table.subject),
  ],
);

personal(webhookSubjects, {
  of: { webhookId: webhooks },
  omitted: { 'The export has the events.': 'subject dataHash toldAt' },
  technical: 'sequence',
});

export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Lets the receiver recognise a repeated event. */
    messageId: uuid('message_id').notNull().defaultRandom(),
    type: text({ enum: webhookEventTypes }).notNull(),
    subject: text().notNull(),
    /** Written before the first attempt. Every later one sends the same body. */
    sequence: integer(),
    body: text(),
    createdAt: moment('created_at').notNull(),
    state: text({ enum: webhookEventStates }).notNull().default('waiting'),
    dueAt: moment('due_at').notNull(),
    attempts: integer().notNull().default(0),
    failingSince: moment('failing_since'),
    lastTriedAt: moment('last_tried_at'),
    lastStatus: integer('last_status'),
    lastProblem: text('last_problem', { enum: deliveryProblems }),
  },
  (table) => [
    // Changes join the subject's unsent event.
    uniqueIndex('webhook_events_unsent')
      .on(table.webhookId, table.subject)
      .where(sql`${table.body} is null`),
    index('webhook_events_waiting')
      .on(table.webhookId, table.subject, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_events_due')
      .on(table.webhookId, table.dueAt)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_events_of_webhook').on(table.webhookId, table.id),
    // For the deletion of an account, whose data is in the events of others.
    index('webhook_events_subject').on(table.subject),
    index('webhook_events_created').on(table.createdAt),
  ],
);

personal(webhookEvents, {
  of: { webhookId: webhooks },
  exported: 'type subject createdAt state attempts lastTriedAt lastStatus',
  omitted: { 'Repeats orders and products of the export.': 'body' },
  technical: 'id messageId sequence dueAt failingSince lastProblem',
});

export const webhookData: PersonalData = {
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
