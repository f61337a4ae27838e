import { useParams } from '@tanstack/react-router';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { useRoleSession } from '#web/app/session/use-role-session.ts';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { OrderPage } from '#web/features/orders/buyer/order-page.tsx';
import { MarketHeader } from './market-header.tsx';

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
