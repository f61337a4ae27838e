/*
 * What the queue of the person who is logged in holds, for drawing: entries.ts keeps it equal to
 * what is stored. It is apart from the rest of the queue and small, because pages begin with it.
 */
import { useSyncExternalStore } from 'react';
import { readUser } from '../session/session.ts';
import type { Entry } from './entry.ts';

const NOTHING: readonly Entry[] = [];
const shown = new Map<number, readonly Entry[]>();
const listeners = new Set<() => void>();

/** How much of an entry has gone, in whichever tab sends it. */
type Sending = { key: string; percent: number } | null;
let sending: Sending = null;

/** In the order in which they were written; the same array as long as nothing changes. */
export const readEntries = (userId: number): readonly Entry[] => shown.get(userId) ?? NOTHING;

const readOwn = () => {
  const user = readUser();
  return user ? readEntries(user.id) : NOTHING;
};

/** What the person who is logged in has waiting, in whatever tab it was written. */
export const useEntries = (): readonly Entry[] =>
  useSyncExternalStore(subscribe, readOwn, () => NOTHING);

/** Whether that is known yet: it is read from the disk after a page has begun. */
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

export function showEntries(userId: number, entries: readonly Entry[]): void {
  shown.set(userId, entries);
  tellListeners();
}

export function showSending(now: Sending): void {
  sending = now;
  tellListeners();
}

/** @returns a function that ends it */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tellListeners() {
  for (const listener of listeners) listener();
}
