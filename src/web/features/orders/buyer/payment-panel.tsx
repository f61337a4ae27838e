import { CircleCheck } from 'lucide-react';
import { moneyText } from '#shared/money-text.ts';
import { m } from '#shared/text/compiled/messages.js';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { Order } from './order.ts';
import { PayForm } from './pay-form.tsx';
import { paymentFailureText } from './payment-texts.ts';
import { PaymentTurn } from './payment-turn.tsx';
import { PaymentWait } from './payment-wait.tsx';

/** Paying by M-Pesa: the number, then the phone's own question, then what came of it. It stands where the last visit left it. */
export function PaymentPanel({ order }: { order: Order }) {
  const { paymentMethod, paymentStatus, payment, steps, total, receipt } = order;
  if (paymentMethod !== 'M-Pesa') return null;
  const canPay = steps.includes('pay');
  if (paymentStatus === 'paid') {
    return (
      <Card className="flex gap-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-leaf" />
        <p role="status">
          <span className="font-semibold">{m.paymentDone({ amount: moneyText(total) })}</span>{' '}
          {receipt && <span className="block text-muted tabular-nums">{m.receiptNumber({ receipt })}</span>}
        </p>
      </Card>
    );
  }
  if (payment?.status === 'held') return <Notice type="error">{m.paymentHeld()}</Notice>;
  if (paymentStatus === 'processing' && payment) {
    return (
      <Card>
        {payment.pushAt ? (
          <PaymentTurn payment={payment} pushAt={payment.pushAt} amount={moneyText(total)} />
        ) : (
          <PaymentWait key={payment.id} payment={payment} amount={moneyText(total)} />
        )}
      </Card>
    );
  }
  if (!canPay) return null;
  return (
    <Card className="grid gap-4 print:hidden">
      <h2 className="font-bold text-xl">{m.paymentTitle()}</h2>
      {payment?.status === 'failed' && <Notice type="error">{paymentFailureText(payment)}</Notice>}
      <PayForm order={order} />
    </Card>
  );
}
