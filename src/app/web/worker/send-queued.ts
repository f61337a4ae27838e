import {
  QUEUE_DUE,
  QUEUE_SENDER,
  QUEUE_SENDER_PATH,
  type QueueSender,
} from '#platform/rules/service-worker.ts';
import { type Entry, queueName } from '#platform/web/offline/entry.ts';
import { readyEntries } from '#platform/web/offline/next-entry.ts';
import { changeStored, listStored } from '#platform/web/offline/stored-entries.ts';
import { type Call, callOf } from './queued-calls.ts';
import { openWindows } from './worker-scope.ts';

/*
 * Sends what waits while nobody looks at a page: the browser wakes the worker when there is a line
 * (Background Sync, Chromium alone). It takes off the queue what the server has accepted, and
 * nothing else. What is refused, what has photos and what needs a newer version is left as it is:
 * the next page sends it again under its key, and has the sentences for it.
 */

const ANSWER_MILLISECONDS = 60_000;
const UNAUTHORIZED = 401;
const SERVER_ERROR = 500;

/**
 * @throws without a line, or where the server fails, so that the browser wakes the worker once more
 */
export async function sendQueued(): Promise<void> {
  const sender = await readSender();
  if (!sender) return;
  const shown = (await openWindows()).filter(
    ({ visibilityState }) => visibilityState === 'visible',
  );
  if (shown.length > 0) {
    // They show what becomes of it.
    for (const window of shown) window.postMessage(QUEUE_DUE);
    return;
  }
  const work = () => sendAll(sender);
  // A page in the background that sends already goes on.
  if (navigator.locks)
    await navigator.locks.request(
      queueName(sender.userId),
      { ifAvailable: true },
      (lock) => lock && work(),
    );
  else await work();
}

async function sendAll(sender: QueueSender): Promise<void> {
  const { userId } = sender;
  const tried = new Set<string>();
  let isInTrouble = false;
  for (;;) {
    const waiting = readyEntries(await listStored(userId)).filter(({ key }) => !tried.has(key));
    const next = waiting.find((entry) => callOf(entry) !== null);
    if (!next) break;
    tried.add(next.key);
    const status = await send(next, sender);
    if (status === UNAUTHORIZED) return void (await caches.delete(QUEUE_SENDER));
    isInTrouble ||= status >= SERVER_ERROR;
  }
  if (isInTrouble) throw new Error('Not all was taken');
}

/** @returns the server's status; 0 for an entry that was deleted meanwhile */
async function send({ key }: Entry, { userId, token }: QueueSender): Promise<number> {
  // From now on the server may have it, so that its input stays as it is.
  const entry = await changeStored(userId, key, (one) => ({ ...one, tries: one.tries + 1 }));
  const call = entry && callOf(entry);
  if (!call) return 0;
  const { ok, status } = await post(call, { token, key });
  if (ok) await changeStored(userId, key, () => null);
  tellPages(userId);
  return status;
}

async function post(
  { path, input }: Call,
  { token, key }: { token: string; key: string },
): Promise<Response> {
  const giveUp = new AbortController();
  const patience = setTimeout(() => giveUp.abort(), ANSWER_MILLISECONDS);
  try {
    return await fetch(`/trpc/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify(input),
      signal: giveUp.signal,
    });
  } finally {
    clearTimeout(patience);
  }
}

/**
 * Those in the background show the list anew, as when another tab has changed it
 * (offline/entries.ts).
 */
function tellPages(userId: number) {
  const channel = new BroadcastChannel(queueName(userId));
  channel.postMessage('changed');
  channel.close();
}

/** Null where nobody has something waiting, or not for longer than their tab. */
async function readSender(): Promise<QueueSender | null> {
  if (!(await caches.has(QUEUE_SENDER))) return null;
  const kept = await caches.match(QUEUE_SENDER_PATH, { cacheName: QUEUE_SENDER });
  return kept ? kept.json() : null;
}
