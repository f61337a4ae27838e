/*
 * The queues of this tab's accounts, for rendering. entries.ts keeps it in sync with the stored
 * entries. It is small and separate from the rest of the queue, because pages start with it.
 */
import { useSyncExternalStore } from 'react';
import { readUser } from '../session/session.ts';
import type { Entry } from './entry.ts';
import type { OwnerId } from './owners.ts';

const NOTHING: readonly Entry[] = [];
const shown = new Map<OwnerId, readonly Entry[]>();
const listeners = new Set<() => void>();

/** How much of an entry has been sent, by any tab. */
type Sending = { key: string; percent: number } | null;
let sending: Sending = null;

/** In the order in which they were written. Returns the same array until something changes. */
export const readEntries = (ownerId: OwnerId): readonly Entry[] => shown.get(ownerId) ?? NOTHING;

const readOwn = () => {
  const user = readUser();
  return user ? readEntries(user.id) : NOTHING;
};

/** The logged-in user's pending changes from all tabs. */
export const useEntries = (): readonly Entry[] =>
  useSyncExternalStore(subscribe, readOwn, () => NOTHING);

/** The pending changes of another account (owners.ts). */
export const useEntriesOf = (ownerId: OwnerId): readonly Entry[] =>
  useSyncExternalStore(
    subscribe,
    () => readEntries(ownerId),
    () => NOTHING,
  );

/** Whether the entries are known yet: they are read from disk after the page has started. */
export const useAreEntriesRead = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => shown.has(readUser()?.id ?? 0),
    () => false,
  );

/** In per cent; null for an entry that is not being sent. */
export const useSentPercent = (key: string): number | null =>
  useSyncExternalStore(
    subscribe,
    () => (sending?.key === key ? sending.percent : null),
    () => null,
  );

export function showEntries(ownerId: OwnerId, entries: readonly Entry[]): void {
  shown.set(ownerId, entries);
  tellListeners();
}

export function showSending(now: Sending): void {
  sending = now;
  tellListeners();
}

/** @returns a function that ends the subscription */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tellListeners() {
  for (const listener of listeners) listener();
}
