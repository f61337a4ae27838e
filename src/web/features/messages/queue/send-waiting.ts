/*
 * Sends what is waiting, in the order in which it was written. Each message has its Idempotency-Key, so one whose answer was lost is sent again
 * and is there once. What the server refuses for good stays with its reason until the person decides, and those behind it go on.
 */
import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readFailure } from '#web/app/client/failure.ts';
import { rpc } from '#web/app/client/rpc.ts';
import { readToken, readUser } from '#web/app/session/session.ts';
import { postFiles } from '../media/post-files.ts';
import { findFiles } from '../media/waiting-files.ts';
import type { Message } from '../message-texts.ts';
import { dropWaiting, noteSending, readWaiting, setRefusal, type WaitingMessage } from './waiting-messages.ts';

/** Where a message went. Null for one that began a conversation, or went on with one from a product's page. */
export type Sent = { conversationId: number; message: Message | null };
type OnSent = (waiting: WaitingMessage, sent: Sent) => unknown;

const FIRST_PAUSE_SECONDS = 3;
const LONGEST_PAUSE_SECONDS = 60;
/** Who has to wait longer than this, such as until tomorrow, is told so. */
const PATIENCE_SECONDS = 5 * 60;

const listeners = new Set<OnSent>();
let isFollowing = false;
let isSending = false;
let isWantedAgain = false;
let failures = 0;
let hasSent = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls a page for every message that has gone, before it stops waiting. @returns a function that ends it */
export function onSent(listener: OnSent): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether something has gone since this page was loaded. */
export const hasSentHere = (): boolean => hasSent;

/** Sends what the person who is logged in has waiting. What could not be sent is tried again by itself. */
export async function sendWaiting(): Promise<void> {
  followConnection();
  isWantedAgain = true;
  if (isSending) return;
  isSending = true;
  clearTimeout(timer);
  try {
    while (isWantedAgain) {
      isWantedAgain = false;
      await alone(sendAll);
    }
  } finally {
    isSending = false;
  }
}

/** Tries again when the connection is back, and when the person looks at the page again. */
function followConnection() {
  if (isFollowing) return;
  isFollowing = true;
  const again = () => void sendWaiting();
  addEventListener('online', again);
  document.addEventListener('visibilitychange', again);
}

/** One tab at a time, where the browser can tell. Two tabs that send the same message send it once all the same, by its key. */
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('waitingMessages', work) : work();

async function sendAll() {
  for (;;) {
    const [user, token] = [readUser(), readToken()];
    // Whoever is logged in by now.
    const next = user && readWaiting(user.id).find(({ refusal }) => refusal === null);
    if (!next || !token || !navigator.onLine) return;
    const outcome = next.media ? await trySendingFiles(next, { userId: user.id, token }) : await trySending(next, token);
    if ('sent' in outcome) {
      failures = 0;
      hasSent = true;
      await Promise.all([...listeners].map((listener) => listener(next, outcome.sent)));
      dropWaiting(user.id, next.key);
    } else if ('refusal' in outcome) {
      setRefusal(user.id, next.key, outcome.refusal);
    } else {
      clearTimeout(timer);
      if (outcome.pauseSeconds !== null) timer = setTimeout(() => void sendWaiting(), outcome.pauseSeconds * 1000);
      return;
    }
  }
}

/** `pauseSeconds`: when to try again; null once the person has logged in again. */
type Outcome = { sent: Sent } | { refusal: string } | { pauseSeconds: number | null };

/** Sends with the session of the person who wrote it, whoever logs in meanwhile. */
async function trySending({ key, to, text }: WaitingMessage, token: string): Promise<Outcome> {
  const options = { context: { idempotencyKey: key, token } };
  try {
    if (to.kind === 'product') {
      const { id } = await rpc.conversations.start.mutate({ productId: to.id, text }, options);
      return { sent: { conversationId: id, message: null } };
    }
    const message = await rpc.conversations.send.mutate({ conversationId: to.id, text }, options);
    return { sent: { conversationId: to.id, message } };
  } catch (error) {
    const status = (isTRPCClientError<AppRouter>(error) && error.data?.httpStatus) || 0;
    return judge({ status, ...readFailure(error) });
  }
}

/** Likewise photos or a voice note, which are where the message says. */
async function trySendingFiles(waiting: WaitingMessage, { userId, token }: { userId: number; token: string }): Promise<Outcome> {
  const { key, to } = waiting;
  try {
    const files = await findFiles(userId, key);
    if (!files) return { refusal: m.messagesFilesLost() };
    noteSending({ key, percent: 0 });
    const onProgress = (percent: number) => noteSending({ key, percent });
    const { message, said, ...answer } = await postFiles(waiting, { files, token, onProgress });
    return message ? { sent: { conversationId: to.id, message } } : judge({ ...answer, message: said });
  } catch {
    // The browser could not read what it keeps.
    return judge({ status: 0, message: null, retryAfterSeconds: 0 });
  } finally {
    noteSending(null);
  }
}

type Failed = { status: number; message: string | null; retryAfterSeconds: number };

/** Whether a message that failed is refused for good or waits. */
function judge({ status, message, retryAfterSeconds }: Failed): Outcome {
  if (status === UNAUTHORIZED) return { pauseSeconds: null };
  const isTooMany = status === TOO_MANY_REQUESTS;
  const isFinal = status >= 400 && status < 500 && status !== REQUEST_TIMEOUT && !isTooMany;
  if (isFinal || (isTooMany && retryAfterSeconds > PATIENCE_SECONDS)) return { refusal: message ?? m.messagesFailed() };
  if (retryAfterSeconds > 0) return { pauseSeconds: retryAfterSeconds };
  return { pauseSeconds: Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** failures++) };
}

const UNAUTHORIZED = 401;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
