import { paymentFailureText } from '#features/orders/rules/payment-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FormBanner, Notice } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { Order } from '../buyer/order.ts';
import { PayForm } from '../buyer/pay-form.tsx';
import { stepFailure, useLeaveDifference } from '../buyer/use-order-step.ts';

/** The goods weigh more than was agreed: the buyer pays `amount` KES more, or leaves it. */
export function PayDifference({ order, amount }: { order: Order; amount: number }) {
  const { id: orderId, payment, steps, weighing: weighingSeen } = order;
  const leave = useLeaveDifference();
  return (
    <section className="grid gap-3 border-line border-t pt-4 print:hidden">
      <h2 className="font-bold text-lg">{m.differenceTitle()}</h2>
      <p>{m.differenceText({ amount: moneyText(amount) })}</p>
      {payment?.status === 'failed' && <Notice type="error">{paymentFailureText(payment)}</Notice>}
      {steps.includes('pay') && <PayForm order={order} label={m.differencePay} />}
      <FormBanner text={stepFailure(leave.error)} />
      <Button
        variant="secondary"
        size="large"
        isWide
        isBusy={leave.isPending}
        onClick={() =>
          leave.mutate(
            { orderId, weighingSeen },
            { onSuccess: () => showToast('success', m.differenceLeftToast()) },
          )
        }
      >
        {m.differenceLeave()}
      </Button>
    </section>
  );
}
