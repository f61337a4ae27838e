import { useRouter } from '@tanstack/react-router';
import type { Role } from '#shared/account.ts';
import { m } from '#shared/text/compiled/messages.js';
import { type Session, storeSession } from '#web/app/session/session.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { returnPath } from './return-path.ts';

type Login = { role: Role; wantedPath: string | undefined; isRemembered: boolean };

/** Keeps the session that a login opened, says so, and goes to where one wanted to be. */
export function useOpenSession({ role, wantedPath, isRemembered }: Login) {
  const { history } = useRouter();
  return (session: Session) => {
    storeSession(session, { isRemembered });
    showToast('success', m.loginMessage());
    // Back should not lead to a login that is over.
    history.replace(returnPath(wantedPath, role));
  };
}
