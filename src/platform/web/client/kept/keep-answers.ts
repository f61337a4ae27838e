/*
 * Keeps the server's answers on the device, and shows them again where the line is cut or slow. The
 * pages know nothing of it: it follows their cache of queries. An answer is kept when it has come.
 * A query without data gets the kept answer, with the time from when it is, if the server has not
 * answered after a moment; the question itself stays open, and its answer takes the kept one's
 * place.
 */
import type {
  InfiniteData,
  Query,
  QueryCacheNotifyEvent,
  QueryClient,
} from '@tanstack/react-query';
import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#app/server/app-router.ts';
import { readUser } from '#platform/web/session/session.ts';
import { currentLanguage } from '#platform/web/shell/language.ts';
import { keepingOf } from './kept-procedures.ts';
import {
  ANSWER_LENGTH_MAX,
  deleteKeptAnswer,
  findKept,
  type KeptAnswer,
  type Owner,
  pruneKept,
  writeKept,
} from './kept-store.ts';

/** On a good line the server answers sooner, and nothing old is shown for a moment. */
const PATIENCE_MILLISECONDS = 300;
/** Answers that come together are written together. */
const WRITE_MILLISECONDS = 500;
const WRITES_UNTIL_PRUNED = 40;
const NOT_FOUND = 404;

const whoIsHere = (): Owner => readUser()?.id ?? 'visitor';

/**
 * Another build may read its answers differently, and some answers hold texts in the language of
 * the page.
 */
const versionOf = () => `${document.documentElement.dataset.version} ${currentLanguage()}`;

/** The page is the service worker's copy, whose data may be older than what was kept since. */
const isPageKept = () => document.documentElement.dataset.keptAt !== undefined;

/** What the page brought along, and no answer to a question of its own. */
const isDrawn = ({ state }: Query) => state.data !== undefined && state.dataUpdateCount === 0;

/**
 * Nothing newer may come before React has taken over the part of the page that shows it, for it
 * would differ from that part's HTML.
 */
const isTakenOver = (query: Query) => !isDrawn(query) || query.getObserversCount() > 0;

export type Keeper = ReturnType<typeof createKeeper>;

export function createKeeper(client: QueryClient) {
  const version = versionOf();
  const restored = new Set<string>();
  const unwritten = new Map<string, KeptAnswer>();
  /** Null: nothing is kept or shown any more, because the person has left. */
  let owner: Owner | null = null;
  let writes = WRITES_UNTIL_PRUNED;
  let writing: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    const next = whoIsHere();
    if (owner === next) return;
    stop();
    owner = next;
    for (const query of client.getQueryCache().getAll()) consider(query);
  }

  function stop(): void {
    owner = null;
    unwritten.clear();
    restored.clear();
    clearTimeout(writing);
    writing = undefined;
  }

  const isKept = ({ queryKey }: Query) =>
    owner !== null && keepingOf(queryKey, owner === 'visitor') !== null;

  function consider(query: Query): void {
    if (!isKept(query) || restored.has(query.queryHash) || !isTakenOver(query)) return;
    const { data } = query.state;
    if (data === undefined || (isDrawn(query) && isPageKept())) {
      setTimeout(() => void restore(query), navigator.onLine ? PATIENCE_MILLISECONDS : 0);
    } else record(query);
  }

  function record({ queryHash, state }: Query): void {
    const text = textOf(state.data);
    if (text === null) return;
    unwritten.set(queryHash, { version, at: state.dataUpdatedAt, text });
    writing ??= setTimeout(write, WRITE_MILLISECONDS);
  }

  /** Of what has gone nothing is shown without a line either. */
  function forget({ queryHash }: Query): void {
    unwritten.delete(queryHash);
    if (owner !== null) void deleteKeptAnswer(owner, queryHash);
  }

  function write(): void {
    writing = undefined;
    // Somebody else has logged in, or the session has ended without a word to us.
    if (owner !== whoIsHere()) stop();
    if (owner === null) return;
    const answers = [...unwritten];
    unwritten.clear();
    writes += answers.length;
    const written = writeKept(owner, answers);
    if (writes < WRITES_UNTIL_PRUNED) return;
    writes = 0;
    const whose = owner;
    void written.then(() => pruneKept(whose, version));
  }

  async function restore(query: Query): Promise<void> {
    const whose = owner;
    if (whose === null || !isWanting(query) || !isKept(query)) return;
    const kept = await findKept(whose, query.queryHash, version);
    if (
      !kept ||
      owner !== whose ||
      whose !== whoIsHere() ||
      !isWanting(query) ||
      kept.at <= query.state.dataUpdatedAt
    )
      return;
    // It was taken out of the cache meanwhile, or is another one now.
    if (client.getQueryCache().get(query.queryHash) !== query) return;
    restored.add(query.queryHash);
    client.setQueryData(query.queryKey, JSON.parse(kept.text), { updatedAt: kept.at });
  }

  function follow(event: QueryCacheNotifyEvent): void {
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
    // Fetched anew after the patience was over: a page that was opened again, or a failure.
    if (['fetch', 'failed', 'error'].includes(action.type) && query.state.data === undefined)
      consider(query);
  }

  client.getQueryCache().subscribe(follow);
  return {
    begin,
    stop,
    /** Whether this query shows what was kept, and not yet what the server says now. */
    isRestored: (query: Query) => restored.has(query.queryHash),
    whose: () => owner,
  };
}

/** Whether the server has not answered it on this page. */
const isWanting = (query: Query) =>
  (query.state.data === undefined || isDrawn(query)) && !isGone(query);

/** The server has said that there is no such thing any more, which is an answer too. */
const isGone = ({ state: { error } }: Query) =>
  isTRPCClientError<AppRouter>(error) && error.data?.httpStatus === NOT_FOUND;

/**
 * As text, or null if it is too long. Of a list that somebody has gone far down, only the first
 * page is kept.
 */
export function textOf(data: unknown): string | null {
  const text = JSON.stringify(data);
  if (text.length <= ANSWER_LENGTH_MAX) return text;
  const { pages, pageParams } = data as Partial<InfiniteData<unknown>>;
  if (!pages || !pageParams || pages.length < 2) return null;
  return textOf({ pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) });
}
