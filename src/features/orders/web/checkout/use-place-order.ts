import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { m } from '#text';
import { showToast } from '#ui/show-toast.ts';
import { type Failure, readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import type { CheckoutAttempt } from './checkout-attempt.ts';

export type Placing = ReturnType<typeof usePlaceOrder>;
type Placed = { outcome: 'placed' | 'underWay' } | { outcome: 'failed'; failure: Failure };

export function usePlaceOrder() {
  const cache = trpc.useUtils();
  const { mutateAsync } = trpc.buyer.orders.place.useMutation();
  const navigate = useNavigate();
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle');
  const isUnderWay = useRef(false);

  async function goTo({ orders }: Awaited<ReturnType<typeof mutateAsync>>) {
    void cache.buyer.cart.get.invalidate();
    void cache.buyer.orders.invalidate();
    const [only, ...others] = orders;
    // Back must not return to a finished checkout.
    if (only && others.length === 0)
      return navigate({ to: '/orders/$orderId', params: { orderId: only.id }, replace: true });
    showToast('success', m.orderPlacedMany({ count: orders.length }));
    await navigate({ to: '/buyer-dashboard', search: { tab: 'orders' }, replace: true });
  }

  async function place({ idempotencyKey, order }: CheckoutAttempt): Promise<Placed> {
    if (isUnderWay.current) return { outcome: 'underWay' };
    isUnderWay.current = true;
    setState('sending');
    try {
      const placed = await mutateAsync({ idempotencyKey, order });
      // A static import would add the schemas to the page's first script.
      const { endAttempt } = await import('./checkout-attempt.ts');
      endAttempt();
      setState('done');
      await goTo(placed);
      return { outcome: 'placed' };
    } catch (error) {
      setState('idle');
      return { outcome: 'failed', failure: readFailure(error) };
    } finally {
      isUnderWay.current = false;
    }
  }

  return { state, place };
}
