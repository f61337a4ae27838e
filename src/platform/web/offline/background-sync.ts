/*
 * Background Sync, where a browser has it (Chromium): it wakes the service worker when there is a
 * line, also when no page is open, and the worker sends what is one call each
 * (worker/send-queued.ts). A worker cannot read the session, so it is kept for it as long as
 * something waits. A login that is to end with its tab is not.
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

/** TypeScript's library lacks it. */
type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

let isFollowing = false;
/** The last entry for which the browser was asked. */
let asked = { userId: 0, place: 0 };

/**
 * Asks the browser for each entry that is new, and once more when the page is left; takes the
 * session back when nothing waits any more.
 */
export function askToBeWoken(): void {
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
  // Somebody else may have been logged in before.
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
  // What is kept is perhaps the session of whoever was logged in before.
  if (!token) return forgetSender();
  const sender = await caches.open(QUEUE_SENDER);
  await sender.put(QUEUE_SENDER_PATH, Response.json({ userId, token } satisfies QueueSender));
  // They have logged out meanwhile, here or in another tab.
  if (rememberedToken() !== token) return forgetSender();
  await registration.sync.register(QUEUE_SYNC);
}

/** Null for a login that is valid in its tab only. */
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

// Also before the queue has begun on this page.
globalThis.window?.addEventListener(LOGGED_OUT, forgetSender);
