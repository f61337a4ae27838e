import { useParams } from '@tanstack/react-router';
import { ProductPage } from '#market/web/product/product-page.tsx';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { PageFooter } from '#platform/web/shell/page-frame.tsx';
import { AppHeader } from '../shell/app-header.tsx';

export function ProductRoute() {
  const { productId } = useParams({ from: '/screens/market/$productId' });
  return (
    <ServerCache>
      <AppHeader />
      {/* The key makes another product a new page, so that the last one's quantity and photo
          don't remain. */}
      <ProductPage key={productId} productId={productId} />
      <PageFooter />
    </ServerCache>
  );
}
