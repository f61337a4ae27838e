import { useNavigate } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { usePageTitle } from '#web/app/shell/use-page-title.ts';
import { VisitorCart } from '#web/features/cart/visitor-cart.tsx';
import { readLastList } from '#web/features/catalogue/last-list.ts';
import { Container } from '#web/ui/layout/container.tsx';
import { MarketHeader } from './market-header.tsx';

/** A visitor's cart. A buyer's is a tab of the dashboard, to which the router leads. */
export function CartRoute() {
  const navigate = useNavigate();
  usePageTitle(m.cartLink());
  return (
    <ServerCache>
      <MarketHeader />
      <main id="main" className="flex-1 pt-6 pb-12">
        <Container>
          <h1 tabIndex={-1} className="mb-5 font-extrabold text-3xl">
            {m.cartLink()}
          </h1>
          <VisitorCart onContinue={() => void navigate(readLastList())} />
        </Container>
      </main>
      <PageFooter />
    </ServerCache>
  );
}
