import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Role } from '#shared/account.ts';
import { LOGOUT_REDIRECT_MILLISECONDS, SESSION_EXPIRED_REDIRECT_MILLISECONDS } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readFailure } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';
import { useLater } from '#web/ui/browser/use-delayed.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { clearSession } from './session.ts';
import { wantedPath } from './wanted-path.ts';

/**
 * How a dashboard is left: by logging out, or because the server no longer knows the session. `error` is whatever the dashboard's
 * calls failed with.
 */
export function useSessionEnd(role: Role, error: unknown) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const later = useLater();
  const [isEnding, setIsEnding] = useState(false);
  const hasExpired = readFailure(error).code === 'NOT_LOGGED_IN';

  useEffect(() => {
    if (hasExpired) leave('error', m.errorSessionExpired(), SESSION_EXPIRED_REDIRECT_MILLISECONDS);
  });

  function leave(type: 'error' | 'success', text: string, milliseconds: number) {
    if (isEnding) return;
    setIsEnding(true);
    clearSession();
    showToast(type, text);
    later(() => {
      // What one person saw is not kept for the next.
      queryClient.clear();
      // Who was cut off goes on where they were; who left begins anew.
      const search = type === 'error' ? wantedPath() : {};
      void navigate({ to: role === 'farmer' ? '/loginF' : '/login', search, replace: true });
    }, milliseconds);
  }

  async function logOut() {
    // The server ends it too; where it can't be reached, forgetting the token is what this device can do.
    await client.auth.logout.mutate().catch(() => {});
    leave('success', m.logoutMessage(), LOGOUT_REDIRECT_MILLISECONDS);
  }

  return { logOut, isEnding, hasExpired };
}
