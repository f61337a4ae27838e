import type { Fulfilment } from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { type EventTexts, eventText } from '../event-text.ts';
import { TakenAtLine } from '../taken-at-line.tsx';
import type { OrderEvent } from './use-orders.ts';

type OrderHistoryProps = { events: readonly OrderEvent[]; fulfilment: Fulfilment };

/** An order's events, oldest first: who did what, when and why. */
export function OrderHistory({ events, fulfilment }: OrderHistoryProps) {
  return (
    <section>
      <h3 className="mb-2 font-bold">{m.orderHistoryTitle()}</h3>
      <ol className="grid gap-3 border-line border-l-2 pl-4">
        {events.map((event) => (
          <li key={`${event.subject} ${event.to} ${event.at}`}>
            <span className="block">{eventText(event, fulfilment, texts)}</span>
            {event.reason && <span className="block text-muted">{event.reason}</span>}
            <time dateTime={event.at} className="block text-muted text-sm">
              {momentText(event.at)}
            </time>
            <TakenAtLine event={event} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const texts: EventTexts = {
  side: 'farmer',
  total: m.eventTotalByYou,
  payment: {
    pending: { otherwise: m.depositPaid },
    processing: { otherwise: m.eventPaymentAskedOfBuyer },
    paid: { mpesa: m.eventPaidByMpesa, otherwise: m.eventPaid },
    failed: { otherwise: m.eventPaymentFailed },
    refund_due: { otherwise: m.paymentStatusRefundDue },
    refunded: { otherwise: m.paymentStatusRefunded },
  },
};
