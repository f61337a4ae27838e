/*
 * The sessions that were logged out here and may still be open on the server, by the SHA-256 of
 * their tokens: whoever finds such a hash on the device can end the session with it, and do nothing
 * else. It is the device's own (forget-person.ts).
 */

const KEY = 'sessionsToEnd';
/** Those before have ended by themselves long since. */
const SESSIONS_MAX = 20;

export function hasSessionsToEnd(): boolean {
  return readSessionsToEnd().length > 0;
}

export function readSessionsToEnd(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export const noteSessionToEnd = (hash: string): void =>
  write([...readSessionsToEnd(), hash].slice(-SESSIONS_MAX));

export const forgetSessionToEnd = (hash: string): void =>
  write(readSessionsToEnd().filter((one) => one !== hash));

function write(hashes: readonly string[]) {
  try {
    if (hashes.length > 0) localStorage.setItem(KEY, JSON.stringify(hashes));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the session has ended with the page, or ends by itself.
  }
}
