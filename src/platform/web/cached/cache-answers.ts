/*
 * Caches the server's answers on the device by observing the query cache, so pages need no code for
 * it. If the server doesn't respond within a moment, a query without data gets the cached answer.
 * The request continues, and its answer replaces the cached one.
 */

import type {
  InfiniteData,
  Query,
  QueryCacheNotifyEvent,
  QueryClient,
} from '@tanstack/react-query';
import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#platform/contract.ts';
import { currentLanguage } from '../page-frame.tsx';
import { readUser } from '../session.ts';
import {
  ANSWER_LENGTH_MAX,
  type CachedAnswer,
  cachingOf,
  deleteCachedAnswer,
  findCached,
  type Owner,
  pruneCached,
  writeCached,
} from './cached-store.ts';

const PATIENCE_MILLISECONDS = 300;
const WRITE_MILLISECONDS = 500;
const WRITES_UNTIL_PRUNED = 40;
const NOT_FOUND = 404;

const whoIsHere = (): Owner => readUser()?.id ?? 'visitor';

/**
 * Another build may read its answers differently, and some contain texts in the page's language.
 */
const versionOf = () => `${document.documentElement.dataset.version} ${currentLanguage()}`;

/** The service worker's copy of a page may be older than answers cached since. */
const isPageCached = () => document.documentElement.dataset.keptAt !== undefined;

const isDrawn = ({ state }: Query) => state.data !== undefined && state.dataUpdateCount === 0;

/** Before React has hydrated a part, newer data would differ from its HTML. */
const isTakenOver = (query: Query) => !isDrawn(query) || query.getObserversCount() > 0;

export type AnswerCache = ReturnType<typeof createAnswerCache>;

export function createAnswerCache(client: QueryClient) {
  const version = versionOf();
  const restored = new Set<string>();
  const unwritten = new Map<string, CachedAnswer>();
  let owner: Owner | null = null;
  let writes = WRITES_UNTIL_PRUNED;
  let writing: ReturnType<typeof setTimeout> | undefined;

  function begin() {
    const next = whoIsHere();
    if (owner === next) return;
    stop();
    owner = next;
    for (const query of client.getQueryCache().getAll()) consider(query);
  }

  function stop() {
    owner = null;
    unwritten.clear();
    restored.clear();
    clearTimeout(writing);
    writing = undefined;
  }

  const isCached = ({ queryKey }: Query) =>
    owner !== null && cachingOf(queryKey, owner === 'visitor') !== null;

  function consider(query: Query) {
    if (!isCached(query) || restored.has(query.queryHash) || !isTakenOver(query)) return;
    const { data } = query.state;
    if (data === undefined || (isDrawn(query) && isPageCached())) {
      setTimeout(() => void restore(query), navigator.onLine ? PATIENCE_MILLISECONDS : 0);
    } else record(query);
  }

  function record({ queryHash, state }: Query) {
    const text = textOf(state.data);
    if (text === null) return;
    unwritten.set(queryHash, { version, at: state.dataUpdatedAt, text });
    writing ??= setTimeout(write, WRITE_MILLISECONDS);
  }

  function forget({ queryHash }: Query) {
    unwritten.delete(queryHash);
    if (owner !== null) void deleteCachedAnswer(owner, queryHash);
  }

  function write() {
    writing = undefined;
    // Another user has logged in, or the session has ended without an event.
    if (owner !== whoIsHere()) stop();
    if (owner === null) return;
    const answers = [...unwritten];
    unwritten.clear();
    writes += answers.length;
    const written = writeCached(owner, answers);
    if (writes < WRITES_UNTIL_PRUNED) return;
    writes = 0;
    void written.then(() => pruneCached(version));
  }

  async function restore(query: Query) {
    const whose = owner;
    if (whose === null || !isWanting(query) || !isCached(query)) return;
    const cached = await findCached(whose, query.queryHash, version);
    if (
      !cached ||
      owner !== whose ||
      whose !== whoIsHere() ||
      !isWanting(query) ||
      cached.at <= query.state.dataUpdatedAt
    )
      return;
    if (client.getQueryCache().get(query.queryHash) !== query) return;
    restored.add(query.queryHash);
    client.setQueryData(query.queryKey, JSON.parse(cached.text), { updatedAt: cached.at });
  }

  function follow(event: QueryCacheNotifyEvent) {
    if (event.type === 'added' || (event.type === 'observerAdded' && isDrawn(event.query)))
      consider(event.query);
    if (event.type === 'removed') restored.delete(event.query.queryHash);
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'success' && !action.manual) {
      restored.delete(query.queryHash);
      consider(query);
    }
    if (action.type === 'error' && isGone(query)) forget(query);
    if (['fetch', 'failed', 'error'].includes(action.type) && query.state.data === undefined)
      consider(query);
  }

  client.getQueryCache().subscribe(follow);
  return {
    begin,
    stop,
    isRestored: (query: Query) => restored.has(query.queryHash),
    whose: () => owner,
  };
}

const isWanting = (query: Query) =>
  (query.state.data === undefined || isDrawn(query)) && !isGone(query);

const isGone = ({ state: { error } }: Query) =>
  isTRPCClientError<AppRouter>(error) && error.data?.httpStatus === NOT_FOUND;

/** Null if too long. For a list with many loaded pages, only the first page is cached. */
export function textOf(data: unknown) {
  const text = JSON.stringify(data);
  if (text.length <= ANSWER_LENGTH_MAX) return text;
  const { pages, pageParams } = data as Partial<InfiniteData<unknown>>;
  if (!pages || !pageParams || pages.length < 2) return null;
  return textOf({ pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) });
}
