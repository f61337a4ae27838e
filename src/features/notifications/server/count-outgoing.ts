import type { Database } from '#platform/server/db/database.ts';
import type { OutboxHandler } from '#platform/server/outbox.ts';
import { countMessages } from '#platform/server/outbox-queries.ts';
import { noticePush } from './push.ts';
import { otherSmsDue, smsDue } from './send-sms.ts';

type Needs = { outbox: readonly OutboxHandler<never>[] };

export const outgoingKinds = ({ outbox }: Needs) =>
  outbox.filter(({ lane }) => lane.isOutgoing).map(({ kind }) => kind);

export async function countOutgoing(db: Database, services: Needs) {
  const outgoing = outgoingKinds(services);
  const counts = { letters: 0, notifications: 0, sms: 0 };
  for (const { kind, number } of await countMessages(db)) {
    if (outgoing.includes(kind)) counts[queueOf(kind)] += number;
  }
  return counts;
}

function queueOf(kind: string) {
  if (kind === smsDue.kind || kind === otherSmsDue.kind) return 'sms';
  return kind === noticePush.kind ? 'notifications' : 'letters';
}
