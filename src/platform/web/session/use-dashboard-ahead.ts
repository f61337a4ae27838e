import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Role } from '#platform/rules/role.ts';
import { dashboardPaths } from '#platform/rules/routes.ts';

export function useDashboardAhead(role: Role, isWaiting: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    // Only the code: the route's guard fails without a session. If this fails, opening the
    // dashboard loads it again.
    router.loadRouteChunk(router.routesByPath[dashboardPaths[role]])?.catch(() => {});
  }, [router, role, isWaiting]);
}
