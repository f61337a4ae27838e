import { useParams } from '@tanstack/react-router';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { ProductPage } from '#web/features/product/product-page.tsx';
import { MarketHeader } from './market-header.tsx';

/** One product, open to anyone. */
export function ProductRoute() {
  const { productId } = useParams({ from: '/screens/market/$productId' });
  return (
    <ServerCache>
      <MarketHeader />
      {/* Another product is another page: nothing of the last one's quantity or photo stays. */}
      <ProductPage key={productId} productId={productId} />
      <PageFooter />
    </ServerCache>
  );
}
