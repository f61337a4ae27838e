/*
 * The queues of this tab's accounts, for rendering; entries.ts keeps it in sync. Small and
 * separate, because pages start with it.
 */
import { useSyncExternalStore } from 'react';
import { readUser } from '../session/session.ts';
import type { Entry, OwnerId } from './entry.ts';

const NOTHING: readonly Entry[] = [];
const shown = new Map<OwnerId, readonly Entry[]>();
const listeners = new Set<() => void>();

type Sending = { key: string; percent: number } | null;
let sending: Sending = null;

/** Ordered by the time of writing. Returns the same array until something changes. */
export const readEntries = (ownerId: OwnerId): readonly Entry[] => shown.get(ownerId) ?? NOTHING;

const useMirror = <Shown>(read: () => Shown, onServer: Shown): Shown =>
  useSyncExternalStore(subscribe, read, () => onServer);

export const useEntries = (): readonly Entry[] =>
  useMirror(() => readEntries(readUser()?.id ?? 0), NOTHING);

export const useEntriesOf = (ownerId: OwnerId): readonly Entry[] =>
  useMirror(() => readEntries(ownerId), NOTHING);

/** They are read from disk after the page has started. */
export const useAreEntriesRead = (): boolean =>
  useMirror(() => shown.has(readUser()?.id ?? 0), false);

export const useSentPercent = (key: string): number | null =>
  useMirror(() => (sending?.key === key ? sending.percent : null), null);

export function showEntries(ownerId: OwnerId, entries: readonly Entry[]): void {
  shown.set(ownerId, entries);
  tellListeners();
}

export function showSending(now: Sending): void {
  sending = now;
  tellListeners();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tellListeners() {
  for (const listener of listeners) listener();
}
