import { useRouteContext } from '@tanstack/react-router';
import { CheckoutPage } from '#features/orders/web/checkout/checkout-page.tsx';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { PageFooter } from '#platform/web/shell/page-footer.tsx';
import { MarketHeader } from './market-header.tsx';

export function CheckoutRoute() {
  const { session } = useRouteContext({ from: '/screens/checkout' });
  return (
    <ServerCache>
      <MarketHeader />
      <CheckoutPage session={session} />
      <div className="contents max-sm:hidden">
        <PageFooter />
      </div>
    </ServerCache>
  );
}
