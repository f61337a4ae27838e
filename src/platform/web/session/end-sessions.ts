/*
 * An offline logout takes effect on the server when the connection is back, or when this browser
 * next opens a page of ours.
 */
import { rpc } from '../client/rpc.ts';
import { sha256 } from './push-device.ts';
import { forgetSessionToEnd, noteSessionToEnd, readSessionsToEnd } from './sessions-to-end.ts';

export async function endForSure(token: string): Promise<void> {
  // On a page without https, browsers don't hash, so only the logout call remains.
  const hash = await sha256(token).catch(() => null);
  if (!hash) return;
  // Stored before it is sent, because the tab may be closed meanwhile.
  noteSessionToEnd(hash);
  await endSessions();
}

/** Failed ones are retried when the connection is back or on the next page. */
export async function endSessions(): Promise<void> {
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
