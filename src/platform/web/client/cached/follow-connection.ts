/*
 * Shows on every screen whether its data may be outdated, and refetches until it is current. A
 * device that reports a connection may not reach the server, so failing queries count too.
 */
import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { dayInNairobi } from '#platform/rules/day.ts';
import { setConnectionText } from '#platform/web/ui/browser/screen-state.ts';
import { momentText, timeText } from '#platform/web/ui/format/date-text.ts';
import { m } from '#text';
import { readFailure } from '../failure.ts';
import type { AnswerCache } from './cache-answers.ts';
import { cachingOf } from './cached-store.ts';

const SLOW_MILLISECONDS = 4000;
const FIRST_PAUSE_MILLISECONDS = 3000;
const PAUSE_MILLISECONDS_MAX = 30_000;

export function followConnection(client: QueryClient, answerCache: AnswerCache): void {
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

  function tell(): void {
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

  function reached(reach: Reach): void {
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

  function askLater(): void {
    if (asking !== undefined) return;
    asking = setTimeout(() => {
      asking = undefined;
      if (last === 'answered') return;
      if (!document.hidden) askAgain();
      pause = Math.min(2 * pause, PAUSE_MILLISECONDS_MAX);
      askLater();
    }, pause);
  }

  function noteAsked({ queryHash }: Query): void {
    askedAt.set(queryHash, Date.now());
    tellOfSlow();
  }

  function follow({ type, query, ...event }: QueryCacheNotifyEvent): void {
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

export function connectionText(at: number, now: number, reach: Reach): string {
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
