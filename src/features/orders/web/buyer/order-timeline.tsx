import { m } from '#platform/rules/text/compiled/messages.js';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { type EventTexts, eventText } from '../event-text.ts';
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

/**
 * Left out in print, because payment attempts would fill a page and only their result matters on
 * paper.
 */
const isTry = ({ to }: OrderEvent) => to === 'processing' || to === 'failed';

const texts: EventTexts = {
  status: {
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
  },
  payment: {
    pending: { otherwise: m.eventPaymentPending },
    processing: { otherwise: m.eventPaymentAsked },
    paid: { otherwise: m.eventPaid },
    failed: { otherwise: m.eventPaymentFailed },
    refund_due: { otherwise: m.orderRefundDue },
    refunded: { otherwise: m.orderRefunded },
  },
};
