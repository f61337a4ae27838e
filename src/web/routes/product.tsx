import { useParams } from '@tanstack/react-router';
import { MarketHeader } from '#web/market/market-header.tsx';
import { ProductPage } from '#web/market/product-page.tsx';
import { ServerCache } from '#web/server-cache.tsx';
import { PageFooter } from '#web/ui/page-footer.tsx';

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
