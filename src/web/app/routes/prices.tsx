import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { takeOverPage } from '#web/app/shell/typed-before.ts';
import { PricesPage } from '#web/features/prices/prices-page.tsx';
import { MarketHeader } from './market-header.tsx';

/** The prices of all crops, which anyone may open. */
export function PricesRoute() {
  const search = useSearch({ from: '/screens/prices' });
  useEffect(takeOverPage, []);
  return (
    <ServerCache>
      <MarketHeader />
      <PricesPage search={search} />
      <PageFooter />
    </ServerCache>
  );
}
