import { useRouteContext } from '@tanstack/react-router';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { FarmerDashboard } from '#web/app/farmer-dashboard/farmer-dashboard.tsx';

/** The farmer's dashboard, for farmers. */
export function FarmerDashboardRoute() {
  const { session } = useRouteContext({ from: '/screens/farmer/dashboard' });
  return (
    <ServerCache>
      <FarmerDashboard session={session} />
    </ServerCache>
  );
}
