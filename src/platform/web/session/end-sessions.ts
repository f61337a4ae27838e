/*
 * A logout without a line takes effect on the device at once, and on the server when there is a
 * line: as soon as it is back, or when this browser next shows any page of ours. With a line the
 * logout has its own call (use-session-end.ts), and this one finds nothing left to end.
 */
import { rpc } from '../client/rpc.ts';
import { forgetSessionToEnd, noteSessionToEnd, readSessionsToEnd } from './sessions-to-end.ts';
import { sha256 } from './sha256.ts';

/** Sees to it that a session that has ended here ends on the server. Nothing throws. */
export async function endForSure(token: string): Promise<void> {
  // A page without https, where browsers do not hash, has only the call of the logout.
  const hash = await sha256(token).catch(() => null);
  if (!hash) return;
  // Noted before it is sent: the tab may be closed meanwhile.
  noteSessionToEnd(hash);
  await endSessions();
}

/**
 * Ends what could not be ended when it was logged out. What fails again waits for the line or the
 * next page.
 */
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
