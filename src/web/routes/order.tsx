import { useParams } from '@tanstack/react-router';
import { OrderPage } from '#web/buyer/orders/order-page.tsx';
import { MarketHeader } from '#web/market/market-header.tsx';
import { ServerCache } from '#web/server-cache.tsx';
import { PageFooter } from '#web/ui/page-footer.tsx';
import { useRoleSession } from '#web/use-role-session.ts';

/** One order of a buyer. */
export function OrderRoute() {
  const session = useRoleSession('buyer');
  const { orderId } = useParams({ from: '/screens/orders/$orderId' });
  return (
    session && (
      <ServerCache>
        <MarketHeader />
        {/* Another order is another page: nothing typed for the last one stays. */}
        <OrderPage key={orderId} orderId={orderId} />
        <PageFooter />
      </ServerCache>
    )
  );
}
