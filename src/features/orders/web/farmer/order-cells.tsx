import type { ReactNode } from 'react';
import { clockRules } from '#orders/rules/order-clock.ts';
import {
  isDisputed,
  isEnded,
  isOnTheWay,
  isToAnswer,
  isToSend,
} from '#orders/rules/order-facts.ts';
import { cashText, moneyText } from '#platform/rules/money.ts';
import { telLink } from '#platform/web/shell/site-info.ts';
import { Badge, type BadgeTone } from '#platform/web/ui/feedback/badge.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { preOrderText } from '#products/web/catalogue/offer-texts.ts';
import { productNameText } from '#products/web/product-texts.ts';
import { m } from '#text';
import {
  fulfilmentLabels,
  packedText,
  paymentMethodText,
  paymentStatusLabels,
  paymentStatusTones,
  wishText,
} from '../order-texts.ts';
import type { FarmerOrder } from './use-orders.ts';

type OrderProps = { order: FarmerOrder };

export const buyerText = ({ buyerName }: Pick<FarmerOrder, 'buyerName'>) =>
  buyerName ?? m.orderBuyerGone();

/** "12 kg, 2 crates of 20 kg" */
export const quantitiesText = ({ lines }: Pick<FarmerOrder, 'lines'>) =>
  lines.map(packedText).join(', ');

/** "Sukuma wiki (Thousand-headed kale), Eggs" */
export const productsText = ({ lines }: Pick<FarmerOrder, 'lines'>) =>
  lines.map(productNameText).join(', ');

const itemsText = ({ itemCount }: Pick<FarmerOrder, 'itemCount'>) =>
  m.orderItems({ count: itemCount });

export function addressText({ fulfilment, deliveryAddress, deliveryArea }: FarmerOrder): string {
  if (fulfilment === 'collection') return fulfilmentLabels.collection();
  return deliveryAddress ?? deliveryArea ?? fulfilmentLabels.delivery();
}

/** "deliver to Section 58, 4 km" */
export function placeText(order: FarmerOrder): string {
  const { fulfilment, distanceKm } = order;
  if (fulfilment === 'collection') return m.orderBuyerCollects();
  const place = addressText(order);
  return distanceKm === null
    ? m.orderDeliverTo({ place })
    : m.orderDeliverToFar({ place, distance: distanceKm });
}

/** "M-Pesa", "M-Pesa: Paid". A pending payment is not mentioned. */
export function paymentText({ paymentMethod, paymentStatus, fulfilment }: FarmerOrder): string {
  const method = paymentMethodText(paymentMethod, fulfilment);
  return paymentStatus === 'pending'
    ? method
    : `${method}: ${paymentStatusLabels[paymentStatus]()}`;
}

/** Null once everything is paid or refunded. */
export function depositText({ harvestBy, depositPaidAt, paymentStatus }: FarmerOrder) {
  if (!harvestBy || !['pending', 'processing', 'failed'].includes(paymentStatus)) return null;
  return depositPaidAt ? m.depositPaid() : m.depositNotPaid();
}

/** Null once nothing is owed. */
export function paymentChip(order: FarmerOrder): { tone: BadgeTone; text: string } | null {
  const { amount, paymentStatus, paymentMethod, status } = order;
  if (paymentStatus === 'paid') return { tone: 'leaf', text: m.orderPaidChip() };
  if (paymentStatus === 'pending' && isEnded(status)) return null;
  // In a dispute the buyer pays only for the goods that they keep.
  if (paymentMethod === 'Cash on delivery' && !isDisputed(status))
    return { tone: 'maize', text: m.orderCashChip({ amount: cashText(amount) }) };
  const method = paymentMethodText(paymentMethod, order.fulfilment);
  const { [paymentStatus]: tone } = paymentStatusTones;
  const deposit = depositText(order);
  if (deposit !== null) return { tone: order.depositPaidAt ? 'leaf' : tone, text: deposit };
  // Nobody pays before the farmer has accepted.
  if (isToAnswer(status)) return { tone, text: method };
  return { tone, text: `${method}: ${paymentStatusLabels[paymentStatus]()}` };
}

export function PaymentChip({ order }: OrderProps) {
  const chip = paymentChip(order);
  return chip && <Badge tone={chip.tone}>{chip.text}</Badge>;
}

export function reportText({
  status,
  dispute,
}: Pick<FarmerOrder, 'status' | 'dispute'>): string | null {
  if (!isDisputed(status) || !dispute) return null;
  const { length: count } = dispute.photos;
  const photos =
    count > 0 && (count === 1 ? m.disputePhotoCountOne() : m.disputePhotoCount({ count }));
  return [dispute.reason && `“${dispute.reason}”`, photos].filter(Boolean).join('\u00a0· ') || null;
}

const MINUTE_MILLISECONDS = 60_000;
const HOUR_MINUTES = 60;

/** Null if there is nothing to say. */
export function waitText(order: FarmerOrder): string | null {
  const { status, date, deliveryDate, steps } = order;
  if (isToAnswer(status)) {
    if (order.harvestBy) return preOrderText(order.harvestBy);
    const minutes = Math.floor(
      (Date.parse(date) - Date.now()) / MINUTE_MILLISECONDS +
        clockRules.expiry.seconds / HOUR_MINUTES,
    );
    return minutes > 0 ? m.orderAnswerWithin({ time: timeLeftText(minutes) }) : null;
  }
  if (isToSend(status) && !steps.includes('dispatch')) return m.orderWaitsForPayment();
  if (isToSend(status) || isOnTheWay(status))
    return deliveryDate && m.orderPromised({ date: dateText(deliveryDate) });
  return dateText(date);
}

const timeLeftText = (minutes: number): string =>
  minutes < HOUR_MINUTES
    ? m.timeLeftMinutes({ minutes })
    : m.timeLeftHours({
        hours: Math.floor(minutes / HOUR_MINUTES),
        minutes: minutes % HOUR_MINUTES,
      });

export const isAddressToCome = ({ fulfilment, status }: FarmerOrder) =>
  fulfilment === 'delivery' && isToAnswer(status);

export function PaymentCell({ order }: OrderProps) {
  const method = paymentMethodText(order.paymentMethod, order.fulfilment);
  const isInChip = paymentChip(order)?.text.startsWith(method);
  return (
    <>
      <span className="whitespace-nowrap font-semibold tabular-nums">
        {moneyText(order.amount)}
      </span>
      {!isInChip && <Aside>{method}</Aside>}
      {/* In two lines, so that the buttons at the end of the row stay in sight. */}
      <span className="mt-1 block max-w-32 *:whitespace-normal *:rounded-lg empty:hidden">
        <PaymentChip order={order} />
      </span>
    </>
  );
}

export function BuyerCell({ order }: OrderProps) {
  return (
    <>
      <span className="wrap-anywhere block md:min-w-24">{buyerText(order)}</span>
      {order.buyerPhone && (
        <a
          href={telLink(order.buyerPhone)}
          className="link inline-flex min-h-11 items-center whitespace-nowrap text-sm md:min-h-0"
        >
          {phoneText(order.buyerPhone)}
        </a>
      )}
    </>
  );
}

export function ProductCell({ order }: OrderProps) {
  return (
    <>
      <span className="wrap-anywhere line-clamp-3 md:min-w-28">{productsText(order)}</span>
      <Aside>
        {order.itemCount > 1 && `${itemsText(order)}: `}
        {quantitiesText(order)}
      </Aside>
    </>
  );
}

export function DeliveryCell({ order }: OrderProps) {
  const wish = wishText(order);
  return (
    <>
      <span className="wrap-anywhere line-clamp-3 md:min-w-28">{addressText(order)}</span>
      {isAddressToCome(order) && <Aside>{m.orderAddressLater()}</Aside>}
      {wish && <Aside>{m.wishedForFarmer({ wish })}</Aside>}
      {order.deliveryDate && (
        <Aside>{m.orderPromised({ date: dateText(order.deliveryDate) })}</Aside>
      )}
    </>
  );
}

function Aside({ children }: { children: ReactNode }) {
  return <span className="mt-0.5 block text-muted text-sm">{children}</span>;
}

/** Null if the goods don't weigh more than agreed. */
export function differenceText(order: FarmerOrder): string | null {
  const { status, difference } = order;
  // Missing in answers cached earlier.
  if (!isOnTheWay(status) || !difference) return null;
  const values = { buyer: buyerText(order), amount: cashText(difference.amount) };
  switch (difference.status) {
    case 'open':
      return m.differenceOpenFarmer(values);
    case 'left':
      return m.differenceLeftFarmer(values);
    case 'paid':
      return m.differencePaidFarmer(values);
  }
}
