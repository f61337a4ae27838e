import type { PaymentMethod } from '#features/orders/rules/order-facts.ts';
import { paymentMethodLabels } from '../order-texts.ts';

/** A payment method in a narrow column, which must not break "M-Pesa" at its hyphen. */
export function MethodName({ method }: { method: PaymentMethod }) {
  return (
    <span className={method === 'M-Pesa' ? 'whitespace-nowrap' : undefined}>
      {paymentMethodLabels[method]()}
    </span>
  );
}
