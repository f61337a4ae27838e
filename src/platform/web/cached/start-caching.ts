import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { dayInNairobi } from '#rules/day.ts';
import { LOGOUT_REDIRECT_MILLISECONDS } from '#rules/limits.ts';
import { OFFERED_PHOTOS, SHARED_PHOTOS } from '#rules/service-worker.ts';
import { m } from '#text';
import { setConnectionText } from '#ui/screen-state.ts';
import { endForSure } from '../end-sessions.ts';
import { readFailure, rpc } from '../rpc.ts';
import { clearSession, LOGGED_OUT, readToken, readUser } from '../session.ts';
import { deviceStore } from '../storage.ts';
import { momentText, timeText } from '../ui/format.ts';
import { type AnswerCache, createAnswerCache } from './cache-answers.ts';
import {
  CACHED_MILLISECONDS,
  cachingOf,
  deleteCached,
  deleteOldDatabases,
  deleteOthersCached,
} from './cached-store.ts';

/** Logout deletes every storage key of this browser except these, which belong to the device. */
const DEVICE_KEYS = new Set([
  // Grants no access (see web/rpc.ts).
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
export function startCaching(client: QueryClient) {
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
function settleOwner() {
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
  deviceStore.writeJson(CACHED_FOR, { id, at: Date.now() } satisfies CachedFor);
}

function readCachedFor(): CachedFor | null {
  const { id, at } = deviceStore.readJson<CachedFor>(CACHED_FOR) ?? {};
  return typeof id === 'number' && typeof at === 'number' ? { id, at } : null;
}

const GONE_MILLISECONDS = LOGOUT_REDIRECT_MILLISECONDS + 500;

function endWithSession(client: QueryClient, { stop, whose }: AnswerCache) {
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

  function leaveToo() {
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

function forgetPerson() {
  forget('sessionStorage', () => true);
  forget('localStorage', (key) => !isDevices(key));
}

/** Keeps the current session when another user logs in after one that expired. */
function forgetPersonBefore() {
  forget(
    'localStorage',
    (key) => !isDevices(key) && key !== VISITORS_CART && !sessionKeys.test(key),
  );
}

function forgetLater(milliseconds: number) {
  setTimeout(() => {
    if (!readToken()) forgetPerson();
  }, milliseconds);
}

const isDevices = (key: string) => DEVICE_KEYS.has(key) || key.startsWith(WAITING);

function forget(name: 'localStorage' | 'sessionStorage', isPersonal: (key: string) => boolean) {
  try {
    const storage = window[name];
    for (const key of Object.keys(storage).filter(isPersonal)) storage.removeItem(key);
  } catch {}
}

const SLOW_MILLISECONDS = 4000;
const FIRST_PAUSE_MILLISECONDS = 3000;
const PAUSE_MILLISECONDS_MAX = 30_000;

/**
 * Shows on every screen whether its data may be outdated, and refetches until it is current. A
 * device that reports a connection may not reach the server, so failing queries count too.
 */
export function followConnection(client: QueryClient, answerCache: AnswerCache) {
  const cache = client.getQueryCache();
  const askedAt = new Map<string, number>();
  let last: Reach = 'answered';
  let pause = FIRST_PAUSE_MILLISECONDS;
  let asking: ReturnType<typeof setTimeout> | undefined;

  const active = () => cache.findAll({ type: 'active' });
  const isDated = ({ queryKey }: Query) =>
    cachingOf(queryKey, answerCache.whose() === 'visitor') === 'dated';
  const isSlow = ({ queryHash }: Query) =>
    Date.now() - (askedAt.get(queryHash) ?? Number.POSITIVE_INFINITY) >= SLOW_MILLISECONDS;

  function tell() {
    const reach: Reach = navigator.onLine ? last : 'lost';
    const isOnline = reach === 'answered';
    const shown = active().filter((query) => isDated(query) && query.state.data !== undefined);
    const behind = isOnline
      ? shown.filter((query) => answerCache.isRestored(query) && isSlow(query))
      : shown;
    const at = Math.min(...behind.map(({ state }) => state.dataUpdatedAt));
    if (Number.isFinite(at)) setConnectionText(connectionText(at, Date.now(), reach));
    else setConnectionText(undatedTexts[reach]());
  }

  const tellSoon = inAWhile(tell, 0);
  const tellOfSlow = inAWhile(tell, SLOW_MILLISECONDS);

  function reached(reach: Reach) {
    const wasAnswered = last === 'answered';
    last = reach;
    if (reach === 'answered') pause = FIRST_PAUSE_MILLISECONDS;
    if (wasAnswered === (reach === 'answered')) return;
    clearTimeout(asking);
    asking = undefined;
    if (reach === 'answered') askAgain();
    else askLater();
  }

  const askAgain = () =>
    void client.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });

  function askLater() {
    if (asking !== undefined) return;
    asking = setTimeout(() => {
      asking = undefined;
      if (last === 'answered') return;
      if (!document.hidden) askAgain();
      pause = Math.min(2 * pause, PAUSE_MILLISECONDS_MAX);
      askLater();
    }, pause);
  }

  function noteAsked({ queryHash }: Query) {
    askedAt.set(queryHash, Date.now());
    tellOfSlow();
  }

  function follow({ type, query, ...event }: QueryCacheNotifyEvent) {
    if (type === 'removed') askedAt.delete(query.queryHash);
    if (type === 'updated' && 'action' in event) {
      const { action } = event;
      if (action.type === 'fetch') noteAsked(query);
      if (action.type === 'success' && !action.manual) {
        askedAt.delete(query.queryHash);
        reached('answered');
      }
      if (action.type === 'failed' || action.type === 'error') reached(reachOf(action.error));
    }
    tellSoon();
  }

  cache.subscribe(follow);
  for (const query of cache.findAll({ fetchStatus: 'fetching' })) noteAsked(query);
  addEventListener('online', tellSoon);
  addEventListener('offline', tellSoon);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && last !== 'answered') askAgain();
  });
  tellSoon();
}

/** A response of ours, another server's error (a proxy's 502), or none. */
type Reach = 'answered' | 'failing' | 'lost';

function reachOf(error: unknown): Reach {
  const { code, isConnectionLost } = readFailure(error);
  if (code !== null) return 'answered';
  return isConnectionLost ? 'lost' : 'failing';
}

const undatedTexts = {
  answered: () => null,
  failing: () => m.serverFailing(),
  lost: () => m.offlineText(),
} as const satisfies Record<Reach, () => string | null>;

function inAWhile(work: () => void, milliseconds: number): () => void {
  let isComing = false;
  return () => {
    if (isComing) return;
    isComing = true;
    setTimeout(() => {
      isComing = false;
      work();
    }, milliseconds);
  };
}

function connectionText(at: number, now: number, reach: Reach) {
  const moment = new Date(at).toISOString();
  const isToday = dayInNairobi(new Date(at)) === dayInNairobi(new Date(now));
  const when = isToday ? timeText(moment) : momentText(moment);
  return datedTexts[reach]({ when });
}

const datedTexts = {
  answered: m.slowLineAsOf,
  failing: m.serverFailingAsOf,
  lost: m.offlineAsOf,
} as const;
