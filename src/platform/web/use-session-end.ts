import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  LOGOUT_REDIRECT_MILLISECONDS,
  SESSION_EXPIRED_REDIRECT_MILLISECONDS,
} from '#rules/limits.ts';
import { loginPaths } from '#rules/routes.ts';
import { m } from '#text';
import { readFailure } from './rpc.ts';
import { clearSession, LOGGED_OUT, readToken, returnSearch } from './session.ts';
import { trpc } from './trpc.ts';
import { useDelayed } from './ui/screen-state.ts';
import { showToast } from './ui/show-toast.ts';

let question = () => Promise.resolve(true);

export function askBeforeLeaving(ask: () => Promise<boolean>) {
  question = ask;
}

export function useSessionEnd(role: Role, error: unknown) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const delay = useDelayed();
  const [isEnding, setIsEnding] = useState(false);
  const hasExpired = readFailure(error).code === 'NOT_LOGGED_IN';

  useEffect(() => {
    if (!hasExpired) return;
    const milliseconds = SESSION_EXPIRED_REDIRECT_MILLISECONDS;
    leave('error', m.errorSessionExpired(), { milliseconds, isToReturn: true });
  });

  function leave(
    type: 'error' | 'success',
    text: string,
    { milliseconds, isToReturn }: { milliseconds: number; isToReturn: boolean },
  ) {
    if (isEnding) return;
    setIsEnding(true);
    clearSession();
    showToast(type, text);
    delay(() => {
      // Otherwise the next user on this device could see this user's data.
      queryClient.clear();
      const search = isToReturn ? returnSearch(location) : {};
      void navigate({ to: loginPaths[role], search, replace: true });
    }, milliseconds);
  }

  const logOut = () => void question().then((mayLeave) => mayLeave && endSession(false));
  const logInAgain = () => void question().then((mayLeave) => mayLeave && endSession(true));

  function endSession(isToReturn: boolean) {
    // Doesn't wait. The call carries its own token, because the stored one is deleted at once.
    void client.auth.logout.mutate(undefined, { context: { token: readToken() } }).catch(() => {});
    // Its listeners delete the user's other data on this device, and the session.
    dispatchEvent(new Event(LOGGED_OUT));
    leave('success', m.logoutMessage(), { milliseconds: LOGOUT_REDIRECT_MILLISECONDS, isToReturn });
  }

  return { logOut, logInAgain, isEnding, hasExpired };
}

/** The error of the first call, on any tab, that was refused for it. */
export function useLostSession(): unknown {
  const queryClient = useQueryClient();
  const [lost, setLost] = useState<unknown>(null);
  useEffect(() => {
    const note = (error: unknown) => {
      if (error && readFailure(error).code === 'NOT_LOGGED_IN') setLost(error);
    };
    const leaveQueries = queryClient
      .getQueryCache()
      .subscribe(({ query }) => note(query.state.error));
    const leaveMutations = queryClient
      .getMutationCache()
      .subscribe(({ mutation }) => note(mutation?.state.error));
    return () => {
      leaveQueries();
      leaveMutations();
    };
  }, [queryClient]);
  return lost;
}
