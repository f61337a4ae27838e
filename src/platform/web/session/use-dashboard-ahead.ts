import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Role } from '#platform/rules/role.ts';
import { dashboardPaths } from '#platform/rules/routes.ts';

export function useDashboardAhead(role: Role, isWaiting: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    // Loads only the code, because the route's guard fails without a session.
    router.loadRouteChunk(router.routesByPath[dashboardPaths[role]])?.catch(() => {});
  }, [router, role, isWaiting]);
}
