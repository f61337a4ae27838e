import { useParams, useSearch } from '@tanstack/react-router';
import { CropPage } from '#market/web/crop-page.tsx';
import { AppPage } from '../shell/app-header.tsx';

export function CropPricesRoute() {
  const { crop } = useParams({ from: '/screens/prices/$crop' });
  const { county } = useSearch({ from: '/screens/prices/$crop' });
  return (
    <AppPage place="prices">
      <CropPage crop={crop} county={county} />
    </AppPage>
  );
}
