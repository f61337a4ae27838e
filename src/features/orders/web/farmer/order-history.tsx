import {
  type Fulfilment,
  orderStatuses,
  paymentStatuses,
} from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { actorLabels, orderStatusText, paymentStatusLabels } from '../order-texts.ts';
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
            <span className="block">
              {m.orderEventStep({
                what: stepText(event, fulfilment),
                who: actorLabels[event.actor](),
              })}
            </span>
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

function stepText({ subject, from, to }: OrderEvent, fulfilment: Fulfilment): string {
  const status = orderStatuses.find((name) => name === to);
  const payment = paymentStatuses.find((name) => name === to);
  if (subject === 'paymentStatus') return payment ? paymentStatusLabels[payment]() : to;
  if (from === null) return m.orderEventPlaced();
  return status ? orderStatusText(status, fulfilment) : to;
}
