import { FarmerDashboard } from '#web/farmer/dashboard/farmer-dashboard.tsx';
import { ServerCache } from '#web/server-cache.tsx';
import { useRoleSession } from '#web/use-role-session.ts';

export function FarmerDashboardRoute() {
  const session = useRoleSession('farmer');
  return (
    session && (
      <ServerCache>
        <FarmerDashboard session={session} />
      </ServerCache>
    )
  );
}
