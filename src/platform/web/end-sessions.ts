/*
 * An offline logout takes effect on the server when the connection is back, or when this browser
 * next opens a page of ours. Until then the device keeps the SHA-256 hashes of the tokens. Such a
 * hash can end the session and nothing else.
 */

import { sha256 } from './push-device.ts';
import { rpc } from './rpc.ts';
import { deviceStore } from './storage.ts';

export async function endForSure(token: string) {
  // On a page without https, browsers don't hash, so only the logout call remains.
  const hash = await sha256(token).catch(() => null);
  if (!hash) return;
  // Stored before it is sent, because the tab may be closed meanwhile.
  noteSessionToEnd(hash);
  await endSessions();
}

/** Failed ones are retried when the connection is back or on the next page. */
export async function endSessions() {
  for (const tokenHash of readSessionsToEnd()) {
    try {
      await rpc.auth.endSession.mutate({ tokenHash });
      forgetSessionToEnd(tokenHash);
    } catch {
      return addEventListener('online', endAgain, { once: true });
    }
  }
}

const endAgain = () => void endSessions();

const KEY = 'sessionsToEnd';
const SESSIONS_MAX = 20;

export function hasSessionsToEnd() {
  return readSessionsToEnd().length > 0;
}

function readSessionsToEnd() {
  const stored: unknown = deviceStore.readJson(KEY);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
}

const noteSessionToEnd = (hash: string): void =>
  write([...readSessionsToEnd(), hash].slice(-SESSIONS_MAX));

const forgetSessionToEnd = (hash: string): void =>
  write(readSessionsToEnd().filter((one) => one !== hash));

const write = (hashes: readonly string[]) =>
  void deviceStore.writeJson(KEY, hashes.length > 0 ? hashes : null);
