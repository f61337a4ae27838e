import { Banknote, Smartphone } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import {
  type Fulfilment,
  type PaymentMethod,
  paymentMethods,
} from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FieldError } from '#platform/web/ui/form/field.tsx';
import { paymentMethodText } from '../order-texts.ts';
import { Choice } from './choice.tsx';

type PaymentChoiceProps = {
  field: UseFormRegisterReturn;
  chosen: string;
  fulfilment: Fulfilment;
  isMpesaAvailable: boolean;
  /** Everything is paid before its harvest, so cash is not possible. */
  isOnlyPreOrder: boolean;
  /** In KES, of announced harvests; otherwise 0. */
  deposit: number;
  error: string | undefined;
};

const icons = { 'M-Pesa': Smartphone, 'Cash on delivery': Banknote };
const meanings: Record<PaymentMethod, () => string> = {
  'M-Pesa': m.checkoutMpesaMeaning,
  'Cash on delivery': m.checkoutCashMeaning,
};

/** M-Pesa or cash, and when the chosen one is paid. */
export function PaymentChoice(props: PaymentChoiceProps) {
  const { field, chosen, fulfilment, isMpesaAvailable, isOnlyPreOrder, deposit, error } = props;
  const errorId = 'payment-method-error';
  const method = paymentMethods.find((one) => one === chosen);
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 font-bold font-heading text-lg leading-snug">
        {m.checkoutPaymentTitle()}
      </legend>
      <div className="grid grid-cols-2 gap-3 sm:max-w-xl">
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
                className="min-h-14 gap-x-2 min-[22rem]:flex-row! rounded-field border-[1.5px] border-edge bg-card font-semibold max-sm:text-sm has-checked:border-leaf-solid"
              >
                <Icon aria-hidden="true" className="size-5.5 shrink-0" />
                {paymentMethodText(one, fulfilment)}
              </Choice>
            );
          })}
      </div>
      <p aria-live="polite" className="text-muted text-sm leading-snug">
        {isMpesaAvailable
          ? [
              deposit > 0 && m.errorPreOrderByMpesa(),
              method && !isOnlyPreOrder && meanings[method](),
            ]
              .filter(Boolean)
              .join(' ')
          : m.checkoutNoMpesa()}
      </p>
      <FieldError id={errorId} text={error} />
    </fieldset>
  );
}
