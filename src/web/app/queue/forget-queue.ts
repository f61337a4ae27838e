import { readUser } from '#web/app/session/session.ts';
import { queueName } from './entry.ts';

/** Where messages waited before there was one queue, in localStorage, and their photos and voice notes in a database. */
export const oldMessagesKey = (userId: number): string => `waitingMessages:${userId}`;

/** Forgets what the person who leaves has done that is not sent yet. After a session that has only expired, it is still there. */
export function forgetQueue(): void {
  const user = readUser();
  if (!user) return;
  const old = oldMessagesKey(user.id);
  try {
    localStorage.removeItem(old);
    for (const name of [old, queueName(user.id)]) indexedDB.deleteDatabase(name);
  } catch {
    // Where the browser stores nothing, there is nothing.
  }
}
