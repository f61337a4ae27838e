/*
 * Whoever logs out without a line is logged out on the device at once, and on the server when there is a line: the next time that this browser
 * shows any page of ours, or as soon as the line is back.
 */
import { readFailure } from '#web/app/client/failure.ts';
import { rpc } from '#web/app/client/rpc.ts';
import type { Leaving } from './session.ts';
import { forgetSessionToEnd, noteSessionToEnd, readSessionsToEnd } from './sessions-to-end.ts';
import { sha256 } from './sha256.ts';

/** Sees to it that a session that was logged out here ends on the server. Nothing throws. */
export async function endForSure({ token, ended }: Leaving): Promise<void> {
  // Noted before the answer has come: the tab may be closed meanwhile.
  const hash = token && (await sha256(token).catch(() => null));
  if (hash) noteSessionToEnd(hash);
  try {
    await ended;
  } catch (error) {
    // A session that the server does not know any more has ended.
    if (readFailure(error).code !== 'NOT_LOGGED_IN') return addEventListener('online', endAgain, { once: true });
  }
  if (hash) forgetSessionToEnd(hash);
}

const endAgain = () => void endSessions();

/** Ends what could not be ended when it was logged out. What fails again waits for the line or the next page. */
export async function endSessions(): Promise<void> {
  for (const tokenHash of readSessionsToEnd()) {
    try {
      await rpc.auth.endSession.mutate({ tokenHash });
      forgetSessionToEnd(tokenHash);
    } catch {
      addEventListener('online', endAgain, { once: true });
      return;
    }
  }
}
