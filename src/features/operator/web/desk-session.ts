import { useSyncExternalStore } from 'react';
import { OPERATOR_IDLE_SECONDS } from '#features/operator/rules/limits.ts';

/*
 * The operator's session in this tab. It has its own key and ends with the tab, apart from a
 * buyer's or farmer's session on the same device.
 */

const KEY = 'deskToken';

type State = { token: string | null; isEnded: boolean };

let state: State = { token: readToken(), isEnded: false };
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

export function openDeskSession(token: string): void {
  write(token);
  change({ token, isEnded: false });
  noteUse();
}

/** The server does not know the session any more. What is on the page stays. */
export function endDeskSession(): void {
  if (state.token === null) return;
  write(null);
  change({ token: null, isEnded: true });
}

/** The operator leaves: nothing stays. */
export function leaveDesk(): void {
  write(null);
  change({ token: null, isEnded: false });
}

/** The server ends a session that is not used for half an hour; the page says so then. */
export function noteUse(): void {
  clearTimeout(idle);
  if (state.token) idle = setTimeout(endDeskSession, OPERATOR_IDLE_SECONDS * 1000);
}

function change(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

function readToken(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(token: string | null): void {
  try {
    if (token) sessionStorage.setItem(KEY, token);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage the session lasts until the page is left.
  }
}
