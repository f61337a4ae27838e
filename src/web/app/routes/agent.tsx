import { useRouteContext } from '@tanstack/react-router';
import { dashboardPaths } from '#shared/routes.ts';
import { lazy } from '#web/ui/browser/lazy.tsx';

/** The form comes with its map; the page's address needs neither. */
const LazyAgentPage = lazy(() => import('#web/features/account/agent/agent-page.tsx').then(({ AgentPage }) => AgentPage), null);

export function AgentRoute() {
  const { session } = useRouteContext({ from: '/screens/agent' });
  return <LazyAgentPage homePath={dashboardPaths[session.user.role]} />;
}
