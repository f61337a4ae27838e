import { CalendarDays } from 'lucide-react';
import { isToAnswer } from '#orders/rules/order-facts.ts';
import { productNameText } from '#products/rules/product-texts.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { isStepTaken, QueuedMark, useQueued } from '#web/offline/queued-mark.tsx';
import { OrderStatusBadge, orderStateText } from '../order-status.tsx';
import { orderedText, packedText, wishText } from '../order-texts.ts';
import {
  buyerText,
  differenceText,
  type FarmerOrder,
  type FarmerStep,
  PaymentChip,
  paymentChip,
  placeText,
  reportText,
  waitText,
} from './order-cells.tsx';
import { nextStep, stepLabel, stepVariant } from './order-step.tsx';

type OrderProps = {
  onOpen: (order: FarmerOrder) => void;
  onStep: (order: FarmerOrder, step: FarmerStep) => void;
};

export function OrderCards({
  orders,
  ...actions
}: OrderProps & { orders: readonly FarmerOrder[] }) {
  return (
    <ul className="grid gap-1.5 sm:gap-2 md:grid-cols-2" aria-label={m.farmTabOrders()}>
      {orders.map((order, index) => (
        <OrderCard key={order.id} order={order} isFirst={index === 0} {...actions} />
      ))}
    </ul>
  );
}

const SEPARATOR = '\u00a0· ';

/** Only the most urgent order has a filled button. */
function OrderCard({
  order,
  isFirst,
  onOpen,
  onStep,
}: OrderProps & { order: FarmerOrder; isFirst: boolean }) {
  const { id, amount, lines } = order;
  const queued = useQueued(`order:${id}`);
  const next = isStepTaken(queued) ? undefined : nextStep(order);
  const number = m.orderNumber({ id });
  const wait = waitText(order);
  const isDue = isToAnswer(order.status) && !order.harvestBy && wait !== null;
  const wish = wishText(order);
  const report = reportText(order);
  const difference = differenceText(order);
  const label = next && (next === 'complete' ? m.orderEnterCode() : stepLabel(next, order));
  return (
    <li className="relative rounded-card border border-line bg-card px-3 pt-1 pb-2 has-[h3_button:hover]:border-leaf">
      {wish && (
        <p className="flex items-center gap-1.5 font-semibold text-leaf text-sm leading-snug">
          <CalendarDays className="size-4 shrink-0" />
          {m.wishedForFarmer({ wish })}
        </p>
      )}
      <div className="flex items-baseline justify-between gap-3 font-bold">
        <h3 className="min-w-0">
          <button
            type="button"
            aria-label={m.orderOpenDetails({ order: number })}
            onClick={() => onOpen(order)}
            className="block w-full truncate text-left after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-leaf"
          >
            {buyerText(order)}
          </button>
        </h3>
        <span className="whitespace-nowrap tabular-nums">{moneyText(amount)}</span>
      </div>
      <p className="wrap-anywhere text-muted text-sm leading-snug max-md:line-clamp-2">
        {`#${id}${SEPARATOR}`}
        {/* The button names the next step, so the status is here. Without a button there is a
            badge. */}
        {next && `${orderStateText(order)}${SEPARATOR}`}
        {isDue && (
          <>
            <b className="text-soil">{wait}</b>
            {SEPARATOR}
          </>
        )}
        {lines.map((line) => `${weightText(line)} ${productNameText(line)}`).join(', ')}
        {SEPARATOR}
        {placeText(order)}
      </p>
      {difference && <p className="mt-0.5 font-semibold text-sm leading-snug">{difference}</p>}
      {report && (
        <p className="mt-0.5 line-clamp-2 font-semibold text-sm text-soil leading-snug">{report}</p>
      )}
      {((wait && !isDue) || !next || paymentChip(order)) && (
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm leading-snug">
          <PaymentChip order={order} />
          {!next && <OrderStatusBadge order={order} />}
          {wait && !isDue && <span className="text-muted">{wait}</span>}
        </p>
      )}
      {queued && <QueuedMark entry={queued} />}
      {next && (
        <div className="relative mt-1 flex gap-2">
          <Button
            isWide
            className="min-h-11! px-3! py-1!"
            variant={isFirst ? stepVariant(next) : 'secondary'}
            aria-label={`${label}: ${number}`}
            onClick={() => onStep(order, next)}
          >
            {label}
          </Button>
          {order.steps.includes('reject') && (
            <Button
              variant="quiet"
              className="min-h-11! shrink-0 py-1!"
              aria-label={`${m.orderReject()}: ${number}`}
              onClick={() => onStep(order, 'reject')}
            >
              {m.orderReject()}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const weightText = (line: FarmerOrder['lines'][number]): string =>
  (line.weighedQuantity ?? null) === null ? packedText(line) : orderedText(line);
