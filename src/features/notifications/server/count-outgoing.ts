import type { Database } from '#platform/server/db/database.ts';
import { isOutgoing, type OutboxHandler } from './outbox-lanes.ts';
import { countPushes } from './push/queries.ts';
import { countMessages } from './queries.ts';
import { countWaitingSms } from './sms/queries.ts';

/** The number of messages to users that wait in each queue. */
export async function countOutgoing(
  db: Database,
  { outbox }: { outbox: readonly OutboxHandler<never>[] },
) {
  const kinds = outbox.filter(isOutgoing).map(({ kind }) => kind);
  const letters = (await countMessages(db)).filter(({ kind }) => kinds.includes(kind));
  return {
    letters: letters.reduce((sum, { number }) => sum + number, 0),
    sms: await countWaitingSms(db),
    notifications: await countPushes(db),
  };
}
