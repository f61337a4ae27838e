import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Role } from '#platform/rules/role.ts';
import { dashboardPaths } from '#platform/rules/routes.ts';

/**
 * Preloads the dashboard's code while the user waits for the mail, so that it opens at once after
 * the right code.
 */
export function useDashboardAhead(role: Role, isWaiting: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    // Loads only the code. Preloading the route would run its guard, which fails without a session.
    // If this fails, opening the dashboard loads the code again.
    router.loadRouteChunk(router.routesByPath[dashboardPaths[role]])?.catch(() => {});
  }, [router, role, isWaiting]);
}
