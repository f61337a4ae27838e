import { useSearch } from '@tanstack/react-router';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { PageFooter } from '#platform/web/shell/page-frame.tsx';
import { PricesPage } from '#prices/web/prices-page.tsx';
import { AppHeader } from '../shell/app-header.tsx';

export function PricesRoute() {
  const search = useSearch({ from: '/screens/prices' });
  return (
    <ServerCache>
      <AppHeader place="prices" />
      <PricesPage search={search} />
      <PageFooter />
    </ServerCache>
  );
}
