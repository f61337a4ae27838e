import { m } from '#platform/rules/text/compiled/messages.js';
import type { Entry } from '#platform/web/offline/entry.ts';
import { notSent, type Sending } from '#platform/web/offline/kinds.ts';
import { onEntrySettled } from '#platform/web/offline/send-entries.ts';
import { postFiles } from '../media/post-files.ts';
import type { Message } from '../message-texts.ts';
import { isMessage, type PendingMessage, toPending } from './pending-messages.ts';

/**
 * A sent message and its conversation. `message` is null if it started a conversation, or was sent
 * from a product's page.
 */
export type Sent = { conversationId: number; message: Message | null };

/**
 * Calls the listener for every sent message, before it is removed from the queue.
 * @returns a function that ends the subscription
 */
export const onSent = (listener: (waiting: PendingMessage, sent: Sent) => unknown): (() => void) =>
  onEntrySettled((entry, settled) => {
    if (!isMessage(entry) || !('sent' in settled)) return;
    const waiting = toPending(entry);
    return listener(waiting, sentOf(waiting, settled.sent));
  });

/** Casts, because these are the answers of sendFiles, and of the calls in ../offline.ts. */
function sentOf({ to, media }: PendingMessage, answer: unknown): Sent {
  if (media) return answer as Sent;
  return to.kind === 'product'
    ? { conversationId: (answer as { id: number }).id, message: null }
    : { conversationId: to.id, message: answer as Message };
}

/** Sends a message with its photos or its voice note. */
export async function sendFiles(
  entry: Entry,
  { token, files, onProgress, signal }: Sending,
): Promise<Sent> {
  const found = await files();
  if (!found) throw notSent(m.messagesFilesLost(), { status: GONE });
  const waiting = toPending(entry);
  const { sent, said, ...answer } = await postFiles(waiting, {
    files: found,
    token,
    onProgress,
    signal,
  });
  if (!sent) throw notSent(said, answer);
  return waiting.to.kind === 'product' ? { ...sent, message: null } : sent;
}

const GONE = 410;
