import { deviceStore } from './storage.ts';

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
  const stored: unknown = deviceStore.readJson(KEY);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
}

export const noteSessionToEnd = (hash: string): void =>
  write([...readSessionsToEnd(), hash].slice(-SESSIONS_MAX));

export const forgetSessionToEnd = (hash: string): void =>
  write(readSessionsToEnd().filter((one) => one !== hash));

const write = (hashes: readonly string[]) =>
  void deviceStore.writeJson(KEY, hashes.length > 0 ? hashes : null);
