import { useParams } from '@tanstack/react-router';
import { OrderPage } from '#features/orders/web/buyer/order-page.tsx';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { PageFooter } from '#platform/web/shell/page-footer.tsx';
import { MarketHeader } from './market-header.tsx';

/** One order, for its buyer. */
export function OrderRoute() {
  const { orderId } = useParams({ from: '/screens/orders/$orderId' });
  return (
    <ServerCache>
      <MarketHeader />
      {/* The key makes another order a new page, so that no typed text of the last one remains. */}
      <OrderPage key={orderId} orderId={orderId} />
      <div className="contents max-sm:hidden">
        <PageFooter />
      </div>
    </ServerCache>
  );
}
