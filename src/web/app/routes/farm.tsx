import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { takeOverPage } from '#web/app/shell/typed-before.ts';
import { FarmPage } from '#web/features/farm-page/farm-page.tsx';
import { MarketHeader } from './market-header.tsx';

/** One farm with all that it sells, which anyone may open. */
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
