import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Order } from '#orders/web/buyer/order.tsx';
import { useOrderChanges } from '#orders/web/use-order-changes.ts';
import { m } from '#text';
import { Button, buttonClass, Skeleton } from '#ui/elements.tsx';
import { QueryView, StateMessage } from '#ui/feedback.tsx';
import { lazy, usePreload } from '#ui/lazy.tsx';
import { Container } from '#web/page-frame.tsx';
import { readFailure } from '#web/rpc.ts';
import { useSessionRole } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import { useSessionEnd } from '#web/use-session-end.ts';
import { AppPage } from '../shell/app-header.tsx';

const LazyStandingOrderButton = lazy(
  () => import('#standing-orders/web/standing-order-button.tsx'),
  'StandingOrderButton',
);

const LazyStandingOrdersPage = lazy(
  () => import('#standing-orders/web/standing-orders-page.tsx'),
  'StandingOrdersPage',
);

const Page = ({ children }: { children: React.ReactNode }) => (
  <AppPage hasPhoneFooter={false}>{children}</AppPage>
);

export const StandingOrdersRoute = () => (
  <Page>
    <LazyStandingOrdersPage />
  </Page>
);

const LazyLinkedOrder = lazy(() => import('#orders/web/payments/linked-order.tsx'), 'LinkedOrder');

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

/** In case the stream of changes is down. */
const PAYMENT_POLL_MILLISECONDS = 5000;

type OrderPageProps = {
  orderId: number;
  afterwards?: ((order: Order) => React.ReactNode) | undefined;
  /** Shows what the mail's signed link shows, whatever account is logged in. */
  openByLink?: (() => void) | undefined;
};

export function OrderPage({ orderId, afterwards, openByLink }: OrderPageProps) {
  usePreload(LazyOrderView);
  const cache = trpc.useUtils();
  const order = trpc.buyer.orders.get.useQuery(
    { orderId },
    {
      refetchInterval: ({ state }) =>
        state.data?.paymentStatus === 'processing' && PAYMENT_POLL_MILLISECONDS,
    },
  );
  useOrderChanges('buyer', () => void cache.buyer.orders.invalidate());
  const { logInAgain, isEnding } = useSessionEnd('buyer', order.error);
  useFocusedHeading(order.data !== undefined);
  const isGone = ['ORDER_NOT_FOUND', 'INVALID_INPUT'].includes(readFailure(order.error).code ?? '');
  return (
    <main id="main" className="pt-1 pb-6 sm:pt-5 sm:pb-12">
      <Container>
        {isGone ? (
          <Gone openByLink={openByLink}>
            <Button variant="secondary" isBusy={isEnding} onClick={logInAgain}>
              {m.logInAgain()}
            </Button>
          </Gone>
        ) : (
          <QueryView query={order} skeleton={orderSkeleton}>
            {(data) => <LazyOrderView order={data} afterwards={afterwards} />}
          </QueryView>
        )}
      </Container>
    </main>
  );
}

/** Focuses the heading, which renders after the page, unless the user has moved the focus. */
function useFocusedHeading(isThere: boolean) {
  useEffect(() => {
    if (!isThere) return;
    // After the router, which focuses a heading too.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector('h1')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isThere]);
}

type GoneProps = Pick<OrderPageProps, 'openByLink'> & { children: React.ReactNode };

function Gone({ openByLink, children }: GoneProps) {
  const title = openByLink ? m.orderOfOther() : m.errorOrderNotFound();
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <StateMessage
        picture="/art/empty/not-found.svg"
        title={title}
        text={openByLink ? m.orderOfOtherText() : m.orderNotFoundText()}
      >
        {openByLink ? (
          <Button onClick={openByLink}>{m.orderOpenByLink()}</Button>
        ) : (
          <Link to="/buyer-dashboard" search={{ tab: 'orders' }} className={buttonClass()}>
            {m.tabOrders()}
          </Link>
        )}
        {children}
      </StateMessage>
    </>
  );
}

const orderSkeleton = (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
    <Skeleton className="h-96 rounded-card!" />
    <Skeleton className="h-72 rounded-card!" />
  </div>
);

const LazyOrderView = lazy(
  () => import('#orders/web/buyer/order-view.tsx'),
  'OrderView',
  orderSkeleton,
);
