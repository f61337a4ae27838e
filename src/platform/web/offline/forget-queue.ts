import { LOGGED_OUT } from '../session/session.ts';
import { queueName } from './entry.ts';
import { forgetPendingFor } from './pending-for.ts';

let owner: number | null = null;

/** Null deletes none: the queue survives an expired session. */
export function forgetAtLogout(userId: number | null): void {
  owner = userId;
}

export function forgetQueue(userId: number): void {
  forgetPendingFor(userId);
  try {
    indexedDB.deleteDatabase(queueName(userId));
  } catch {
    // Without storage there is nothing to delete.
  }
}

globalThis.window?.addEventListener(LOGGED_OUT, () => {
  if (owner !== null) forgetQueue(owner);
});
