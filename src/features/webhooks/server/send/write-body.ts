import type { Database } from '#platform/server/db/database.ts';
import { sha256 } from '#platform/server/hashes.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { countEvent, deleteEvent, updateEvent } from './event-queries.ts';
import { lockEvent, type Turn, type TurnWebhook } from './turn-queries.ts';

export type Sending = { eventId: number; turn: Turn; webhook: TurnWebhook };

/**
 * The event with its body, which is written once, before the first attempt. Null if there is
 * nothing to send: the turn is over, the subject is gone, or the webhook was last told the same.
 */
export async function readyEvent(
  db: Database,
  { eventId, turn, webhook }: Sending,
  services: Services,
) {
  return db.transaction(async (tx) => {
    // Waits for transactions whose change this event covers (recordChanges).
    const event = await lockEvent(tx, eventId, turn);
    if (!event) return null;
    if (event.body !== null) return { ...event, body: event.body };
    const { type, subject } = event;
    const data = await readSubject(tx, { subject, userId: webhook.userId }, services);
    const dataHash = data && sha256(JSON.stringify(data));
    const now = services.clock();
    const sequence =
      dataHash && (await countEvent(tx, { webhookId: webhook.id, subject, dataHash, toldAt: now }));
    if (!sequence) {
      await deleteEvent(tx, event.id);
      return null;
    }
    const timestamp = now.toISOString();
    const body = JSON.stringify({ type, timestamp, subject, sequence, data });
    await updateEvent(tx, event.id, { sequence, body });
    return { ...event, body };
  });
}

export type ReadyEvent = NonNullable<Awaited<ReturnType<typeof readyEvent>>>;

async function readSubject(
  tx: Database,
  { subject, userId }: { subject: string; userId: number },
  services: Services,
) {
  const [kind, id] = subject.split('/');
  const source = services.webhookSources.find((one) => one.kind === kind);
  return (await source?.read(tx, { id: Number(id), userId }, services)) ?? null;
}
