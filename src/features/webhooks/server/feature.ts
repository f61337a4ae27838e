import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/database.ts';
import type { Feature } from '#server/feature.ts';
import { handledBy } from '#server/outbox.ts';
import { EVENTS_KEPT_SECONDS, SUBJECTS_KEPT_SECONDS, webhookFailedNotice } from '../rules.ts';
import { testSource } from './manage-webhooks.ts';
import { deleteEventsBefore, deleteSubjectsBefore } from './queries.ts';
import { sendEvents, startGivingTurns, webhookDue } from './send-events.ts';
import { webhookData } from './tables.ts';

export const webhooks = {
  notices: [webhookFailedNotice],
  webhookSources: [testSource],
  personalData: webhookData,
  async prune(db: Database, now: Date) {
    await deleteEventsBefore(db, secondsAfter(now, -EVENTS_KEPT_SECONDS));
    await deleteSubjectsBefore(db, secondsAfter(now, -SUBJECTS_KEPT_SECONDS));
  },
  outbox: [handledBy(webhookDue, sendEvents)],
  start: (db: Database, services: Parameters<typeof startGivingTurns>[1]) => [
    startGivingTurns(db, services),
  ],
} satisfies Feature;
