import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { retryUnlessRefused } from '#web/retry-unless-refused.ts';
import type { Session } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Container } from '#web/ui/container.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryView } from '#web/ui/query-view.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useSessionEnd } from '#web/use-session-end.ts';
import { readAct } from './checkout-act.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { ResumedAct } from './resumed-act.tsx';
import { usePlaceOrder } from './use-place-order.ts';

/** The cart becomes orders, one for each farm. */
export function CheckoutPage({ session }: { session: Session }) {
  const start = useCheckoutStart();
  useSessionEnd('buyer', start.error);
  const placing = usePlaceOrder();
  return (
    <main id="main" className="pt-4 pb-12">
      <Container>
        <Link
          to="/buyer-dashboard"
          search={{ tab: 'cart' }}
          className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold text-leaf no-underline hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
          {m.checkoutBackToCart()}
        </Link>
        <h1 tabIndex={-1} className="mb-6 font-extrabold text-3xl">
          {m.checkoutTitle()}
        </h1>
        <QueryView query={start} skeleton={<CheckoutSkeleton />} errorText={m.checkoutLoadFailed()}>
          {({ cart, profile, contact }) => {
            if (placing.state === 'done') return <CheckoutSkeleton />;
            if (cart.lines.length === 0) return readAct() ? <ResumedAct placing={placing} /> : <EmptyCart />;
            const address = [profile.deliveryAddress, profile.city].filter(Boolean).join(', ');
            const given = { buyerId: session.user.id, address, isMpesaAvailable: contact.mpesa };
            return <CheckoutForm cart={cart} placing={placing} start={given} />;
          }}
        </QueryView>
      </Container>
    </main>
  );
}

/** All that must be there before the form is: the cart as it is now, who orders, and whether M-Pesa can be paid with. */
function useCheckoutStart() {
  const [cart] = trpc.useQueries((t) => [t.buyer.cart.get(undefined, { refetchOnMount: 'always', retry: retryUnlessRefused })]);
  const [profile, contact] = trpc.useQueries((t) => [
    t.buyer.profile(undefined, { retry: retryUnlessRefused }),
    t.market.contact(undefined, { retry: retryUnlessRefused }),
  ]);
  const queries = [cart, profile, contact];
  return {
    data: cart.data && profile.data && contact.data && { cart: cart.data, profile: profile.data, contact: contact.data },
    error: queries.find(({ error }) => error)?.error,
    isError: queries.some(({ isError }) => isError),
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

const EmptyCart = () => (
  <EmptyState
    picture="cart"
    title={m.cartEmpty()}
    action={
      <Link to="/buyer-dashboard" className={buttonClass()}>
        {m.cartContinue()}
      </Link>
    }
  />
);

const CheckoutSkeleton = () => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <Skeleton className="h-[40rem] rounded-card!" />
    <Skeleton className="h-72 rounded-card!" />
  </div>
);
