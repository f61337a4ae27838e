/*
 * Background Sync (Chromium only) wakes the service worker when the connection is back, even
 * without an open page (worker/send-queued.ts). A worker cannot read the session, so it is stored
 * for it while changes are pending, unless it ends with its tab.
 */
import {
  QUEUE_DUE,
  QUEUE_SENDER,
  QUEUE_SENDER_PATH,
  QUEUE_SYNC,
  type QueueSender,
} from '#platform/rules/service-worker.ts';
import { LOGGED_OUT, readToken, readUser } from '../session/session.ts';
import { readEntries, subscribe } from './mirror.ts';
import { sendEntries } from './send-entries.ts';

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

let isFollowing = false;
let asked = { userId: 0, place: 0 };

/** Registers again when the page is left. Deletes the stored session when nothing is pending. */
export function requestBackgroundSync(): void {
  if (!isFollowing) {
    isFollowing = true;
    subscribe(look);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') return;
      asked = { ...asked, place: 0 };
      look();
    });
    navigator.serviceWorker?.addEventListener('message', ({ data }) => {
      if (data === QUEUE_DUE) void sendEntries();
    });
  }
  asked = { userId: 0, place: 0 };
  look();
}

function look() {
  const user = readUser();
  if (!user) return;
  const stored = readEntries(user.id).filter(
    ({ refusal, isLoose }) => refusal === null && !isLoose,
  );
  const last = Math.max(0, ...stored.map(({ place }) => place));
  if (asked.userId === user.id && last === asked.place) return;
  const isNew = asked.userId !== user.id || last > asked.place;
  asked = { userId: user.id, place: last };
  if (stored.length === 0) forgetSender();
  else if (isNew) void ask(user.id).catch(() => {});
}

async function ask(userId: number): Promise<void> {
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration();
  const token = rememberedToken();
  if (!registration?.sync) return;
  if (!token) return forgetSender();
  const sender = await caches.open(QUEUE_SENDER);
  await sender.put(QUEUE_SENDER_PATH, Response.json({ userId, token } satisfies QueueSender));
  // The user has logged out meanwhile, here or in another tab.
  if (rememberedToken() !== token) return forgetSender();
  await registration.sync.register(QUEUE_SYNC);
}

function rememberedToken(): string | null {
  try {
    const token = readToken();
    return token !== null && localStorage.getItem('authToken') === token ? token : null;
  } catch {
    return null;
  }
}

function forgetSender() {
  void globalThis.caches?.delete(QUEUE_SENDER).catch(() => {});
}

// Runs even before the queue has started on this page.
globalThis.window?.addEventListener(LOGGED_OUT, forgetSender);
