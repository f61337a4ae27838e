/*
 * Sends pending changes without a visible page: the browser wakes the worker when the connection is
 * back (Background Sync, only in Chromium). Removes only accepted entries. Refused ones, and those
 * with photos or for a newer version, are left to the next page, which has the messages for them.
 */

import {
  QUEUE_DUE,
  QUEUE_SENDER,
  QUEUE_SENDER_PATH,
  type QueueSender,
} from '#rules/service-worker.ts';
import { changeStored, listStored } from '#web/offline/database.ts';
import {
  ANSWER_MILLISECONDS,
  type Call,
  type Entry,
  queueName,
  readyEntries,
  withDeadline,
} from '#web/offline/entry.ts';
import { openWindows } from './worker-scope.ts';

const UNAUTHORIZED = 401;
const SERVER_ERROR = 500;

/** Throws if offline or on a server error, so that the browser wakes the worker again. */
export async function sendQueued() {
  const sender = await readSender();
  if (!sender) return;
  const shown = (await openWindows()).filter(
    ({ visibilityState }) => visibilityState === 'visible',
  );
  if (shown.length > 0) {
    // Visible pages send the changes themselves and show the result.
    for (const window of shown) window.postMessage(QUEUE_DUE);
    return;
  }
  const work = () => sendAll(sender);
  // If a background page is already sending, it continues.
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
    const next = waiting.find(isSendable);
    if (!next) break;
    tried.add(next.key);
    const status = await send(next, sender);
    if (status === UNAUTHORIZED) return void (await caches.delete(QUEUE_SENDER));
    isInTrouble ||= status >= SERVER_ERROR;
  }
  if (isInTrouble) throw new Error('Not all was taken');
}

/** The path must be the name of a procedure, and the call must fit its entry. */
const isSendable = ({ call, input }: Entry) =>
  call?.of === JSON.stringify(input) && /^[\w.]+$/.test(call.path);

/** The server's status; 0 for an entry that was deleted meanwhile. */
async function send({ key }: Entry, { userId, token }: QueueSender) {
  // From now on the server may have received it, so its input must not change.
  const entry = await changeStored(userId, key, (one) => ({ ...one, tries: one.tries + 1 }));
  if (!entry?.call || !isSendable(entry)) return 0;
  const { ok, status } = await post(entry.call, { token, key });
  if (ok) await changeStored(userId, key, () => null);
  tellPages(userId);
  return status;
}

const post = ({ path, input }: Call, { token, key }: { token: string; key: string }) =>
  withDeadline(ANSWER_MILLISECONDS, (signal) =>
    fetch(`/trpc/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify(input),
      signal,
    }),
  );

function tellPages(userId: number) {
  const channel = new BroadcastChannel(queueName(userId));
  channel.postMessage('changed');
  channel.close();
}

async function readSender(): Promise<QueueSender | null> {
  if (!(await caches.has(QUEUE_SENDER))) return null;
  const kept = await caches.match(QUEUE_SENDER_PATH, { cacheName: QUEUE_SENDER });
  return kept ? kept.json() : null;
}
