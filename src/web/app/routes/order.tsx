import { useParams } from '@tanstack/react-router';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { OrderPage } from '#web/features/orders/buyer/order-page.tsx';
import { MarketHeader } from './market-header.tsx';

/** One order, for its buyer. */
export function OrderRoute() {
  const { orderId } = useParams({ from: '/screens/orders/$orderId' });
  return (
    <ServerCache>
      <MarketHeader />
      {/* The key makes another order a new page, so that nothing typed for the last one remains. */}
      <OrderPage key={orderId} orderId={orderId} />
      <PageFooter />
    </ServerCache>
  );
}
