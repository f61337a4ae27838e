import { useNavigate } from '@tanstack/react-router';
import { VisitorCart } from '#orders/web/cart/visitor-cart.tsx';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { PageFooter } from '#platform/web/shell/page-frame.tsx';
import { usePageTitle } from '#platform/web/shell/page-frame.tsx';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { readLastList } from '#products/web/catalogue/last-list.ts';
import { m } from '#text';
import { AppHeader } from '../shell/app-header.tsx';

export function CartRoute() {
  const navigate = useNavigate();
  usePageTitle(m.cartLink());
  return (
    <ServerCache>
      <AppHeader />
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
