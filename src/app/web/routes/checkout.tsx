import { Link, useRouteContext, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { BackLink } from '#orders/web/back-link.tsx';
import { readCartLines } from '#orders/web/cart/visitor-cart.tsx';
import { usePlaceOrder } from '#orders/web/checkout/use-place-order.ts';
import { m } from '#text';
import { buttonClass, Skeleton } from '#ui/elements.tsx';
import { EmptyState, OfflineState, QueryView } from '#ui/feedback.tsx';
import { lazy, usePreload } from '#ui/lazy.tsx';
import { useIsOnline } from '#ui/screen-state.ts';
import { Container } from '#web/page-frame.tsx';
import type { Session } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import { useSessionEnd } from '#web/use-session-end.ts';
import { AppPage } from '../shell/app-header.tsx';

export function CheckoutRoute() {
  const { session } = useRouteContext({ from: '/screens/checkout' });
  const { again } = useSearch({ from: '/screens/checkout' });
  return (
    <AppPage hasPhoneFooter={false}>
      <CheckoutPage key={again} session={session} again={again} />
    </AppPage>
  );
}

export function CheckoutPage({ session, again }: { session: Session; again?: number | undefined }) {
  usePreload(LazyCheckoutForm);
  const start = useCheckoutStart(again);
  const isMerged = useMergedCart();
  useSessionEnd('buyer', start.error);
  const placing = usePlaceOrder();
  return (
    <main id="main" className="pt-1 sm:pt-4 sm:pb-12">
      <Container>
        <div className="mb-1 flex items-center sm:mb-4 sm:block">
          {again === undefined ? (
            <BackLink tab="cart">{m.checkoutBackToCart()}</BackLink>
          ) : (
            <BackLink tab="orders">{m.tabOrders()}</BackLink>
          )}
          <h1 tabIndex={-1} className="font-extrabold text-2xl sm:text-3xl">
            {m.checkoutTitle()}
          </h1>
        </div>
        <QueryView query={start} skeleton={checkoutSkeleton}>
          {({ cart, earlier, profile, contact }) => {
            if (placing.state === 'done' || !isMerged) return checkoutSkeleton;
            if (earlier && cart.lines.length === 0)
              return <EmptyState picture="cart" title={m.orderAgainNone()} action={toMarket} />;
            if (cart.lines.length === 0) return <LazyResumedCheckout placing={placing} />;
            const address = [profile.deliveryAddress, profile.city].filter(Boolean).join(', ');
            const buyerId = session.user.id;
            const given = { buyerId, address, isMpesaAvailable: contact.mpesa, earlier };
            return <LazyCheckoutForm cart={cart} placing={placing} start={given} />;
          }}
        </QueryView>
      </Container>
    </main>
  );
}

/** False until the cart of the visitor who has just logged in is in the buyer's. */
function useMergedCart() {
  const cache = trpc.useUtils();
  const [isMerged, setIsMerged] = useState(() => readCartLines().length === 0);
  useEffect(() => {
    if (isMerged) return;
    import('#orders/web/cart/change-cart.ts')
      .then(({ mergeVisitorCart }) => mergeVisitorCart(cache))
      .finally(() => setIsMerged(true));
  }, [isMerged, cache]);
  return isMerged;
}

function useCheckoutStart(orderId: number | undefined) {
  const isAgain = orderId !== undefined;
  const cart = trpc.buyer.cart.get.useQuery(undefined, {
    enabled: !isAgain,
  });
  const earlier = trpc.buyer.orders.again.useQuery(
    { orderId: orderId ?? 0 },
    { enabled: isAgain, staleTime: 0 },
  );
  const [profile, contact] = trpc.useQueries((t) => [t.buyer.profile(), t.market.contact()]);
  const queries = [isAgain ? earlier : cart, profile, contact];
  const goods = isAgain ? earlier.data?.cart : cart.data;
  return {
    data: goods &&
      profile.data &&
      contact.data && {
        cart: goods,
        earlier: isAgain ? earlier.data : undefined,
        profile: profile.data,
        contact: contact.data,
      },
    error: queries.find(({ error }) => error)?.error,
    isError: queries.some(({ isError }) => isError),
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

const toMarket = (
  <Link to="/buyer-dashboard" className={buttonClass()}>
    {m.cartContinue()}
  </Link>
);

const checkoutSkeleton = (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <Skeleton className="h-[40rem] rounded-card!" />
    <Skeleton className="h-72 rounded-card!" />
  </div>
);

/** Offline the code cannot load. */
function FormComes() {
  return useIsOnline() ? checkoutSkeleton : <OfflineState onRetry={() => location.reload()} />;
}

const LazyCheckoutForm = lazy(
  () => import('#orders/web/checkout/checkout-form.tsx'),
  'CheckoutForm',
  <FormComes />,
);
const LazyResumedCheckout = lazy(
  () => import('#orders/web/checkout/resumed-checkout.tsx'),
  'ResumedCheckout',
  <FormComes />,
);
