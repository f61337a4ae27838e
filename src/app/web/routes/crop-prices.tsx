import { useParams, useSearch } from '@tanstack/react-router';
import { CropPage } from '#market/web/crop-page.tsx';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { PageFooter } from '#platform/web/shell/page-frame.tsx';
import { AppHeader } from '../shell/app-header.tsx';

export function CropPricesRoute() {
  const { crop } = useParams({ from: '/screens/prices/$crop' });
  const { county } = useSearch({ from: '/screens/prices/$crop' });
  return (
    <ServerCache>
      <AppHeader place="prices" />
      <CropPage crop={crop} county={county} />
      <PageFooter />
    </ServerCache>
  );
}
