import { useNavigate } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import { isCompleted } from '#orders/rules/order-facts.ts';
import type { AppRouter } from '#platform/contract.ts';
import { failureText } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { productNameText, quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import { pricedText } from '../cart/cart-farm.tsx';

export type EarlierOrder = inferRouterOutputs<AppRouter>['buyer']['orders']['again'];

export function EarlierOrderNote({ earlier }: { earlier: EarlierOrder }) {
  const { id, cart, ordered, status } = earlier;
  const { buyer } = trpc.useUtils();
  const navigate = useNavigate();
  const add = trpc.buyer.cart.add.useMutation({
    onSuccess: (next) => {
      buyer.cart.get.setData(undefined, next);
      void navigate({ to: '/buyer-dashboard', search: { tab: 'cart' } });
    },
    onError: (error) => showToast('error', failureText(error, m.saveFailed())),
  });
  const lines = cart.lines.map(({ productId, quantity }) => ({ productId, quantity }));
  const differences = ordered.flatMap((line) => {
    const now = cart.lines.find(({ productId }) => productId === line.productId);
    return differencesOf(line, { now, isCompleted: isCompleted(status) });
  });
  return (
    <Notice type="info">
      <p>{m.earlierOrderNote({ id })}</p>
      <ul className="font-normal">
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
      <button
        type="button"
        className="link min-h-11"
        disabled={add.isPending}
        onClick={() => add.mutate({ lines })}
      >
        {m.earlierOrderToCart()}
      </button>
    </Notice>
  );
}

type Line = EarlierOrder['ordered'][number];
type Now = { now: EarlierOrder['cart']['lines'][number] | undefined; isCompleted: boolean };

function differencesOf(line: Line, { now, isCompleted }: Now): string[] {
  const name = productNameText(line);
  if (!now) return [m.errorProductGone({ name })];
  const ordered = quantityText(line.quantity, line.unit);
  const texts: string[] = [];
  if (now.quantity < line.quantity) {
    const available = quantityText(now.quantity, now.unit);
    texts.push(m.earlierOrderLess({ name, available, ordered }));
  } else if (isCompleted && line.weighedQuantity === null && line.got < line.quantity) {
    const got = quantityText(line.got, line.unit);
    texts.push(m.earlierOrderGot({ name, ordered, got }));
  }
  const price = pricedText(now.price, now.unit, now.netWeightKg);
  const before = pricedText(line.price, line.unit, line.netWeightKg);
  if (price !== before) texts.push(m.earlierOrderPrice({ name, price, before }));
  return texts;
}
