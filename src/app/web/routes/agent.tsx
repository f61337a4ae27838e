import { useRouteContext } from '@tanstack/react-router';
import { dashboardPaths } from '#rules/routes.ts';
import { lazy } from '#ui/lazy.tsx';

/** The form loads with its map; the page's own chunk needs neither. */
const LazyAgentPage = lazy(() => import('#farms/web/signup/agent-page.tsx'), 'AgentPage');
const LazyCache = lazy(() => import('#web/server-cache.tsx'), 'ServerCache');

export function AgentRoute() {
  const { session } = useRouteContext({ from: '/screens/agent' });
  return (
    <LazyCache>
      <LazyAgentPage homePath={dashboardPaths[session.user.role]} />
    </LazyCache>
  );
}
