import { Check, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { isCompleted, isEnded } from '#orders/rules/order-facts.ts';
import { m } from '#text';
import { dayText, momentText } from '#ui/format/date-text.ts';
import { Card } from '#ui/layout/card.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { type EventTexts, eventText, TakenAtLine } from '../order-parts.tsx';
import type { Order, OrderEvent } from './order.tsx';

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
      <ol
        id={listId}
        className={classNames(
          'mx-4 mb-4 ml-5.5 gap-4 border-line border-l-2 pl-5 print:grid print:gap-2',
          isOpen ? 'grid' : 'hidden',
        )}
      >
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
