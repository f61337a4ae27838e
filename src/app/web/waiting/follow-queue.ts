/*
 * Keeps the pages' data consistent with the queue. Pending changes with an `apply` are shown as
 * done: after a reload, and after each answer of the server that doesn't include them yet. Data of
 * sent or refused changes is refetched.
 */
import { queryClient } from '#platform/web/client/server-cache.tsx';
import type { Entry } from '#platform/web/offline/entry.ts';
import { type Kind, loadKind } from '#platform/web/offline/kinds.ts';
import { readEntries, subscribe } from '#platform/web/offline/mirror.ts';
import { readUser } from '#platform/web/session/session.ts';

let isFollowing = false;

export function followQueue(): void {
  if (isFollowing) return;
  isFollowing = true;
  queryClient.getQueryCache().subscribe((event) => {
    // Data written here, not fetched, already includes them.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    void applyTo(pathOf(event.query.queryKey));
  });
  subscribe(() => void compare());
}

/** The entries at the last comparison, by key. */
let before: ReadonlyMap<string, Entry> = new Map();

/** Applies new entries, and refetches for entries that were sent, refused or deleted in any tab. */
async function compare() {
  const user = readUser();
  const [known, now] = [
    before,
    new Map((user ? readEntries(user.id) : []).map((entry) => [entry.key, entry])),
  ];
  before = now;
  for (const entry of now.values()) {
    // A refused change is not shown as done.
    if (!known.has(entry.key) && !entry.refusal) (await kindOf(entry))?.apply?.(entry);
  }
  for (const entry of known.values()) {
    const after = now.get(entry.key);
    const isEnded = !after || (after.refusal !== null && entry.refusal === null);
    if (!isEnded) continue;
    for (const path of (await kindOf(entry))?.refreshes ?? [])
      void queryClient.invalidateQueries({ queryKey: [path] });
  }
}

/** Applies all pending changes to the data that pages have fetched so far. */
export const applyWaiting = (): Promise<void> => applyTo(null);

/** @param path the procedure that has just answered; null for all */
async function applyTo(path: readonly string[] | null): Promise<void> {
  const user = readUser();
  for (const entry of user ? readEntries(user.id) : []) {
    if (entry.refusal) continue;
    const kind = await kindOf(entry);
    if (path === null || kind?.refreshes?.some((one) => one.every((name, at) => path[at] === name)))
      kind?.apply?.(entry);
  }
}

/** Null also if its code could not be loaded. Then the change is shown only after it was sent. */
const kindOf = ({ kind }: Entry): Promise<Kind | null> => loadKind(kind).catch(() => null);

/** tRPC's keys begin with the path of the procedure. */
const pathOf = ([path]: readonly unknown[]): readonly string[] => (Array.isArray(path) ? path : []);
