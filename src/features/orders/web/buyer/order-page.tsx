import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { readFailure, retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSessionEnd } from '#platform/web/session/use-session-end.ts';
import { lazy, usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import { QueryView, StateMessage } from '#platform/web/ui/feedback/query-view.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { m } from '#text';
import { useOrderChanges } from '../use-order-changes.ts';
import type { Order } from './order.tsx';

/** In case the stream of changes is down. */
const PAYMENT_POLL_MILLISECONDS = 5000;

type OrderPageProps = {
  orderId: number;
  afterwards?: ((order: Order) => ReactNode) | undefined;
  /** Shows what the mail's signed link shows, whatever account is logged in. */
  openByLink?: (() => void) | undefined;
};

export function OrderPage({ orderId, afterwards, openByLink }: OrderPageProps) {
  usePreload(LazyOrderView);
  const cache = trpc.useUtils();
  const order = trpc.buyer.orders.get.useQuery(
    { orderId },
    {
      retry: retryUnlessRefused,
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
          <QueryView query={order} skeleton={orderSkeleton} errorText={m.loadFailed()}>
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

type GoneProps = Pick<OrderPageProps, 'openByLink'> & { children: ReactNode };

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
  () => import('./order-view.tsx').then(({ OrderView }) => OrderView),
  orderSkeleton,
);
