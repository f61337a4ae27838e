import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Role } from '#shared/account.ts';

/** Fetches the dashboard's code while one waits for the mail, so that it opens at once when the code is right. */
export function useDashboardAhead(role: Role, isWaiting: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    // A failure is nothing here: it is asked for again when it is needed.
    router.preloadRoute({ to: role === 'farmer' ? '/farmer/dashboard' : '/buyer-dashboard' }).catch(() => {});
  }, [router, role, isWaiting]);
}
