import {
  QUEUE_DUE,
  QUEUE_SENDER,
  QUEUE_SENDER_PATH,
  QUEUE_SYNC,
  type QueueSender,
} from '#rules/service-worker.ts';
import { measureClockOffset } from '#web/offline/clock-offset.ts';
import { forgetAtLogout, loadEntries } from '#web/offline/entries.ts';
import {
  type Entry,
  findKind,
  type NewEntry,
  registerKinds,
  type Settled,
} from '#web/offline/entry.ts';
import { provideQueue } from '#web/offline/lazy-queue.ts';
import { followPendingFor, readEntries, subscribe } from '#web/offline/mirror.ts';
import { readBeingStored, saveChange, sayPending } from '#web/offline/save-change.ts';
import { onEntrySettled, onSessionEnded, sendEntries } from '#web/offline/send-entries.ts';
import { queryClient } from '#web/server-cache.tsx';
import { LOGGED_OUT, readToken, readUser } from '#web/session.ts';
import { deviceStore } from '#web/storage.ts';
import { cacheScreensAfterLogin } from '../cached-screens.ts';
import { kinds } from '../features.ts';

registerKinds(kinds);

export async function startQueue() {
  const user = readUser();
  if (!user) return;
  forgetAtLogout(user.id);
  await loadEntries(user.id);
  followQueue();
  queueMicrotask(applyPending);
  // A waiting press is based on the pending changes, so they are shown first.
  provideQueue({ saveChange, sayPending });
  requestBackgroundSync();
  followPendingFor();
  void measureClockOffset();
  loadAhead(user.role);
  cacheScreensAfterLogin();
  if (readEntries(user.id).length === 0) return;
  await sendEntries();
}

/** Code that loads on a click would fail offline. */
function loadAhead(role: Role) {
  if (role === 'buyer') import('#orders/web/cart/change-cart.ts').catch(() => {});
}

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

let isSyncing = false;
let asked = { userId: 0, place: 0 };

/**
 * Background Sync (Chromium only) wakes the service worker when the connection is back, even
 * without an open page (worker/send-queued.ts). A worker cannot read the session, so it is stored
 * for it while changes are pending, unless it ends with its tab. Registers again when the page is
 * left.
 */
export function requestBackgroundSync() {
  if (!isSyncing) {
    isSyncing = true;
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

async function ask(userId: number) {
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

function rememberedToken() {
  const token = readToken();
  return token !== null && deviceStore.read('authToken') === token ? token : null;
}

function forgetSender() {
  void globalThis.caches?.delete(QUEUE_SENDER).catch(() => {});
}

// Runs even before the queue has started on this page.
globalThis.window?.addEventListener(LOGGED_OUT, forgetSender);

let isFollowing = false;
let isShowing = false;

/**
 * Keeps the pages' data consistent with the queue: shows pending changes as done after a reload and
 * after each answer that doesn't include them, and refetches after sent or refused ones.
 */
export function followQueue() {
  if (isFollowing) return;
  isFollowing = true;
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || isShowing) return;
    const { queryKey } = event.query;
    queueMicrotask(() => applyPending(queryKey));
  });
  onEntrySettled((entry, settled) => queueMicrotask(() => noteSent(entry, settled)));
  // The refetch makes the screen notice and show the login.
  onSessionEnded(() => void queryClient.invalidateQueries());
  // A cached answer of another version may not fit, which must not stop the queue.
  subscribe(() => queueMicrotask(compare));
}

let before: ReadonlyMap<string, Entry> = new Map();
/** Sent by this tab, whose data already shows them. */
const sent = new Set<string>();

function noteSent({ key, kind }: Entry, settled: Settled) {
  if (!('sent' in settled)) return;
  sent.add(key);
  const { query, isAnswer } = findKind(kind)?.shows ?? {};
  if (!query || !isAnswer || !settled.sent) return;
  // A fetch that is already running does not include this change.
  void queryClient.cancelQueries({ queryKey: [query] }, { revert: false, silent: true });
  queryClient.setQueriesData({ queryKey: [query] }, settled.sent);
  for (const entry of readOwn()) if (entry.key !== key) show(entry, [query]);
  showBeingStored([query]);
}

/** Shows new and merged entries, and refetches for those that are gone. */
function compare() {
  const [known, now] = [before, new Map(readOwn().map((entry) => [entry.key, entry]))];
  before = now;
  for (const entry of now.values()) if (isNew(entry, known.get(entry.key))) show(entry);
  showBeingStored();
  for (const entry of known.values()) {
    const after = now.get(entry.key);
    const isEnded = !after || (after.refusal !== null && entry.refusal === null);
    if (!isEnded) continue;
    const { shows, refreshes = [] } = findKind(entry.kind) ?? {};
    const shown = shows && !sent.delete(entry.key) ? [shows.query] : [];
    for (const path of [...refreshes, ...shown])
      void queryClient.invalidateQueries({ queryKey: [path] });
  }
}

const isNew = ({ input }: Entry, known: Entry | undefined) =>
  JSON.stringify(input) !== JSON.stringify(known?.input);

function applyPending(queryKey?: readonly unknown[]) {
  for (const entry of readOwn()) show(entry, queryKey);
  showBeingStored(queryKey);
}

/** Otherwise the next press would not include the press before it. */
function showBeingStored(queryKey?: readonly unknown[]) {
  const user = readUser();
  for (const change of user ? readBeingStored(user.id) : []) show(change, queryKey);
}

function readOwn(): readonly Entry[] {
  const user = readUser();
  return user ? readEntries(user.id) : [];
}

function show(
  { kind, input, refusal }: NewEntry & Partial<Pick<Entry, 'refusal'>>,
  queryKey?: readonly unknown[],
) {
  const { shows } = findKind(kind) ?? {};
  if (refusal || !shows) return;
  const { query, change } = shows;
  // tRPC's keys begin with the path of the procedure.
  if (queryKey && String(queryKey[0]) !== String(query)) return;
  isShowing = true;
  try {
    // Keeps the time of the server's answer, which the screen shows.
    for (const one of queryClient.getQueryCache().findAll({ queryKey: [query] }))
      queryClient.setQueryData(one.queryKey, (shown) => shown && change(shown, input), {
        updatedAt: one.state.dataUpdatedAt,
      });
  } finally {
    isShowing = false;
  }
}
