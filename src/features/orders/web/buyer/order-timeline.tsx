import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { isCompleted, isEnded } from '#features/orders/rules/order-facts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { type EventTexts, eventText } from '../event-text.ts';
import { TakenAtLine } from '../taken-at-line.tsx';
import type { Order, OrderEvent } from './order.ts';

/** The order's events so far, oldest first. */
export function OrderTimeline({ order }: { order: Order }) {
  // The tracker shows the steps of an order under way; how another one ended is shown here.
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
            aria-hidden="true"
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

/**
 * Left out in print, because payment attempts would fill a page and only their result matters on
 * paper.
 */
const isTry = ({ to }: OrderEvent) => to === 'processing' || to === 'failed';

const texts: EventTexts = {
  side: 'buyer',
  total: m.eventTotal,
  payment: {
    pending: { otherwise: m.depositPaid },
    processing: { otherwise: m.eventPaymentAsked },
    paid: { otherwise: m.eventPaid },
    failed: { otherwise: m.eventPaymentFailed },
    refund_due: { otherwise: m.orderRefundDue },
    refunded: { otherwise: m.orderRefunded },
  },
};
