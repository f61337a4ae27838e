/*
 * What a person has written and the server has not taken yet, oldest first. It is in localStorage, so that a reload or a lost line loses
 * nothing, under a name of its own for each person: whoever logs in on this device afterwards neither sees it nor sends it. Where storage is
 * forbidden it lasts until the page is left. Photos and voice notes are kept by waiting-files.ts; where that cannot store them, their message
 * is not stored either.
 */
import { useSyncExternalStore } from 'react';
import { createIdempotencyKey } from '#web/app/client/idempotency-key.ts';
import { LOGGED_OUT, readUser, waitingKey } from '#web/app/session/session.ts';
import { dropFiles } from '../media/waiting-files.ts';

/** What a message is written to: a conversation, or a product about which there is none yet. */
export type Target = { kind: 'conversation' | 'product'; id: number };

/** What a message shows besides its text. */
export type WaitingMedia = { kind: 'photo'; count: number } | { kind: 'voice'; seconds: number };

export type WaitingMessage = {
  /** The Idempotency-Key of its request, however often it is sent. */
  key: string;
  to: Target;
  text: string;
  media?: WaitingMedia;
  /** Its files are only in memory, so a reload loses it. */
  isLoose?: boolean;
  /** ISO 8601. */
  writtenAt: string;
  /** Why the server does not take it; null while it waits. */
  refusal: string | null;
};

const NOTHING: readonly WaitingMessage[] = [];
/** What could not be stored, by person. */
const inMemory = new Map<number, string>();
const loose = new Map<number, readonly WaitingMessage[]>();
const listeners = new Set<() => void>();
type Known = { stored: string; loose: readonly WaitingMessage[]; messages: readonly WaitingMessage[] };
let known: Known = { stored: '[]', loose: NOTHING, messages: NOTHING };

export const isSameTarget = (one: Target, other: Target): boolean => one.kind === other.kind && one.id === other.id;

/** What the person who is logged in has waiting, in whatever tab it was written. */
export function useWaiting(): readonly WaitingMessage[] {
  return useSyncExternalStore(subscribe, readOwn, () => NOTHING);
}

const readOwn = () => {
  const user = readUser();
  return user ? readWaiting(user.id) : NOTHING;
};

/** The same array as long as nothing changes. */
export function readWaiting(userId: number): readonly WaitingMessage[] {
  const [stored, own] = [readStored(userId), loose.get(userId) ?? NOTHING];
  if (stored !== known.stored || own !== known.loose) {
    const messages = [...parse(stored), ...own].sort((one, other) => Date.parse(one.writtenAt) - Date.parse(other.writtenAt));
    known = { stored, loose: own, messages };
  }
  return known.messages;
}

type NewMessage = Pick<WaitingMessage, 'to' | 'text' | 'media' | 'isLoose'> & { key?: string };

/** Keeps a message until the server has taken it. One with files is kept after them, under the same key. */
export function addWaiting(userId: number, message: NewMessage): void {
  const added = { key: createIdempotencyKey(), ...message, writtenAt: new Date().toISOString(), refusal: null };
  write(userId, [...readWaiting(userId), added]);
}

export function dropWaiting(userId: number, key: string): void {
  const messages = readWaiting(userId);
  if (messages.some((message) => message.key === key && message.media)) void dropFiles(userId, key);
  write(
    userId,
    messages.filter((message) => message.key !== key),
  );
}

/** Notes why the server does not take a message; null lets it wait again. */
export const setRefusal = (userId: number, key: string, refusal: string | null): void =>
  write(
    userId,
    readWaiting(userId).map((message) => (message.key === key ? { ...message, refusal } : message)),
  );

function readStored(userId: number): string {
  const unkept = inMemory.get(userId);
  if (unkept !== undefined) return unkept;
  try {
    return localStorage.getItem(waitingKey(userId)) ?? '[]';
  } catch {
    return '[]';
  }
}

function write(userId: number, messages: readonly WaitingMessage[]) {
  const kept = messages.filter(({ isLoose }) => !isLoose);
  const stored = JSON.stringify(kept);
  if (kept.length < messages.length) {
    loose.set(
      userId,
      messages.filter(({ isLoose }) => isLoose),
    );
  } else {
    loose.delete(userId);
  }
  try {
    if (kept.length === 0) localStorage.removeItem(waitingKey(userId));
    else localStorage.setItem(waitingKey(userId), stored);
    inMemory.delete(userId);
  } catch {
    inMemory.set(userId, stored);
  }
  tellListeners();
}

function parse(stored: string): readonly WaitingMessage[] {
  try {
    const messages: unknown = JSON.parse(stored);
    return Array.isArray(messages) ? messages.filter(isWaiting) : NOTHING;
  } catch {
    return NOTHING;
  }
}

const isWaiting = (message: Partial<WaitingMessage> | null): message is WaitingMessage =>
  typeof message?.key === 'string' &&
  typeof message.text === 'string' &&
  typeof message.writtenAt === 'string' &&
  Number.isSafeInteger(message.to?.id);

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function tellListeners() {
  for (const listener of listeners) listener();
}

/** How much of a message with files has gone, in this tab. */
let sending: { key: string; percent: number } | null = null;

export function noteSending(now: typeof sending): void {
  sending = now;
  tellListeners();
}

/** In per cent; null for a message that is not being sent. */
export const useSentPercent = (key: string): number | null =>
  useSyncExternalStore(
    subscribe,
    () => (sending?.key === key ? sending.percent : null),
    () => null,
  );

// What is stored, the session forgets.
globalThis.window?.addEventListener(LOGGED_OUT, () => {
  inMemory.clear();
  loose.clear();
});
