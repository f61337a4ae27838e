import { isCompleted, isToSend } from '#features/orders/rules/order-facts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { statusTexts } from '../status-texts.ts';
import type { Order } from './order.ts';
import {
  deadlineMeaning,
  differenceMeanings,
  heldMeaning,
  lessMeaning,
  refundMeaning,
  releaseMeaning,
  suspensionMeaning,
  weightMeaning,
} from './order-meaning.ts';

/**
 * The order's state in plain words, with the receipts of its payments. The first moments after
 * paying and after the handover have a small picture.
 */
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

/** The receipts of the buyer's M-Pesa payments, several if it was paid in parts. */
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
