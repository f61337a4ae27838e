import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { takeOverPage } from '#web/app/shell/typed-before.ts';
import { ProductPage } from '#web/features/product/product-page.tsx';
import { MarketHeader } from './market-header.tsx';

/** One product, which anyone may open. */
export function ProductRoute() {
  const { productId } = useParams({ from: '/screens/market/$productId' });
  useEffect(takeOverPage, []);
  return (
    <ServerCache>
      <MarketHeader />
      {/* The key makes another product a new page, so that the last one's quantity and photo do not remain. */}
      <ProductPage key={productId} productId={productId} />
      <PageFooter />
    </ServerCache>
  );
}
