import type { QueryClient } from '@tanstack/react-query';
import { LOGOUT_REDIRECT_MILLISECONDS } from '#platform/rules/limits.ts';
import { OFFERED_PHOTOS, SHARED_PHOTOS } from '#platform/rules/service-worker.ts';
import { endForSure } from '#platform/web/session/end-sessions.ts';
import { clearSession, LOGGED_OUT, readToken, readUser } from '#platform/web/session/session.ts';
import { rpc } from '../rpc.ts';
import { type AnswerCache, createAnswerCache } from './cache-answers.ts';
import {
  CACHED_MILLISECONDS,
  deleteCached,
  deleteOldDatabases,
  deleteOthersCached,
} from './cached-store.ts';
import { followConnection } from './follow-connection.ts';

/* Logout deletes every storage key of this browser except these, which belong to the device. */

const DEVICE_KEYS = new Set([
  // Grants no access (see client/rpc.ts).
  'deviceToken',
  'pushPostponed',
  'newOrderSound',
  // Hashes that tell whether the browser's subscription belongs to a user who has left.
  'pushTold',
  'installOffered',
  'clockOffset',
  'pictures',
  // Hashes with which sessions that were logged out offline end (end-sessions.ts).
  'sessionsToEnd',
]);

/** Pending changes may belong to another user, whose session has expired. */
const WAITING = 'waiting';

/** Other tabs notice its removal. */
const CACHED_FOR = 'keptFor';

/** The next user to log in takes over a visitor's cart. */
const VISITORS_CART = 'cartLines';

const sessionKeys = /^(authToken|user(Id|Type|Email|FirstName|LastName|Data)|buyerId|tabLogin)$/;

let answerCache: AnswerCache | null = null;

/** Every page that shows answers calls this; the user may differ each time. */
export function startCaching(client: QueryClient): void {
  if (!answerCache) {
    answerCache = createAnswerCache(client);
    followConnection(client, answerCache);
    endWithSession(client, answerCache);
  }
  settleOwner();
  answerCache.begin();
}

type CachedFor = { id: number; at: number };

/** Only one user's answers are cached. They survive an expired session. */
function settleOwner(): void {
  void deleteOldDatabases();
  const before = readCachedFor();
  const id = readUser()?.id;
  if (id === undefined) {
    if (before && Math.abs(Date.now() - before.at) > CACHED_MILLISECONDS)
      void deleteCached(before.id);
    return;
  }
  if (before && before.id !== id) forgetPersonBefore();
  void deleteOthersCached(id);
  try {
    localStorage.setItem(CACHED_FOR, JSON.stringify({ id, at: Date.now() } satisfies CachedFor));
  } catch {
    // Without storage nothing is cached either.
  }
}

function readCachedFor(): CachedFor | null {
  try {
    const { id, at } = JSON.parse(localStorage.getItem(CACHED_FOR) ?? '{}') as Partial<CachedFor>;
    return typeof id === 'number' && typeof at === 'number' ? { id, at } : null;
  } catch {
    return null;
  }
}

const GONE_MILLISECONDS = LOGOUT_REDIRECT_MILLISECONDS + 500;

function endWithSession(client: QueryClient, { stop, whose }: AnswerCache): void {
  addEventListener(LOGGED_OUT, () => {
    const token = readToken();
    if (token) void endForSure(token);
    const owner = whose();
    stop();
    if (typeof owner === 'number') void deleteCached(owner);
    for (const store of [SHARED_PHOTOS, OFFERED_PHOTOS])
      void globalThis.caches?.delete(store).catch(() => {});
    forgetPerson();
    forgetLater(GONE_MILLISECONDS);
  });

  function leaveToo(): void {
    stop();
    client.clear();
    // The router's guards decide where a page without a session redirects.
    location.reload();
  }

  addEventListener('storage', ({ key, newValue }) => {
    const owner = whose();
    if (typeof owner !== 'number') return;
    const isLeft = key === null || (key === CACHED_FOR && newValue === null);
    if (isLeft) {
      // A login without "remember me" is a session of this tab alone.
      const token = readToken();
      if (token) {
        void rpc.auth.logout.mutate(undefined, { context: { token } }).catch(() => {});
        void endForSure(token);
      }
      clearSession();
      forgetPerson();
      // This tab may have written answers after the other one had deleted them.
      void deleteCached(owner);
      leaveToo();
    } else if (readUser()?.id !== owner) leaveToo();
    // Another user has logged in in another tab, whose answers are cached now.
    else if (readCachedFor()?.id !== owner) stop();
  });
}

function forgetPerson(): void {
  forget('sessionStorage', () => true);
  forget('localStorage', (key) => !isDevices(key));
}

/** Keeps the current session when another user logs in after one that expired. */
function forgetPersonBefore(): void {
  forget(
    'localStorage',
    (key) => !isDevices(key) && key !== VISITORS_CART && !sessionKeys.test(key),
  );
}

function forgetLater(milliseconds: number): void {
  setTimeout(() => {
    if (!readToken()) forgetPerson();
  }, milliseconds);
}

const isDevices = (key: string) => DEVICE_KEYS.has(key) || key.startsWith(WAITING);

function forget(
  name: 'localStorage' | 'sessionStorage',
  isPersonal: (key: string) => boolean,
): void {
  try {
    const storage = window[name];
    for (const key of Object.keys(storage).filter(isPersonal)) storage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
}
