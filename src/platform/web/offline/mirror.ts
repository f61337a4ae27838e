/*
 * The queues of this tab's accounts, for rendering; entries.ts keeps it in sync. Small and
 * separate, because pages start with it.
 */

import { useSyncExternalStore } from 'react';
import { readUser } from '../session.ts';
import { deviceStore } from '../storage.ts';
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
export const useAreEntriesRead = () => useMirror(() => shown.has(readUser()?.id ?? 0), false);

export const useSentPercent = (key: string) =>
  useMirror(() => (sending?.key === key ? sending.percent : null), null);

export function showEntries(ownerId: OwnerId, entries: readonly Entry[]) {
  shown.set(ownerId, entries);
  tellListeners();
}

export function showSending(now: Sending) {
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

/** The prefix of pending changes, which a logout keeps. The login page checks whether it exists. */
const KEY = 'waitingFor';

/** An earlier version stored no role. */
export type PendingFor = { userId: number; firstName: string; role?: Role };

let isFollowing = false;

/**
 * Lets the login page show without a session that changes are pending and who must log in, but not
 * what they are.
 */
export function followPendingFor() {
  if (!isFollowing) subscribe(note);
  isFollowing = true;
  note();
}

function note() {
  const user = readUser();
  if (!user) return;
  const isWaiting = readEntries(user.id).some(({ isLoose }) => !isLoose);
  if (!isWaiting) forgetPendingFor(user.id);
  else if (readPendingFor().every(({ userId }) => userId !== user.id)) {
    const { id: userId, firstName, role } = user;
    write([...readPendingFor(), { userId, firstName, role }]);
  }
}

export function forgetPendingFor(id: number) {
  const before = readPendingFor();
  const after = before.filter(({ userId }) => userId !== id);
  if (after.length < before.length) write(after);
}

export function readPendingFor(): PendingFor[] {
  const stored: unknown = deviceStore.readJson(KEY);
  return Array.isArray(stored) ? stored.filter(isPendingFor) : [];
}

const isPendingFor = (one: Partial<PendingFor> | null): one is PendingFor =>
  Number.isSafeInteger(one?.userId) && typeof one?.firstName === 'string';

const write = (all: PendingFor[]) => void deviceStore.writeJson(KEY, all.length > 0 ? all : null);
