import { ServerCache } from '#web/app/client/server-cache.tsx';
import { useRoleSession } from '#web/app/session/use-role-session.ts';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { CheckoutPage } from '#web/features/checkout/checkout-page.tsx';
import { MarketHeader } from './market-header.tsx';

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
