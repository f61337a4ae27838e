/*
 * What a person has written and the server has not taken yet, oldest first. It is in localStorage, so that a reload or a lost line loses
 * nothing, under a name of its own for each person: whoever logs in on this device afterwards neither sees it nor sends it. Where storage is
 * forbidden it lasts until the page is left.
 */
import { useSyncExternalStore } from 'react';
import { createIdempotencyKey } from '#web/app/client/idempotency-key.ts';
import { readUser, waitingKey } from '#web/app/session/session.ts';

/** What a message is written to: a conversation, or a product about which there is none yet. */
export type Target = { kind: 'conversation' | 'product'; id: number };

export type WaitingMessage = {
  /** The Idempotency-Key of its request, however often it is sent. */
  key: string;
  to: Target;
  text: string;
  /** ISO 8601. */
  writtenAt: string;
  /** Why the server does not take it; null while it waits. */
  refusal: string | null;
};

const NOTHING: readonly WaitingMessage[] = [];
const inMemory = new Map<number, string>();
const listeners = new Set<() => void>();
let known: { stored: string; messages: readonly WaitingMessage[] } = { stored: '[]', messages: NOTHING };

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
  const stored = readStored(userId);
  if (stored !== known.stored) known = { stored, messages: parse(stored) };
  return known.messages;
}

/** Keeps a message until the server has taken it. */
export function addWaiting(userId: number, { to, text }: Pick<WaitingMessage, 'to' | 'text'>): void {
  const message = { key: createIdempotencyKey(), to, text, writtenAt: new Date().toISOString(), refusal: null };
  write(userId, [...readWaiting(userId), message]);
}

export const dropWaiting = (userId: number, key: string): void =>
  write(
    userId,
    readWaiting(userId).filter((message) => message.key !== key),
  );

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
  const stored = JSON.stringify(messages);
  try {
    if (messages.length === 0) localStorage.removeItem(waitingKey(userId));
    else localStorage.setItem(waitingKey(userId), stored);
    inMemory.delete(userId);
  } catch {
    inMemory.set(userId, stored);
  }
  for (const listener of listeners) listener();
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
