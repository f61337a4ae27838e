import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { failureText } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import type { ListedOrder } from './order.ts';

/** Puts the products of an earlier order into the cart, at today's prices, and opens the checkout. */
export function OrderAgain({ order }: { order: Pick<ListedOrder, 'id' | 'lines'> }) {
  const again = useOrderAgain();
  return (
    <Button variant="secondary" isBusy={again.isBusy} onClick={() => void again.order(order)}>
      <RotateCcw aria-hidden="true" className="size-4.5" />
      {m.orderAgain()}
      <span className="sr-only">: {m.orderNumber({ id: order.id })}</span>
    </Button>
  );
}

/** Opens the cart in place of the checkout if something has to be looked at first: a missing product, or others in the cart. */
export function useOrderAgain() {
  const { buyer } = trpc.useUtils();
  const navigate = useNavigate();
  const add = trpc.buyer.cart.add.useMutation({ onSuccess: (cart) => buyer.cart.get.setData(undefined, cart) });

  async function order({ lines }: Pick<ListedOrder, 'lines'>) {
    const wanted = lines.flatMap(({ productId, quantity }) => (productId === null ? [] : [{ productId, quantity }]));
    try {
      const cart = await add.mutateAsync({ lines: wanted });
      const found = cart.lines.filter((line) => wanted.some(({ productId }) => productId === line.productId));
      if (found.length === 0) return showToast('info', m.orderAgainNone());
      if (found.length < lines.length) showToast('info', m.orderAgainPart());
      const isReady = cart.canOrder && cart.lines.length === lines.length && found.length === lines.length;
      await navigate(isReady ? { to: '/checkout' } : { to: '/buyer-dashboard', search: { tab: 'cart' } });
    } catch (error) {
      showToast('error', failureText(error, m.orderAgainFailed()));
    }
  }

  return { order, isBusy: add.isPending };
}
