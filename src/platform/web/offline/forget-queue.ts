import { LOGGED_OUT } from '../session/session.ts';
import { queueName } from './entry.ts';
import { forgetWaitingFor } from './waiting-for.ts';

let owner: number | null = null;

/**
 * Deletes this person's queue when they log out or delete their account; null keeps it. After a
 * session that has only expired it is still there.
 */
export function forgetAtLogout(userId: number | null): void {
  owner = userId;
}

/** Forgets what a person has done that is not sent yet. */
export function forgetQueue(userId: number): void {
  forgetWaitingFor(userId);
  try {
    indexedDB.deleteDatabase(queueName(userId));
  } catch {
    // Where the browser stores nothing, there is nothing.
  }
}

globalThis.window?.addEventListener(LOGGED_OUT, () => {
  if (owner !== null) forgetQueue(owner);
});
