import { farmTitle } from '#features/farms/rules/farm-texts.ts';
import { cashText, moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { Cart } from '../cart/cart.ts';
import { CART_PROBLEM } from '../cart/cart-line-problem.tsx';
import { isCollected } from './farm-part.tsx';
import type { CheckoutForm } from './use-checkout-form.ts';
import { VerifyBuyer } from './verify-buyer.tsx';

type CheckoutSumProps = { cart: Cart; checkout: CheckoutForm; isSending: boolean };

/**
 * The order button with the total, or the reason why ordering is not possible yet. It is always in
 * sight: at the bottom of a narrow screen, and beside the form, with the sum's parts, on a wide
 * one.
 */
export function CheckoutSum({ cart, checkout, isSending }: CheckoutSumProps) {
  const { farms, values, total, deposit, banner, needsNumber, quote } = checkout;
  const hasProblem = cart.lines.some(({ problem }) => problem !== null);
  const label =
    farms.length > 1 ? m.checkoutPlaceMany({ count: farms.length }) : m.checkoutPlaceOne();
  return (
    <div
      data-sticky-foot=""
      className="sticky z-20 grid gap-4 max-lg:-mx-4 max-sm:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-lg:bottom-0 max-lg:border-line max-lg:border-t max-lg:bg-card max-lg:px-4 max-lg:py-2 sm:max-lg:-mx-6 sm:max-lg:px-6 lg:top-24 lg:rounded-card lg:border lg:border-line lg:bg-card lg:p-6"
    >
      <div className="grid gap-4 max-lg:hidden">
        <h2 className="font-bold text-xl">{m.checkoutSumTitle()}</h2>
        <dl className="grid gap-2">
          {farms.map((farm) => (
            <div
              key={`${farm.farmId} ${farm.harvestProductId}`}
              className="flex items-baseline justify-between gap-x-4"
            >
              <dt className="min-w-0 text-muted">{farmTitle(farm)}</dt>
              <dd className="whitespace-nowrap tabular-nums">
                {moneyText(isCollected(values, farm) ? farm.collectedTotal : farm.deliveredTotal)}
              </dd>
            </div>
          ))}
          <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3">
            <dt>{m.checkoutTotal()}</dt>
            <dd className="ml-auto font-extrabold text-2xl tabular-nums tracking-tight">
              {moneyText(total)}
            </dd>
          </div>
        </dl>
      </div>
      {deposit > 0 && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
          <span>{m.depositNow()}</span>
          <span className="font-bold tabular-nums">{moneyText(deposit)}</span>
        </p>
      )}
      <FormBanner text={banner} />
      {needsNumber && <VerifyBuyer isExplained={false} onVerified={checkout.clearBanner} />}
      <Button
        type="submit"
        isWide
        isBusy={isSending || quote.isPending}
        disabledReason={hasProblem ? m.cartHasProblems() : undefined}
        missing={CART_PROBLEM}
        className="min-h-13"
      >
        <span className="tabular-nums">
          {farms.length > 0 ? `${label}\u00a0· ${cashText(total)}` : label}
        </span>
      </Button>
    </div>
  );
}
