import { ServerCache } from '#web/app/client/server-cache.tsx';
import { FarmerDashboard } from '#web/app/farmer-dashboard/farmer-dashboard.tsx';
import { useRoleSession } from '#web/app/session/use-role-session.ts';

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
