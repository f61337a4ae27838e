/*
 * Keeps what pages show and what waits equal. An entry that can be undone is shown as done: after a
 * reload, and after each answer of the server that does not have it yet. What has gone, or was
 * refused, is asked for again.
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
    // What was written here, and not fetched, has them already.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    void applyTo(pathOf(event.query.queryKey));
  });
  subscribe(() => void compare());
}

/** What waited when it was last looked at, by key. */
let before: ReadonlyMap<string, Entry> = new Map();

/** Shows what is new, and asks again for what has gone, was refused or deleted, in whatever tab. */
async function compare() {
  const user = readUser();
  const [known, now] = [
    before,
    new Map((user ? readEntries(user.id) : []).map((entry) => [entry.key, entry])),
  ];
  before = now;
  for (const entry of now.values()) {
    // What was refused is not as the person wanted it.
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

/** Shows everything that waits, in what pages have fetched so far. */
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

/** Null also where its code could not be fetched: then it is shown when it has gone. */
const kindOf = ({ kind }: Entry): Promise<Kind | null> => loadKind(kind).catch(() => null);

/** tRPC's keys begin with the path of the procedure. */
const pathOf = ([path]: readonly unknown[]): readonly string[] => (Array.isArray(path) ? path : []);
