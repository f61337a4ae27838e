/*
 * Keeps the pages' data consistent with the queue. Pending changes that can be shown as done are:
 * after a reload, and after each answer of the server that doesn't include them yet. Data of sent
 * or refused changes is refetched.
 */
import { queryClient } from '#platform/web/client/server-cache.tsx';
import type { Entry } from '#platform/web/offline/entry.ts';
import { findKind } from '#platform/web/offline/kinds.ts';
import { readEntries, subscribe } from '#platform/web/offline/mirror.ts';
import { readUser } from '#platform/web/session/session.ts';

let isFollowing = false;

export function followQueue(): void {
  if (isFollowing) return;
  isFollowing = true;
  queryClient.getQueryCache().subscribe((event) => {
    // Data written here, not fetched, already includes them.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryKey } = event.query;
    queueMicrotask(() => applyWaiting(queryKey));
  });
  // A cached answer of another version may not fit, which must not stop the queue.
  subscribe(() => queueMicrotask(compare));
}

/** The entries at the last comparison, by key. */
let before: ReadonlyMap<string, Entry> = new Map();

/** Shows new entries, and refetches for entries that were sent, refused or deleted in any tab. */
function compare() {
  const [known, now] = [before, new Map(readOwn().map((entry) => [entry.key, entry]))];
  before = now;
  for (const entry of now.values()) if (!known.has(entry.key)) show(entry);
  for (const entry of known.values()) {
    const after = now.get(entry.key);
    const isEnded = !after || (after.refusal !== null && entry.refusal === null);
    if (!isEnded) continue;
    for (const path of findKind(entry.kind)?.refreshes ?? [])
      void queryClient.invalidateQueries({ queryKey: [path] });
  }
}

/** Shows the pending changes in the data that pages have fetched so far, or in one query's. */
export function applyWaiting(queryKey?: readonly unknown[]): void {
  for (const entry of readOwn()) show(entry, queryKey);
}

function readOwn(): readonly Entry[] {
  const user = readUser();
  return user ? readEntries(user.id) : [];
}

/** A refused change is not shown as done. */
function show({ kind, input, refusal }: Entry, queryKey?: readonly unknown[]) {
  const { shows } = findKind(kind) ?? {};
  if (refusal || !shows) return;
  const { query, change } = shows;
  // tRPC's keys begin with the path of the procedure.
  if (queryKey && String(queryKey[0]) !== String(query)) return;
  queryClient.setQueriesData({ queryKey: [query] }, (shown) => shown && change(shown, input));
}
