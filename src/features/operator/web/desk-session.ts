/* Ends with the tab, apart from a buyer's or farmer's session on the same device. */

import { useSyncExternalStore } from 'react';
import { deviceStore, tabStore } from '#web/storage.ts';
import { OPERATOR_IDLE_SECONDS } from '../rules/desk-input.ts';

const KEY = 'deskToken';
/** Names the operator's pending visits also after the session has ended. */
const NAME_KEY = 'deskName';

type State = { token: string | null; isEnded: boolean };

let state: State = { token: tabStore.read(KEY) ?? null, isEnded: false };
let name: string | null = tabStore.read(NAME_KEY) ?? null;
const listeners = new Set<() => void>();
let idle: ReturnType<typeof setTimeout> | undefined;

/** `isEnded`: it was open in this tab, and the page that it had open is still there. */
export const useDeskSession = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => state,
  );

export const readDeskToken = (): string | null => state.token;

export const readDeskName = (): string | null => name;

/**
 * A device on which an operator has logged in, so that strangers' wrong passwords don't lock them
 * out here. It stays after the session.
 */
export const DEVICE_KEY = 'deskDevice';

export const keepDeskDevice = (token: string): void => void deviceStore.write(DEVICE_KEY, token);

export function keepDeskName(known: string): void {
  name = known;
  tabStore.write(NAME_KEY, known);
}

/** Forgotten, because another operator may have logged in in this tab. */
export function openDeskSession(token: string): void {
  forgetName();
  tabStore.write(KEY, token);
  change({ token, isEnded: false });
  noteUse();
}

/** The server does not know the session any more. The page's content stays. */
export function endDeskSession(): void {
  if (state.token === null) return;
  tabStore.write(KEY, null);
  change({ token: null, isEnded: true });
}

export function leaveDesk(): void {
  forgetName();
  tabStore.write(KEY, null);
  change({ token: null, isEnded: false });
}

function forgetName(): void {
  name = null;
  tabStore.write(NAME_KEY, null);
}

/**
 * The server ends a session that is not used for half an hour. Offline nobody can log in again, so
 * the page goes on until the server has been asked.
 */
export function noteUse(): void {
  clearTimeout(idle);
  if (state.token) idle = setTimeout(endIdle, OPERATOR_IDLE_SECONDS * 1000);
}

const endIdle = () => (navigator.onLine ? endDeskSession() : noteUse());

function change(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}
