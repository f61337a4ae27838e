import { useParams, useSearch } from '@tanstack/react-router';
import { FarmPage } from '#market/web/farm-page.tsx';
import { lazy } from '#ui/lazy.tsx';
import { ServerCache } from '#web/server-cache.tsx';
import { AppHeader, AppPage } from '../shell/app-header.tsx';

export function FarmRoute() {
  const { farmId } = useParams({ from: '/screens/farm/$farmId' });
  const { after } = useSearch({ from: '/screens/farm/$farmId' });
  return (
    <AppPage>
      <FarmPage key={farmId} farmId={farmId} after={after} />
    </AppPage>
  );
}

const LazyFarmSign = lazy(() => import('#market/web/farm-sign-page.tsx'), 'FarmSignPage');

/** To print for a stall. Open to anyone, such as a helper with a printer. */
export function FarmSignRoute() {
  const { farmId } = useParams({ from: '/screens/farm/$farmId/sign' });
  return (
    <ServerCache>
      <div className="print:hidden">
        <AppHeader hasBar={false} />
      </div>
      <LazyFarmSign farmId={farmId} />
    </ServerCache>
  );
}
