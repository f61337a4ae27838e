import { Clock } from 'lucide-react';
import { isToAnswer } from '#features/orders/rules/order-facts.ts';
import { openAttemptStatuses, PHONE_BUSY_CODE } from '#features/orders/rules/payment.ts';
import { NO_FUNDS_CODE, paymentFailureText } from '#features/orders/rules/payment-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { timeText } from '#platform/web/ui/format/date-text.ts';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { PayDifference } from '../settlement/pay-difference.tsx';
import type { Attempt, Order } from './order.ts';
import { PayCash } from './pay-cash.tsx';
import { PayForm } from './pay-form.tsx';
import { PaymentWait } from './payment-wait.tsx';

/**
 * Paying by M-Pesa: the phone number, the prompt on the phone, and why it failed. It resumes where
 * the last visit ended. For goods that weigh more than was agreed the buyer pays the difference, or
 * leaves it.
 */
export function PaymentPanel({ order }: { order: Order }) {
  const { paymentMethod, paymentStatus, payment, steps, credit = 0, difference } = order;
  const isDifference = steps.includes('leaveDifference') && difference;
  if (paymentMethod !== 'M-Pesa' || (paymentStatus === 'paid' && !isDifference)) return null;
  const amount = moneyText(isDifference ? isDifference.amount : askedOf(order));
  if (payment?.status === 'held') return <Notice type="error">{m.paymentHeld()}</Notice>;
  const isUnderWay = isDifference ? isOpen(payment) : paymentStatus === 'processing';
  if (isUnderWay && payment) {
    return payment.pushAt ? (
      <PaymentTurn payment={payment} pushAt={payment.pushAt} amount={amount} />
    ) : (
      <PaymentWait key={payment.id} payment={payment} amount={amount} />
    );
  }
  if (isDifference) return <PayDifference order={order} amount={isDifference.amount} />;
  if (!steps.includes('pay')) return null;
  return (
    <section className="grid gap-3 border-line border-t pt-4 print:hidden">
      <h2 className="font-bold text-lg">{m.paymentTitle()}</h2>
      {credit > 0 && <p>{m.paymentCredit({ amount: moneyText(credit) })}</p>}
      {payment?.status === 'failed' && <Notice type="error">{paymentFailureText(payment)}</Notice>}
      <PayForm order={order} label={m.paymentPay} />
      {payment?.status === 'failed' && String(payment.resultCode) === NO_FUNDS_CODE && (
        <PayCash order={order} />
      )}
    </section>
  );
}

/** The amount requested from the phone: the deposit of a pre-order, or the rest. */
const askedOf = ({ status, total, credit = 0, deposit = 0, depositPaidAt }: Order): number =>
  isToAnswer(status) ? deposit : total - credit - (depositPaidAt ? deposit : 0);

const isOpen = (payment: Order['payment']) =>
  openAttemptStatuses.some((status) => status === payment?.status);

type PaymentTurnProps = { payment: Attempt; pushAt: string; amount: string };

/**
 * M-Pesa would refuse a prompt to this phone now. Says when the prompt is sent automatically, and
 * why not sooner.
 */
function PaymentTurn({ payment: { phoneNumber, resultCode }, pushAt, amount }: PaymentTurnProps) {
  const values = { phoneNumber: phoneText(phoneNumber ?? ''), amount, time: timeText(pushAt) };
  return (
    <div className="grid justify-items-center gap-2 py-2 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-leaf-soft text-on-leaf-soft">
        <Clock aria-hidden="true" className="size-7" />
      </span>
      <div role="status">
        <h2 className="font-bold text-xl">{m.paymentWaitsTitle(values)}</h2>
        <p className="mt-1 text-muted">
          {resultCode === PHONE_BUSY_CODE
            ? m.paymentWaitsBusy(values)
            : m.paymentWaitsSameAmount(values)}
        </p>
      </div>
    </div>
  );
}
