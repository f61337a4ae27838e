import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { takeOverPage } from '#web/app/shell/typed-before.ts';
import { CropPage } from '#web/features/prices/crop-page.tsx';
import { MarketHeader } from './market-header.tsx';

/** The prices of one crop, which anyone may open. */
export function CropPricesRoute() {
  const { crop } = useParams({ from: '/screens/prices/$crop' });
  const { county } = useSearch({ from: '/screens/prices/$crop' });
  useEffect(takeOverPage, []);
  return (
    <ServerCache>
      <MarketHeader />
      <CropPage crop={crop} county={county} />
      <PageFooter />
    </ServerCache>
  );
}
