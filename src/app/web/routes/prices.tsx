import { useSearch } from '@tanstack/react-router';
import { PricesPage } from '#features/prices/web/prices-page.tsx';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { PageFooter } from '#platform/web/shell/page-footer.tsx';
import { MarketHeader } from './market-header.tsx';

export function PricesRoute() {
  const search = useSearch({ from: '/screens/prices' });
  return (
    <ServerCache>
      <MarketHeader place="prices" />
      <PricesPage search={search} />
      <PageFooter />
    </ServerCache>
  );
}
