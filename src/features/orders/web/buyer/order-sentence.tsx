import {
  isCompleted,
  isDisputed,
  isEnded,
  isOnTheWay,
  isToAnswer,
  isToSend,
} from '#orders/rules/order-facts.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { phoneText } from '#ui/format/contact-text.tsx';
import { dateText, momentText } from '#ui/format/date-text.ts';
import { statusTexts } from '../order-status.tsx';
import { farmText, type ListedOrder, type Order } from './order.tsx';

export function OrderSentence({ order }: { order: Order }) {
  const { status, paymentMethod, paymentStatus, reason } = order;
  const isComplete = isCompleted(status);
  const isPaid = paymentStatus === 'paid' && paymentMethod === 'M-Pesa';
  const picture = isComplete ? 'handed-over' : isPaid && isToSend(status) ? 'paid' : null;
  const more = [
    heldMeaning(order),
    suspensionMeaning(order),
    releaseMeaning(order),
    lessMeaning(order),
    weightMeaning(order),
    ...differenceMeanings(order),
    refundMeaning(order),
    deadlineMeaning(order),
  ].filter((text) => text !== null);
  const hasReason = reason !== null && ['rejected', 'cancelled'].includes(status);
  return (
    <div className="flex items-center gap-4">
      {picture && (
        <img
          src={`/art/moments/${picture}.svg`}
          alt=""
          width="84"
          height="63"
          className="shrink-0 print:hidden"
        />
      )}
      <div role="status" className="grid min-w-0 gap-1.5">
        <p className="font-semibold text-lg leading-snug">
          {isComplete ? m.momentReceived() : statusTexts[status].meaning(order)}
        </p>
        <Receipts payments={order.payments} />
        {more.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {hasReason && (
          <p className="wrap-anywhere">
            <span className="text-muted">{m.ownOrderReason()}</span> {reason}
          </p>
        )}
      </div>
    </div>
  );
}

function Receipts({ payments }: Pick<Order, 'payments'>) {
  const paid = payments.filter(({ status }) => status === 'received');
  return paid.map(({ receipt, amount }) =>
    receipt ? (
      <p key={receipt} className="text-muted text-sm tabular-nums">
        {paid.length === 1
          ? m.receiptNumber({ receipt })
          : m.receiptOfAmount({ amount: moneyText(amount), receipt })}
      </p>
    ) : null,
  );
}

function refundMeaning(order: ListedOrder): string | null {
  const { paymentStatus, refundReceipt, payments } = order;
  // A payment that never counted may have been refunded earlier.
  const back = payments
    .filter(({ status }) => status === paymentStatus)
    .reduce((sum, one) => sum + (one.refundAmount ?? 0), 0);
  const amount = moneyText(back);
  const at = payments.findLast(({ refundedAt }) => refundedAt)?.refundedAt;
  // Answers cached earlier have neither amount nor day.
  if (paymentStatus === 'refund_due')
    return back > 0 ? m.orderRefundDueAmount({ amount }) : m.orderRefundDue();
  if (paymentStatus !== 'refunded') return null;
  const refunded = at ? m.orderRefundedOn({ amount, day: dateText(at) }) : m.orderRefunded();
  return refundReceipt ? `${refunded} ${m.receiptNumber({ receipt: refundReceipt })}.` : refunded;
}

function heldMeaning({ status, payments, refunds }: ListedOrder): string | null {
  if (isEnded(status) || isDisputed(status)) return null;
  const sum = (parts: readonly { amount: number }[] = []) =>
    parts.reduce((total, { amount }) => total + amount, 0);
  // Answers cached earlier may have neither.
  const held = sum(payments?.filter((one) => one.status === 'received')) - sum(refunds);
  return held > 0 ? m.orderMoneyHeld({ amount: moneyText(held) }) : null;
}

function deadlineMeaning({
  completesAt,
  cancelsAt,
  notCollectedDisputableUntil,
  steps,
}: ListedOrder): string | null {
  if (completesAt) return m.orderCompletesAt({ moment: momentText(completesAt) });
  if (cancelsAt) return m.orderCancelsAt({ moment: momentText(cancelsAt) });
  if (!notCollectedDisputableUntil || !steps.includes('dispute')) return null;
  return m.orderNotCollectedObject({ moment: momentText(notCollectedDisputableUntil) });
}

function suspensionMeaning({
  isFarmerSuspended,
  status,
  paymentStatus,
}: ListedOrder): string | null {
  if (!isFarmerSuspended || !(isToAnswer(status) || isToSend(status))) return null;
  return paymentStatus === 'paid' ? m.orderFarmerSuspendedPaid() : m.errorFarmerSuspended();
}

const releaseMeaning = ({ isStockReleased }: ListedOrder): string | null =>
  isStockReleased ? m.orderStockReleased() : null;

function lessMeaning(order: ListedOrder): string | null {
  const { lines, cancellableUntil, steps, dispute } = order;
  if (dispute || !lines.some(isShort)) return null;
  const farm = farmText(order);
  const isCancellable = steps.includes('cancel') && isAhead(cancellableUntil);
  return isCancellable && cancellableUntil
    ? m.orderLessCancellable({ farm, moment: momentText(cancellableUntil) })
    : m.orderLessMeaning({ farm });
}

const isAhead = (moment: string | null | undefined) =>
  Boolean(moment && Date.parse(moment) > Date.now());

const differenceMeanings = ({ refunds = [] }: Pick<ListedOrder, 'refunds'>): string[] =>
  refunds.map(({ status, isKept, ...refund }) => {
    const amount = moneyText(refund.amount);
    if (status === 'credited') return m.differenceCredited({ amount });
    if (isKept) return m.differenceKept({ amount });
    const phoneNumber = phoneText(refund.phoneNumber ?? '');
    if (status === 'paid')
      return m.differenceReturnedOn({
        amount,
        phoneNumber,
        day: refund.refundedAt ? dateText(refund.refundedAt) : '–',
        receipt: refund.receipt ?? '–',
      });
    // Answers cached earlier have no heldUntil.
    return refund.heldUntil && isAhead(refund.heldUntil)
      ? m.differenceCollected({ amount, phoneNumber, moment: momentText(refund.heldUntil) })
      : m.differenceOnItsWay({ amount, phoneNumber });
  });

/** Goods that weigh less at the handover have their own sentence. */
const isShort = ({ quantity, orderedQuantity, weighedQuantity }: ListedOrder['lines'][number]) =>
  (weighedQuantity ?? null) === null && quantity < (orderedQuantity ?? 0);

function weightMeaning(order: ListedOrder): string | null {
  const { status, lines, paymentMethod, difference } = order;
  const isWeighed = lines.some(({ weighedQuantity }) => (weighedQuantity ?? null) !== null);
  if (!isOnTheWay(status) || !isWeighed || difference?.status === 'open') return null;
  const amount = moneyText(order.total);
  if (difference?.status === 'left') return m.orderWeighedLeft({ amount });
  if (difference?.status === 'paid') return m.orderWeighedMorePaid({ amount });
  return (paymentMethod === 'Cash on delivery' ? m.orderWeighedCash : m.orderWeighedPaid)({
    amount,
  });
}
