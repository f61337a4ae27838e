import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Role } from '#platform/rules/role.ts';
import { dashboardPaths } from '#platform/rules/routes.ts';

/**
 * Loads the dashboard's code while the person waits for the mail, so that it opens at once when the
 * code is right.
 */
export function useDashboardAhead(role: Role, isWaiting: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    // Loads only the code: preloading the route would run its guard, which fails because there is
    // no session yet. If this fails, opening the dashboard loads the code again.
    router.loadRouteChunk(router.routesByPath[dashboardPaths[role]])?.catch(() => {});
  }, [router, role, isWaiting]);
}
