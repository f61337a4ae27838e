import type { Database } from '#platform/server/db/database.ts';
import { countMessages } from '#platform/server/outbox-queries.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { noticePush } from './push.ts';
import { otherSmsDue, smsDue } from './send-sms.ts';

export const outgoingKinds = ({ outbox }: Pick<Services, 'outbox'>) =>
  outbox.filter(({ lane }) => lane.isOutgoing).map(({ kind }) => kind);

export async function countOutgoing(db: Database, services: Pick<Services, 'outbox'>) {
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
