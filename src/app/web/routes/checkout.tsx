import { useRouteContext, useSearch } from '@tanstack/react-router';
import { CheckoutPage } from '#orders/web/checkout/checkout-page.tsx';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { PageFooter } from '#platform/web/shell/page-frame.tsx';
import { AppHeader } from '../shell/app-header.tsx';

export function CheckoutRoute() {
  const { session } = useRouteContext({ from: '/screens/checkout' });
  const { again } = useSearch({ from: '/screens/checkout' });
  return (
    <ServerCache>
      <AppHeader />
      <CheckoutPage key={again} session={session} again={again} />
      <div className="contents max-sm:hidden">
        <PageFooter />
      </div>
    </ServerCache>
  );
}
