import type { UseFormRegisterReturn } from 'react-hook-form';
import { type PaymentMethod, paymentMethods } from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { FieldError } from '#platform/web/ui/form/field.tsx';
import { paymentMethodLabels } from '../order-texts.ts';
import { Choice } from './choice.tsx';

type PaymentChoiceProps = {
  field: UseFormRegisterReturn;
  isMpesaAvailable: boolean;
  error: string | undefined;
};

const meanings: Record<PaymentMethod, () => string> = {
  'M-Pesa': m.checkoutMpesaMeaning,
  'Cash on delivery': m.checkoutCashMeaning,
};

/** M-Pesa or cash, and when each is paid. */
export function PaymentChoice({ field, isMpesaAvailable, error }: PaymentChoiceProps) {
  const errorId = 'payment-method-error';
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-3 font-bold text-xl">{m.checkoutPaymentTitle()}</legend>
      {!isMpesaAvailable && <Notice type="info">{m.checkoutNoMpesa()}</Notice>}
      {paymentMethods
        .filter((method) => isMpesaAvailable || method !== 'M-Pesa')
        .map((method) => (
          <Choice key={method} value={method} label={paymentMethodLabels[method]()} {...field}>
            {meanings[method]()}
          </Choice>
        ))}
      <FieldError id={errorId} text={error} />
    </fieldset>
  );
}
