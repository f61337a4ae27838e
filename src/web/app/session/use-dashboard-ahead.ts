import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Role } from '#shared/account.ts';
import { dashboardPaths } from '#shared/routes.ts';

/** Fetches the dashboard's code while a person waits for the mail, so that it opens at once when the code is right. */
export function useDashboardAhead(role: Role, isWaiting: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    // Only the code: a preload of the route would meet its guard, for there is no session yet. When it fails, opening the dashboard
    // fetches the code again.
    router.loadRouteChunk(router.routesByPath[dashboardPaths[role]])?.catch(() => {});
  }, [router, role, isWaiting]);
}
