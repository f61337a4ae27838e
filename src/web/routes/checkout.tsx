import { CheckoutPage } from '#web/checkout/checkout-page.tsx';
import { MarketHeader } from '#web/market/market-header.tsx';
import { ServerCache } from '#web/server-cache.tsx';
import { PageFooter } from '#web/ui/page-footer.tsx';
import { useRoleSession } from '#web/use-role-session.ts';

/** The checkout, for buyers. */
export function CheckoutRoute() {
  const session = useRoleSession('buyer');
  return (
    session && (
      <ServerCache>
        <MarketHeader />
        <CheckoutPage session={session} />
        <PageFooter />
      </ServerCache>
    )
  );
}
