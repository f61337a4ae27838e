import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { OrderPage } from '#orders/web/buyer/order-page.tsx';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import { useSessionRole } from '#platform/web/session/session.ts';
import { PageFooter } from '#platform/web/shell/page-frame.tsx';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { AppHeader } from '../shell/app-header.tsx';

const LazyStandingOrderButton = lazy(
  () =>
    import('#standing-orders/web/standing-order-button.tsx').then(
      ({ StandingOrderButton }) => StandingOrderButton,
    ),
  null,
);

const LazyStandingOrdersPage = lazy(
  () =>
    import('#standing-orders/web/standing-orders-page.tsx').then(
      ({ StandingOrdersPage }) => StandingOrdersPage,
    ),
  null,
);

const Page = ({ children }: { children: ReactNode }) => (
  <ServerCache>
    <AppHeader />
    {children}
    <div className="contents max-sm:hidden">
      <PageFooter />
    </div>
  </ServerCache>
);

export const StandingOrdersRoute = () => (
  <Page>
    <LazyStandingOrdersPage />
  </Page>
);

const LazyLinkedOrder = lazy(
  () => import('#orders/web/payments/linked-order.tsx').then(({ LinkedOrder }) => LinkedOrder),
  null,
);

export function OrderRoute() {
  const { orderId } = useParams({ from: '/screens/orders/$orderId' });
  const { until, signature } = useSearch({ from: '/screens/orders/$orderId' });
  const role = useSessionRole();
  const link = until !== undefined && signature !== undefined && { orderId, until, signature };
  const [openedByLink, setOpenedByLink] = useState<number | null>(null);
  return (
    <Page>
      {link && (role !== 'buyer' || openedByLink === orderId) ? (
        <LazyLinkedOrder link={link} />
      ) : (
        // Another order is a new page, so that no typed text remains.
        <OrderPage
          key={orderId}
          orderId={orderId}
          openByLink={link ? () => setOpenedByLink(orderId) : undefined}
          afterwards={(order) => <LazyStandingOrderButton order={order} />}
        />
      )}
    </Page>
  );
}
