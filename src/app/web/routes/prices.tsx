import { useSearch } from '@tanstack/react-router';
import { PricesPage } from '#prices/web/prices-page.tsx';
import { AppPage } from '../shell/app-header.tsx';

export function PricesRoute() {
  const search = useSearch({ from: '/screens/prices' });
  return (
    <AppPage place="prices">
      <PricesPage search={search} />
    </AppPage>
  );
}
