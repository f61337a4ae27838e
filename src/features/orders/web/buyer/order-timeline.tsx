import type { Actor, OrderStatus, PaymentStatus } from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { TakenAtLine } from '../taken-at-line.tsx';
import type { Order, OrderEvent } from './order.ts';

/** The order's events so far, oldest first. */
export function OrderTimeline({ order }: { order: Order }) {
  return (
    <Card>
      <h2 className="mb-4 font-bold text-xl">{m.orderHistoryTitle()}</h2>
      <ol className="grid gap-4 print:gap-2 border-line border-l-2 pl-5">
        {order.events.map((event) => (
          <li
            key={`${event.at} ${event.subject} ${event.to}`}
            className={isTry(event) ? 'relative print:hidden' : 'relative'}
          >
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-[1.6875rem] size-3 rounded-full border-2 border-card bg-leaf-solid"
            />
            <p className="font-semibold leading-snug">{eventText(event, order)}</p>
            {event.reason && <p className="wrap-anywhere text-sm">“{event.reason}”</p>}
            <p className="text-muted text-sm tabular-nums">{momentText(event.at)}</p>
            <TakenAtLine event={event} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/**
 * Left out in print, because payment attempts would fill a page and only their result matters on
 * paper.
 */
const isTry = ({ to }: OrderEvent) => to === 'processing' || to === 'failed';

type Texts = Partial<Record<Actor, () => string>> & { otherwise: () => string };

const statusTexts: Record<OrderStatus, Texts> = {
  pending: { otherwise: m.eventPlaced },
  confirmed: { otherwise: m.eventConfirmed },
  rejected: { otherwise: m.eventRejected },
  expired: { otherwise: m.eventExpired },
  cancelled: {
    buyer: m.eventCancelledByYou,
    farmer: m.eventCancelledByFarm,
    clock: m.eventCancelledUnpaid,
    otherwise: m.eventCancelled,
  },
  dispatched: { otherwise: m.eventSent },
  completed: {
    buyer: m.eventReceived,
    farmer: m.eventHandedOver,
    clock: m.eventCompletedByClock,
    otherwise: m.eventCompleted,
  },
  disputed: { otherwise: m.eventDisputed },
};

const paymentTexts: Record<PaymentStatus, () => string> = {
  pending: m.eventPaymentPending,
  processing: m.eventPaymentAsked,
  paid: m.eventPaid,
  failed: m.eventPaymentFailed,
  refund_due: m.orderRefundDue,
  refunded: m.orderRefunded,
};

/** `to` always matches the subject's kind of status, because the server writes nothing else. */
function eventText({ subject, actor, to }: OrderEvent, { fulfilment }: Order): string {
  if (subject === 'paymentStatus') return paymentTexts[to as PaymentStatus]();
  if (to === 'dispatched' && fulfilment === 'collection') return m.eventReady();
  const texts = statusTexts[to as OrderStatus];
  return (texts[actor] ?? texts.otherwise)();
}
