import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { type Failure, readFailure } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { type CheckoutAct, endAct } from './checkout-act.ts';
import type { PlacedOrders } from './checkout-values.ts';

export type Placing = ReturnType<typeof usePlaceOrder>;
type Placed = { outcome: 'placed' | 'underWay' } | { outcome: 'failed'; failure: Failure };

/** Sends an act of ordering, and goes to what it became. A failure is the caller's to show. */
export function usePlaceOrder() {
  const cache = trpc.useUtils();
  const navigate = useNavigate();
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle');
  const isUnderWay = useRef(false);

  async function goTo(orders: PlacedOrders) {
    // Both are asked for anew where they are shown next.
    void cache.buyer.cart.get.invalidate();
    void cache.buyer.orders.invalidate();
    showToast('success', orders.length === 1 ? m.orderPlacedOne() : m.orderPlacedMany({ count: orders.length }));
    const [only, ...others] = orders;
    // Back should not lead to a checkout that is over.
    if (only && others.length === 0) await navigate({ to: '/orders/$orderId', params: { orderId: only.id }, replace: true });
    else await navigate({ to: '/buyer-dashboard', search: { tab: 'orders' }, replace: true });
  }

  async function place({ idempotencyKey, order }: CheckoutAct): Promise<Placed> {
    if (isUnderWay.current) return { outcome: 'underWay' };
    isUnderWay.current = true;
    setState('sending');
    try {
      const { orders } = await cache.client.buyer.orders.place.mutate({ idempotencyKey, order });
      endAct();
      setState('done');
      await goTo(orders);
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
