import { Link } from '@tanstack/react-router';
import { farmTitle } from '#features/farms/rules/farm-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { CART_PROBLEM } from '../cart/cart-line-problem.tsx';
import { type Cart, isCollected } from './checkout-values.ts';
import type { CheckoutForm } from './use-checkout-form.ts';

type CheckoutSumProps = { cart: Cart; checkout: CheckoutForm; isSending: boolean };

/**
 * The total and its parts, and the order button, or the reason why ordering is not possible yet.
 */
export function CheckoutSum({ cart, checkout, isSending }: CheckoutSumProps) {
  const { farms, values, total, banner, quote } = checkout;
  const hasProblem = cart.lines.some(({ problem }) => problem !== null);
  return (
    <Card className="grid gap-4 lg:sticky lg:top-24">
      <h2 className="font-bold text-xl">{m.checkoutSumTitle()}</h2>
      <dl className="grid gap-2">
        {farms.map((farm) => (
          <div key={farm.farmId} className="flex items-baseline justify-between gap-x-4">
            <dt className="min-w-0 text-muted">{farmTitle(farm)}</dt>
            <dd className="whitespace-nowrap tabular-nums">
              {moneyText(isCollected(values, farm) ? farm.collectedTotal : farm.deliveredTotal)}
            </dd>
          </div>
        ))}
        <div
          className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3"
          aria-live="polite"
        >
          <dt>{m.checkoutTotal()}</dt>
          <dd className="ml-auto font-extrabold text-2xl tabular-nums tracking-tight">
            {moneyText(total)}
          </dd>
        </div>
      </dl>
      <p className="text-muted text-sm">{m.checkoutRounded()}</p>
      <FormBanner text={banner} />
      <Button
        type="submit"
        size="large"
        isWide
        isBusy={isSending || quote.isPending}
        disabledReason={hasProblem ? m.cartHasProblems() : undefined}
        missing={CART_PROBLEM}
      >
        {farms.length > 1 ? m.checkoutPlaceMany({ count: farms.length }) : m.checkoutPlaceOne()}
      </Button>
      <Link
        to="/buyer-dashboard"
        search={{ tab: 'cart' }}
        className="link inline-flex min-h-11 items-center justify-self-center"
      >
        {m.checkoutBackToCart()}
      </Link>
    </Card>
  );
}
