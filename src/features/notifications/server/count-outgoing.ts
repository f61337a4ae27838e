import type { Database } from '#platform/server/db/database.ts';
import type { OutboxHandler } from '#platform/server/outbox/lanes.ts';
import { countMessages } from '#platform/server/outbox/queries.ts';
import { noticePush } from './send-push.ts';
import { countWaitingSms } from './sms/queries.ts';

/** The number of messages to users that wait in each queue. */
export async function countOutgoing(
  db: Database,
  { outbox }: { outbox: readonly OutboxHandler<never>[] },
) {
  const outgoing = outbox.filter(({ lane }) => lane.isOutgoing).map(({ kind }) => kind);
  const counts = { letters: 0, notifications: 0, sms: await countWaitingSms(db) };
  for (const { kind, number } of await countMessages(db)) {
    if (!outgoing.includes(kind)) continue;
    counts[kind === noticePush.kind ? 'notifications' : 'letters'] += number;
  }
  return counts;
}
