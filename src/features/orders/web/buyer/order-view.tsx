import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { isOnTheWay, isRefused, isToAnswer, isToSend } from '#orders/rules/order-facts.ts';
import { priceText, productNameText } from '#products/rules/product-texts.ts';
import { ProductPicture } from '#products/web/catalogue/offer.tsx';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Card } from '#ui/elements.tsx';
import { weekdayText } from '#ui/format.ts';
import { LazyAskForPush, LazyOfferInstall } from '#web/lazy-ask-for-push.tsx';
import { PaperFoot, PaperHead } from '#web/page-frame.tsx';
import { readSession } from '#web/session.ts';
import { BackLink } from '../back-link.tsx';
import { OrderStatusBadge } from '../order-status.tsx';
import { orderedText, wishText } from '../order-texts.ts';
import { PaymentPanel } from '../payments/payment-panel.tsx';
import { farmText, type Order, pictured } from './order.tsx';
import { OrderFarm, OtherFarms } from './order-farm.tsx';
import { OrderSentence, OrderTimeline, OrderTracker } from './order-progress.tsx';
import { CancelOrder, OrderSteps, ReceiveOrder } from './order-steps.tsx';
import { OwnDispute, OwnReview, RatingForm } from './rating-and-dispute.tsx';

type OrderViewProps = {
  order: Order;
  afterwards?: ((order: Order) => React.ReactNode) | undefined;
};

export function OrderView({ order, afterwards }: OrderViewProps) {
  const { id, status, steps, review } = order;
  return (
    <>
      <PrintedHead order={order} />
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-0.5 sm:mb-6 sm:gap-x-4">
        <div className="flex items-center sm:gap-5">
          <BackLink tab="orders">{m.tabOrders()}</BackLink>
          <h1 tabIndex={-1} className="font-extrabold text-2xl sm:text-3xl">
            {m.orderNumber({ id })}
          </h1>
        </div>
        <OrderStatusBadge order={order} />
      </div>
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] print:grid-cols-[1.3fr_1fr] print:gap-3 print:text-sm">
        <div className="grid grid-cols-1 gap-4 sm:gap-6 print:gap-3">
          <Card className="grid grid-cols-1 gap-4 p-4!">
            <OrderTracker order={order} />
            {/* The code agrees to the weights, so a difference comes before it. */}
            {isOnTheWay(status) && <PaymentPanel order={order} />}
            <HandoverCode order={order} />
            <OrderSentence order={order} />
            {!isOnTheWay(status) && <PaymentPanel order={order} />}
            <ArrivalDay order={order} />
            <Wish order={order} />
            <ReceiveOrder order={order} />
            <OrderSteps order={order} afterwards={afterwards} />
          </Card>
          {isToAnswer(status) && <LazyAskForPush instead={<LazyOfferInstall />} />}
          <OwnDispute order={order} />
          {isRefused(status) && <OtherFarms order={order} />}
          {steps.includes('rate') && <RatingForm order={order} />}
          {review && <OwnReview review={review} />}
          <OrderLines order={order} />
        </div>
        <div className="grid grid-cols-1 gap-4 sm:gap-6 print:gap-3">
          <OrderFarm order={order} />
          <OrderTimeline order={order} />
          <CancelOrder order={order} />
        </div>
      </div>
      <PaperFoot />
    </>
  );
}

function PrintedHead({ order }: { order: Order }) {
  const buyer = readSession('buyer')?.user;
  return (
    <PaperHead>
      <p className="text-right">
        {buyer && m.orderPrintBuyer({ name: `${buyer.firstName} ${buyer.lastName}` })}
        <br />
        {m.orderPrintFarm({ name: farmText(order) })}
      </p>
    </PaperHead>
  );
}

function ArrivalDay({ order: { status, deliveryDate, fulfilment } }: { order: Order }) {
  if (!deliveryDate || !(isToSend(status) || isOnTheWay(status))) return null;
  const day = weekdayText(deliveryDate);
  return (
    <p className="flex items-center gap-2 font-bold text-leaf text-lg leading-snug sm:text-xl">
      <CalendarDays className="size-6 shrink-0" />
      {fulfilment === 'delivery' ? m.orderArrives({ day }) : m.orderCollectFrom({ day })}
    </p>
  );
}

function Wish({ order }: { order: Order }) {
  const wish = wishText(order);
  return wish && <p className="text-muted">{m.wishedForBuyer({ wish })}</p>;
}

function HandoverCode({ order }: { order: Order }) {
  const { handoverCode, status, paymentMethod, total } = order;
  const isCash = paymentMethod === 'Cash on delivery';
  if (!handoverCode || !isOnTheWay(status)) return null;
  return (
    <div className="grid justify-items-center gap-1 rounded-card bg-leaf-soft p-4 text-center text-on-leaf-soft">
      <h3 className="font-semibold">{m.handoverCodeTitle()}</h3>
      <p className="font-extrabold text-5xl tabular-nums tracking-[0.2em] [text-indent:0.2em]">
        <span aria-hidden="true">{handoverCode}</span>
        {/* Read out digit by digit, not as "four thousand and seventeen". */}
        <span className="sr-only">{[...handoverCode].join(' ')}</span>
      </p>
      {isCash && (
        <p className="font-bold text-lg">{m.handoverCash({ amount: moneyText(total) })}</p>
      )}
      <p className="text-sm">{isCash ? m.handoverCashMeaning() : m.handoverCodeMeaning()}</p>
    </div>
  );
}

function OrderLines({ order }: { order: Order }) {
  const { lines, subtotal, deliveryFee, total, fulfilment, note, deposit, depositPaidAt } = order;
  const isRounded = total !== subtotal + deliveryFee;
  return (
    <Card className="p-4!">
      <h2 className="mb-1 font-bold text-lg">{m.orderLinesTitle()}</h2>
      <ul className="divide-y divide-line">
        {lines.map((line, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be there twice, and the lines never change places
            key={index}
            className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-3 py-2.5 print:grid-cols-1"
          >
            <div className="aspect-square overflow-hidden rounded-field bg-sunk print:hidden">
              <ProductPicture product={pictured(line)} sizes="3.5rem" />
            </div>
            <div className="min-w-0">
              {line.productId === null ? (
                <span className="font-semibold">{line.name}</span>
              ) : (
                <Link
                  to="/market/$productId"
                  params={{ productId: line.productId }}
                  className="-my-3 inline-block py-3 wrap-anywhere font-semibold leading-snug text-ink no-underline hover:text-leaf"
                >
                  {productNameText(line)}
                </Link>
              )}
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm tabular-nums">
                <span className="text-muted">
                  {orderedText(line)}{' '}
                  <span className="inline-block">× {priceText(line.price, line.unit)}</span>
                </span>
                <span className="ml-auto font-semibold text-base">{moneyText(line.total)}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <dl className="grid gap-1 border-line border-t pt-3">
        {total !== subtotal && <Sum label={m.orderSubtotal()} value={moneyText(subtotal)} />}
        {fulfilment === 'delivery' && (
          <Sum
            label={m.deliveryFeeLabel()}
            value={deliveryFee > 0 ? moneyText(deliveryFee) : m.deliveryFree()}
          />
        )}
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="font-semibold">{m.orderTotal()}</dt>
          <dd className="font-extrabold text-2xl tabular-nums tracking-tight">
            {moneyText(total)}
          </dd>
        </div>
        {deposit > 0 && (
          <Sum
            label={depositPaidAt ? m.depositPaid() : m.depositNow()}
            value={moneyText(deposit)}
          />
        )}
      </dl>
      {isRounded && <p className="text-right text-muted text-sm">{m.orderRounded()}</p>}
      {note && (
        <p className="mt-4 wrap-anywhere whitespace-pre-line border-line border-t pt-3">
          <span className="text-muted">{m.ownOrderNote()}</span> {note}
        </p>
      )}
    </Card>
  );
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{label}</dt>
    <dd className="ml-auto tabular-nums">{value}</dd>
  </div>
);
