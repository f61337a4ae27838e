import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FarmPage } from '#features/market/web/farm-page/farm-page.tsx';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { PageFooter } from '#platform/web/shell/page-footer.tsx';
import { takeOverPage } from '#platform/web/shell/typed-before.ts';
import { MarketHeader } from './market-header.tsx';

/** One farm with all its products, open to anyone. */
export function FarmRoute() {
  const { farmId } = useParams({ from: '/screens/farm/$farmId' });
  const { after } = useSearch({ from: '/screens/farm/$farmId' });
  useEffect(takeOverPage, []);
  return (
    <ServerCache>
      <MarketHeader />
      <FarmPage key={farmId} farmId={farmId} after={after} />
      <PageFooter />
    </ServerCache>
  );
}
