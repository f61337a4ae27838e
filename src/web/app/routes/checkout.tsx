import { useRouteContext } from '@tanstack/react-router';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { CheckoutPage } from '#web/features/checkout/checkout-page.tsx';
import { MarketHeader } from './market-header.tsx';

/** The checkout, for buyers. */
export function CheckoutRoute() {
  const { session } = useRouteContext({ from: '/screens/checkout' });
  return (
    <ServerCache>
      <MarketHeader />
      <CheckoutPage session={session} />
      <PageFooter />
    </ServerCache>
  );
}
