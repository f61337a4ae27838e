import { Banknote, Smartphone } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { usePhone } from '#accounts/web/use-phone.ts';
import { VerifyPhone } from '#accounts/web/verify-phone.tsx';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { type Fulfilment, paymentMethods } from '#orders/rules/order-facts.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { Button } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { FieldError } from '#ui/field.tsx';
import { CART_PROBLEM } from '../cart/cart-farm.tsx';
import type { Cart } from '../cart/visitor-cart.tsx';
import { paymentMethodText } from '../order-texts.ts';
import { Choice } from './choice.tsx';
import { isCollected } from './farm-part.tsx';
import type { CheckoutForm } from './use-checkout-form.ts';

type CheckoutSumProps = { cart: Cart; checkout: CheckoutForm; isSending: boolean };

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
            <dt>{m.orderTotal()}</dt>
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
          {farms.length > 0 ? `${label}\u00a0· ${moneyText(total)}` : label}
        </span>
      </Button>
    </div>
  );
}

type PaymentChoiceProps = {
  field: UseFormRegisterReturn;
  chosen: string;
  fulfilment: Fulfilment;
  isMpesaAvailable: boolean;
  isOnlyPreOrder: boolean;
  deposit: number;
  error: string | undefined;
};

const icons = { 'M-Pesa': Smartphone, 'Cash on delivery': Banknote };

export function PaymentChoice(props: PaymentChoiceProps) {
  const { field, chosen, fulfilment, isMpesaAvailable, isOnlyPreOrder, deposit, error } = props;
  const errorId = 'payment-method-error';
  const method = paymentMethods.find((one) => one === chosen);
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 font-bold font-heading text-lg leading-snug">
        {m.checkoutPaymentTitle()}
      </legend>
      <div className="flex flex-wrap gap-x-3 gap-y-2 *:flex-auto sm:max-w-xl">
        {paymentMethods
          .filter((one) => (one === 'M-Pesa' ? isMpesaAvailable : !isOnlyPreOrder))
          .map((one) => {
            const Icon = icons[one];
            return (
              <Choice
                key={one}
                {...field}
                value={one}
                checked={one === chosen}
                className="min-h-14 flex-row! gap-x-2 min-[22rem]:whitespace-nowrap rounded-field border-[1.5px] border-edge bg-card font-semibold max-sm:text-sm max-[22rem]:px-1.5! has-checked:border-leaf-solid"
              >
                <Icon className="size-5.5 shrink-0" />
                {paymentMethodText(one, fulfilment)}
              </Choice>
            );
          })}
      </div>
      <p aria-live="polite" className="text-muted text-sm leading-snug">
        {isMpesaAvailable
          ? [
              deposit > 0 && m.errorPreOrderByMpesa(),
              method === 'M-Pesa' && !isOnlyPreOrder && m.checkoutMpesaMeaning(),
            ]
              .filter(Boolean)
              .join(' ')
          : m.checkoutNoMpesa()}
      </p>
      <FieldError id={errorId} text={error} />
    </fieldset>
  );
}

type VerifyBuyerProps = { isExplained: boolean; onVerified?: (() => void) | undefined };

/** Without a verified number a new buyer's orders are limited, and no SMS says when to pay. */
export function VerifyBuyer({ isExplained, onVerified }: VerifyBuyerProps) {
  const { data: line } = usePhone();
  if (!line?.isOffered || line.isVerified || !line.phoneNumber) return null;
  const { phoneNumber } = line;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      {isExplained && (
        <p className="min-w-0 flex-1 basis-56 text-sm leading-snug">
          {m.checkoutNoSms({ phoneNumber: phoneText(phoneNumber) })}
        </p>
      )}
      <VerifyPhone phoneNumber={phoneNumber} isSecondary onVerified={onVerified} />
    </div>
  );
}
