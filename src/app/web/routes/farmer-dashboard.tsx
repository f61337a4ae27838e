import { useRouteContext } from '@tanstack/react-router';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { FarmerDashboard } from '../farmer-dashboard/farmer-dashboard.tsx';

export function FarmerDashboardRoute() {
  const { session } = useRouteContext({ from: '/screens/farmer/dashboard' });
  return (
    <ServerCache>
      <FarmerDashboard session={session} />
    </ServerCache>
  );
}
