import { useNavigate } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { ListedOrder } from './order.ts';

type OrderAgainProps = {
  order: Pick<ListedOrder, 'id' | 'lines'>;
  variant?: 'primary' | 'secondary';
};

/** Adds the products of an earlier order to the cart, at today's prices, and opens the checkout. */
export function OrderAgain({ order, variant = 'secondary' }: OrderAgainProps) {
  const again = useOrderAgain();
  return (
    <Button variant={variant} isBusy={again.isBusy} onClick={() => void again.order(order)}>
      <RotateCcw aria-hidden="true" className="size-4.5" />
      {m.orderAgain()}
      <span className="sr-only">: {m.orderNumber({ id: order.id })}</span>
    </Button>
  );
}

/**
 * Opens the cart instead of the checkout if something needs attention first: a missing product, or
 * other products in the cart.
 */
export function useOrderAgain() {
  const { buyer } = trpc.useUtils();
  const navigate = useNavigate();
  const add = trpc.buyer.cart.add.useMutation({
    onSuccess: (cart) => buyer.cart.get.setData(undefined, cart),
  });

  async function order({ lines }: Pick<ListedOrder, 'lines'>) {
    const { wanted, gone } = productsOf(lines);
    try {
      const cart = await add.mutateAsync({ lines: wanted });
      const found = cart.lines.filter(
        ({ productId, offerId }) =>
          offerId === null && wanted.some((product) => product.productId === productId),
      );
      if (found.length === 0) return showToast('info', m.orderAgainNone());
      const isWhole = gone === 0 && found.length === wanted.length;
      if (!isWhole) showToast('info', m.orderAgainPart());
      const isReady = cart.canOrder && isWhole && cart.lines.length === wanted.length;
      await navigate(
        isReady ? { to: '/checkout' } : { to: '/buyer-dashboard', search: { tab: 'cart' } },
      );
    } catch (error) {
      showToast('error', failureText(error, m.orderAgainFailed()));
    }
  }

  return { order, isBusy: add.isPending };
}

/**
 * The products to add. A product that an order had twice, once at an agreed price, becomes one
 * line.
 */
function productsOf(lines: ListedOrder['lines']) {
  const quantities = new Map<number, number>();
  // The quantity ordered, also if the farm had less.
  for (const { productId, quantity, orderedQuantity } of lines) {
    if (productId !== null)
      quantities.set(
        productId,
        roundedToHundredths((quantities.get(productId) ?? 0) + (orderedQuantity ?? quantity)),
      );
  }
  const wanted = [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
  return { wanted, gone: lines.filter(({ productId }) => productId === null).length };
}
