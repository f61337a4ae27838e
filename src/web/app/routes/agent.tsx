import { useRouteContext } from '@tanstack/react-router';
import { dashboardPaths } from '#shared/routes.ts';
import { lazy } from '#web/ui/browser/lazy.tsx';

/** The form comes with its map; the page's address needs neither. */
const LazyAgentPage = lazy(() => import('#web/features/account/agent/agent-page.tsx').then(({ AgentPage }) => AgentPage), null);
/** What the list of farmers needs, which the form comes without. */
const LazyCache = lazy(() => import('#web/app/client/server-cache.tsx').then(({ ServerCache }) => ServerCache), null);

export function AgentRoute() {
  const { session } = useRouteContext({ from: '/screens/agent' });
  return (
    <LazyCache>
      <LazyAgentPage homePath={dashboardPaths[session.user.role]} />
    </LazyCache>
  );
}
