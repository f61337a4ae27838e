import { useParams } from '@tanstack/react-router';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { FarmPage } from '#web/features/farm-page/farm-page.tsx';
import { MarketHeader } from './market-header.tsx';

/** One farm with all that it sells, which anyone may open. */
export function FarmRoute() {
  const { farmId } = useParams({ from: '/screens/farm/$farmId' });
  return (
    <ServerCache>
      <MarketHeader />
      <FarmPage key={farmId} farmId={farmId} />
      <PageFooter />
    </ServerCache>
  );
}
