import { CalendarDays, Printer } from 'lucide-react';
import { cashText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { LazyAskForPush, LazyOfferInstall } from '#platform/web/shell/lazy-ask-for-push.tsx';
import { Moment } from '#platform/web/ui/feedback/moment.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { momentText, weekdayText } from '#platform/web/ui/format/date-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { OwnDispute } from '../disputes/own-dispute.tsx';
import { OrderStatusBadge } from '../order-status.tsx';
import { wishText } from '../order-texts.ts';
import type { Order } from './order.ts';
import { OrderFarm } from './order-farm.tsx';
import { OrderLines } from './order-lines.tsx';
import {
  deadlineMeaning,
  orderMeaning,
  refundMeaning,
  releaseMeaning,
  suspensionMeaning,
} from './order-meaning.ts';
import { OrderSteps, ReceiveOrder } from './order-steps.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { OtherFarms } from './other-farms.tsx';
import { OwnReview } from './own-review.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { RatingForm } from './rating-form.tsx';

/**
 * The buyer's view of an order: first the status and the next step, then the details, then the
 * history.
 */
export function OrderView({ order }: { order: Order }) {
  const { id, status, createdAt, reason, steps, review } = order;
  const more = [
    suspensionMeaning(order),
    releaseMeaning(order),
    refundMeaning(order),
    deadlineMeaning(order),
  ].filter((text) => text !== null);
  const hasReason = reason !== null && ['rejected', 'cancelled', 'disputed'].includes(status);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="font-extrabold text-3xl">
          {m.orderTitle({ id })}
        </h1>
        <OrderStatusBadge order={order} />
        <p className="text-muted max-sm:w-full">
          {m.orderPlacedAt({ moment: momentText(createdAt) })}
        </p>
        <Button
          variant="quiet"
          size="small"
          className="ml-auto max-sm:hidden print:hidden"
          onClick={() => print()}
        >
          <Printer aria-hidden="true" className="size-4.5" />
          {m.orderPrint()}
        </Button>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] print:grid-cols-[1.3fr_1fr] print:gap-3 print:text-sm">
        <div className="grid grid-cols-1 gap-6 print:gap-3">
          {status === 'completed' && <Moment picture="handed-over">{m.momentReceived()}</Moment>}
          <Card className="grid gap-4">
            <ArrivalDay order={order} />
            <Wish order={order} />
            <div role="status" className="grid gap-2">
              <p className="font-semibold text-lg leading-snug">{orderMeaning(order)}</p>
              {more.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {hasReason && (
                <p className="wrap-anywhere">
                  <span className="text-muted">{m.ownOrderReason()}</span> {reason}
                </p>
              )}
            </div>
            <HandoverCode order={order} />
            <ReceiveOrder order={order} />
          </Card>
          {status === 'pending' && <LazyAskForPush instead={<LazyOfferInstall />} />}
          <OwnDispute order={order} />
          <PaymentPanel order={order} />
          <OrderSteps order={order} />
          {(status === 'rejected' || status === 'expired') && <OtherFarms order={order} />}
          {steps.includes('rate') && <RatingForm order={order} />}
          {review && <OwnReview review={review} />}
          <OrderLines order={order} />
        </div>
        <div className="grid grid-cols-1 gap-6 print:gap-3">
          <OrderFarm order={order} />
          <OrderTimeline order={order} />
        </div>
      </div>
    </>
  );
}

/** The day that the farm has promised, until the goods have arrived. */
function ArrivalDay({ order: { status, deliveryDate, fulfilment } }: { order: Order }) {
  if (!deliveryDate || (status !== 'confirmed' && status !== 'dispatched')) return null;
  const day = weekdayText(deliveryDate);
  return (
    <p className="flex items-center gap-2 font-bold text-leaf text-xl leading-snug">
      <CalendarDays aria-hidden="true" className="size-6 shrink-0" />
      {fulfilment === 'delivery' ? m.orderArrives({ day }) : m.orderCollectFrom({ day })}
    </p>
  );
}

/** The day that the buyer asked for; the farm's own day is above it. */
function Wish({ order }: { order: Order }) {
  const wish = wishText(order);
  return wish && <p className="text-muted">{m.wishedForBuyer({ wish })}</p>;
}

/** The code that the buyer gives at the handover, and the cash; it completes the order. */
function HandoverCode({ order }: { order: Order }) {
  const { handoverCode, status, paymentMethod, total } = order;
  const isCash = paymentMethod === 'Cash on delivery';
  if (!handoverCode || status !== 'dispatched') return null;
  return (
    <div className="grid justify-items-center gap-1 rounded-card bg-leaf-soft p-5 text-center text-on-leaf-soft">
      <h3 className="font-semibold">{m.handoverCodeTitle()}</h3>
      <p className="font-extrabold text-5xl tabular-nums tracking-[0.2em] [text-indent:0.2em]">
        <span aria-hidden="true">{handoverCode}</span>
        {/* Read out digit by digit, not as "four thousand and seventeen". */}
        <span className="sr-only">{[...handoverCode].join(' ')}</span>
      </p>
      {isCash && <p className="font-bold text-lg">{m.handoverCash({ amount: cashText(total) })}</p>}
      <p className="text-sm">{isCash ? m.handoverCashMeaning() : m.handoverCodeMeaning()}</p>
    </div>
  );
}
