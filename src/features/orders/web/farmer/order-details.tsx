import { loadFailureText } from '#farms/web/farmer-data.ts';
import { type Fulfilment, isOnTheWay, isToAnswer } from '#orders/rules/order-facts.ts';
import { priceText, productNameText } from '#products/rules/product-texts.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Dialog } from '#ui/dialog.tsx';
import { Button, Skeleton } from '#ui/elements.tsx';
import { Notice, QueryView } from '#ui/feedback.tsx';
import { dateText, momentText } from '#ui/format.ts';
import { isStepTaken, QueuedMark, useQueued } from '#web/offline/queued-mark.tsx';
import {
  DirectionsLink,
  DisputeView,
  type EventTexts,
  eventText,
  PhoneLinks,
  TakenAtLine,
} from '../order-parts.tsx';
import { OrderStatusBadge } from '../order-status.tsx';
import { orderedText, payoutStatusLabels, wishText } from '../order-texts.ts';
import {
  addressText,
  buyerText,
  differenceText,
  type FarmerOrder,
  type FarmerStep,
  isAddressToCome,
  type OrderEvent,
  PaymentChip,
  paymentText,
  useOrder,
} from './order-cells.tsx';
import { nextStep, stepLabel, stepsOf, stepVariant } from './order-step.tsx';
import { ReviewView } from './step-dialog.tsx';

type OrderDetailsProps = {
  orderId: number;
  onClose: () => void;
  onStep: (order: FarmerOrder, step: FarmerStep) => void;
};

export function OrderDetails({ orderId, onClose, onStep }: OrderDetailsProps) {
  const order = useOrder(orderId);
  const queued = useQueued(`order:${orderId}`);
  const steps = !isStepTaken(queued) && order.data ? stepsOf(order.data) : [];
  return (
    <Dialog
      isOpen
      isBroad
      title={m.orderNumber({ id: orderId })}
      onClose={onClose}
      actions={
        order.data &&
        steps.length > 0 && (
          <StepButtons
            order={{ ...order.data, steps }}
            onStep={(step) => onStep(order.data, step)}
          />
        )
      }
    >
      <QueryView
        query={order}
        skeleton={<Skeleton className="h-96" />}
        errorText={loadFailureText(order.error)}
      >
        {(found) => (
          <div className="grid gap-6">
            {queued && <QueuedMark entry={queued} />}
            <Facts order={found} />
            {found.dispute && (
              <section>
                <h3 className="mb-2 font-bold">{m.disputeTitleFarmer()}</h3>
                <DisputeView dispute={found.dispute} order={found} reader="farmer" />
              </section>
            )}
            <OrderContact order={found} />
            <OrderLines order={found} />
            {found.review && (
              <section>
                <h3 className="mb-2 font-bold">{m.orderReviewTitle()}</h3>
                <ReviewView review={found.review} />
              </section>
            )}
            {/* The date above is the first event's. */}
            {found.events.length > 1 && (
              <OrderHistory events={found.events} fulfilment={found.fulfilment} />
            )}
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}

type StepButtonsProps = { order: FarmerOrder; onStep: (step: FarmerStep) => void };

function StepButtons({ order, onStep }: StepButtonsProps) {
  const next = nextStep(order);
  const rest = order.steps.filter((step) => step !== next);
  return (
    <div className="grid w-full gap-1">
      {next && (
        <Button isWide variant={stepVariant(next)} onClick={() => onStep(next)}>
          {stepLabel(next, order)}
        </Button>
      )}
      <div className="flex flex-wrap justify-center gap-x-2 empty:hidden">
        {rest.map((step) => (
          <Button key={step} variant="quiet" onClick={() => onStep(step)}>
            {stepLabel(step, order)}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Facts({ order }: { order: FarmerOrder }) {
  const { fulfilment, distanceKm, deliveryDate, note, payout, buyerRating } = order;
  const facts: [string, string | null][] = [
    [m.orderColumnBuyer(), buyerText(order)],
    [m.buyerRatingLabel(), buyerRating && m.buyerRatingText(buyerRating)],
    [m.orderColumnDate(), momentText(order.date)],
    [
      m.orderColumnDelivery(),
      isAddressToCome(order)
        ? `${addressText(order)}\n${m.orderAddressLater()}`
        : addressText(order),
    ],
    [m.wishedLabel(), wishText(order)],
    [
      fulfilment === 'delivery' ? m.deliveryDateLabel() : m.collectionDateLabel(),
      deliveryDate && dateText(deliveryDate),
    ],
    [m.orderColumnPayment(), paymentText(order)],
    [m.paymentColumnPayout(), payout && payoutText(payout)],
    [m.orderNote(), note],
    [m.orderReason(), order.dispute?.reason === order.reason ? null : order.reason],
  ];
  const isLocked = isOnTheWay(order.status) && order.handoverTriesLeft === 0;
  const difference = differenceText(order);
  const isTooSoon = order.notCollectedFrom !== null && !order.steps.includes('notCollected');
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <OrderStatusBadge order={order} />
        <PaymentChip order={order} />
        {distanceKm !== null && fulfilment === 'delivery' && (
          <span className="text-muted text-sm">{m.orderDistance({ distance: distanceKm })}</span>
        )}
      </p>
      {isLocked && <Notice type="info">{m.errorHandoverLocked()}</Notice>}
      {difference && <p className="font-semibold">{difference}</p>}
      {isTooSoon && order.notCollectedFrom && (
        <p className="text-muted">
          {m.orderNotCollectedFrom({ moment: momentText(order.notCollectedFrom) })}
        </p>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="min-w-0">
                <dt className="text-muted text-sm">{name}</dt>
                <dd className="whitespace-pre-line break-words font-medium">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

const payoutText = ({ status, amount, receipt }: NonNullable<FarmerOrder['payout']>) =>
  `${moneyText(amount)}: ${payoutStatusLabels[status]()}${receipt ? ` (${receipt})` : ''}`;

function OrderContact({ order }: { order: FarmerOrder }) {
  const { id, buyerPhone, dropOff, status } = order;
  if (isToAnswer(status)) return <p className="text-muted text-sm">{m.orderPhoneLater()}</p>;
  if (!buyerPhone && !dropOff) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {buyerPhone && (
        <PhoneLinks
          phoneNumber={buyerPhone}
          name={buyerText(order)}
          greeting={m.orderGreeting({ id })}
        />
      )}
      {dropOff && <DirectionsLink to={dropOff} />}
    </div>
  );
}

type OrderHistoryProps = { events: readonly OrderEvent[]; fulfilment: Fulfilment };

function OrderHistory({ events, fulfilment }: OrderHistoryProps) {
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
    paid: { mpesa: m.eventPaidByMpesa, otherwise: m.paymentStatusPaid },
    failed: { otherwise: m.eventPaymentFailed },
    refund_due: { otherwise: m.paymentStatusRefundDue },
    refunded: { otherwise: m.paymentStatusRefunded },
  },
};

function OrderLines({ order: { lines, deliveryFee, amount } }: { order: FarmerOrder }) {
  return (
    <section>
      <h3 className="mb-2 font-bold">{m.orderLinesTitle()}</h3>
      <dl className="grid gap-2">
        {lines.map((line, index) => (
          <Sum
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be there twice, and the lines never change places
            key={index}
            name={productNameText(line)}
            note={`${orderedText(line)} × ${priceText(line.price, line.unit)}`}
            amount={line.total}
          />
        ))}
        {deliveryFee > 0 && <Sum name={m.deliveryFeeLabel()} amount={deliveryFee} />}
        <div className="flex justify-between gap-4 border-line border-t pt-2 font-bold">
          <dt>{m.orderTotal()}</dt>
          <dd className="tabular-nums">{moneyText(amount)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Sum({ name, note, amount }: { name: string; note?: string; amount: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0">
        {name}
        {note && <span className="block text-muted text-sm">{note}</span>}
      </dt>
      <dd className="shrink-0 tabular-nums">{moneyText(amount)}</dd>
    </div>
  );
}
