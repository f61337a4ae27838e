import { Check, ChevronDown, Printer } from 'lucide-react';
import { useId, useState } from 'react';
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
import { phoneText } from '#ui/contact-text.tsx';
import { Button, Card, classNames } from '#ui/elements.tsx';
import { dateText, dayText, momentText } from '#ui/format.ts';
import { type EventTexts, eventText, TakenAtLine } from '../order-parts.tsx';
import { statusTexts } from '../order-status.tsx';
import { farmText, type ListedOrder, type Order, type OrderEvent } from './order.tsx';

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

function deadlineMeaning(order: ListedOrder): string | null {
  const { completesAt, cancelsAt, notCollectedDisputableUntil, steps } = order;
  if (completesAt) return m.orderCompletesAt({ moment: momentText(completesAt) });
  if (cancelsAt) return m.orderCancelsAt({ moment: momentText(cancelsAt) });
  if (!notCollectedDisputableUntil || !steps.includes('dispute')) return null;
  return m.orderNotCollectedObject({ moment: momentText(notCollectedDisputableUntil) });
}

function suspensionMeaning(order: ListedOrder): string | null {
  const { isFarmerSuspended, status, paymentStatus } = order;
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

type Step = { label: string; at: string | undefined };

export function OrderTracker({ order }: { order: Order }) {
  if (isEnded(order.status) && !isCompleted(order.status)) return null;
  const steps = stepsOf(order);
  const current = steps.findIndex(({ at }) => at === undefined);
  return (
    <ol
      aria-label={m.trackerLabel()}
      className="grid grid-cols-[repeat(5,minmax(min-content,1fr))] gap-x-1 font-heading print:hidden"
    >
      {steps.map(({ label, at }, index) => (
        <li
          key={label}
          aria-current={index === current ? 'step' : undefined}
          className={classNames(
            'relative grid content-start justify-items-center gap-1.5 text-center text-[0.65rem] leading-tight max-[22rem]:text-[0.55rem] sm:px-1 sm:text-sm',
            index > 0 &&
              'before:absolute before:top-3.5 before:right-1/2 before:h-0.5 before:w-[calc(100%+0.25rem)] before:-translate-y-1/2',
            index > 0 && (at ? 'before:bg-leaf-solid' : 'before:bg-line'),
          )}
        >
          <span
            aria-hidden="true"
            className={classNames(
              'relative z-10 grid size-7 place-items-center rounded-full border-2 font-bold text-sm tabular-nums',
              at
                ? 'border-leaf-solid bg-leaf-solid text-white'
                : index === current
                  ? 'border-leaf-solid bg-card text-leaf'
                  : 'border-line bg-card text-muted',
            )}
          >
            {at ? <Check className="size-4" strokeWidth={3} /> : index + 1}
          </span>
          <span className={at || index === current ? 'font-semibold' : 'text-muted'}>{label}</span>
          <span className="sr-only">{at ? m.trackerDone() : m.trackerNotYet()}</span>
          {at && <span className="text-muted text-xs max-sm:hidden">{dayText(at)}</span>}
        </li>
      ))}
    </ol>
  );
}

function stepsOf({ events, fulfilment, paymentMethod, paymentStatus, createdAt }: Order): Step[] {
  const when = (status: string) => events.findLast(({ to }) => to === status)?.at;
  const paidAt = paymentStatus === 'paid' ? when('paid') : undefined;
  const isDelivery = fulfilment === 'delivery';
  const placed = { label: m.trackerPlaced(), at: createdAt };
  const accepted = { label: m.trackerAccepted(), at: when('confirmed') };
  const paid = { label: paidAt ? m.paymentStatusPaid() : m.trackerPay(), at: paidAt };
  const sent = {
    label: isDelivery ? m.trackerSent() : m.trackerReady(),
    at: when('dispatched'),
  };
  const received = {
    label: isDelivery ? m.trackerReceived() : m.trackerCollected(),
    at: when('completed'),
  };
  return paymentMethod === 'M-Pesa'
    ? [placed, accepted, paid, sent, received]
    : [placed, accepted, sent, paid, received];
}

export function OrderTimeline({ order }: { order: Order }) {
  // The tracker does not show how an order ended.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (isEnded(order.status) && !isCompleted(order.status));
  const listId = useId();
  return (
    <Card className="p-0!">
      <h2 className="font-bold text-lg">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setChosen(!isOpen)}
          className="flex min-h-13 w-full items-center justify-between rounded-card px-4 text-left"
        >
          {m.orderHistoryTitle()}
          <ChevronDown
            className={classNames('size-5 text-muted print:hidden', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      <div id={listId} className={classNames('px-4 pb-4 print:block', !isOpen && 'hidden')}>
        <ol className="ml-1.5 grid gap-4 border-line border-l-2 pl-5 print:gap-2">
          {order.events.map((event) => (
            <li
              key={`${event.at} ${event.subject} ${event.to}`}
              className={isTry(event) ? 'relative print:hidden' : 'relative'}
            >
              <span
                aria-hidden="true"
                className="absolute top-1.5 -left-[1.6875rem] size-3 rounded-full border-2 border-card bg-leaf-solid"
              />
              <p className="font-semibold leading-snug">
                {eventText(event, order.fulfilment, texts)}
              </p>
              {event.reason && <p className="wrap-anywhere text-sm">“{event.reason}”</p>}
              <p className="text-muted text-sm tabular-nums">{momentText(event.at)}</p>
              <TakenAtLine event={event} />
            </li>
          ))}
        </ol>
        <Button variant="quiet" className="mt-3 -mb-2 print:hidden" onClick={() => print()}>
          <Printer className="size-5" />
          {m.orderPrint()}
        </Button>
      </div>
    </Card>
  );
}

/** Not printed: payment attempts would fill a page, and only their result matters on paper. */
const isTry = ({ to }: OrderEvent) => to === 'processing' || to === 'failed';

const texts: EventTexts = {
  side: 'buyer',
  total: m.eventTotal,
  payment: {
    pending: { otherwise: m.depositPaid },
    processing: { otherwise: m.eventPaymentAsked },
    paid: { otherwise: m.paymentStatusPaid },
    failed: { otherwise: m.eventPaymentFailed },
    refund_due: { otherwise: m.orderRefundDue },
    refunded: { otherwise: m.orderRefunded },
  },
};
