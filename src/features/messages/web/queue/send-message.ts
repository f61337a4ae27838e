import { m } from '#platform/rules/text/compiled/messages.js';
import { rpc } from '#platform/web/client/rpc.ts';
import type { Entry } from '#platform/web/offline/entry.ts';
import { type Kind, notSent, type Sending } from '#platform/web/offline/kinds.ts';
import { onEntrySettled } from '#platform/web/offline/send-entries.ts';
import { postFiles } from '../media/post-files.ts';
import type { Message } from '../message-texts.ts';
import { isMessage, messageOf, toWaiting, type WaitingMessage } from './waiting-messages.ts';

/**
 * A sent message and its conversation. `message` is null if it started a conversation, or was sent
 * from a product's page.
 */
export type Sent = { conversationId: number; message: Message | null };

/**
 * Calls the listener for every sent message, before it is removed from the queue.
 * @returns a function that ends the subscription
 */
export const onSent = (listener: (waiting: WaitingMessage, sent: Sent) => unknown): (() => void) =>
  // A cast, because `send` below returned it.
  onEntrySettled(
    (entry, settled) =>
      isMessage(entry) && 'sent' in settled && listener(toWaiting(entry), settled.sent as Sent),
  );

/** How the queue sends a message: a text, photos or a voice note. */
export const messageKind: Kind = {
  send: (entry, sending) =>
    messageOf(entry).media ? sendFiles(entry, sending) : sendText(entry, sending),
};

async function sendText(entry: Entry, { token, signal }: Sending): Promise<Sent> {
  const { to, text } = messageOf(entry);
  const options = { context: { idempotencyKey: entry.key, token }, signal };
  if (to.kind === 'product') {
    const { id } = await rpc.conversations.start.mutate({ productId: to.id, text }, options);
    return { conversationId: id, message: null };
  }
  return {
    conversationId: to.id,
    message: await rpc.conversations.send.mutate({ conversationId: to.id, text }, options),
  };
}

async function sendFiles(
  entry: Entry,
  { token, files, onProgress, signal }: Sending,
): Promise<Sent> {
  const found = await files();
  if (!found) throw notSent(m.messagesFilesLost(), { status: GONE });
  const waiting = toWaiting(entry);
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
