/*
 * SHA-256 hashes of the tokens of sessions that may still be open on the server. Such a hash can
 * end the session and nothing else. The list belongs to the device.
 */

const KEY = 'sessionsToEnd';
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
    // Without storage the session has ended with the page, or expires.
  }
}
