import {
  clockRules,
  isDisputed,
  isEnded,
  isOnTheWay,
  isToAnswer,
  isToSend,
  type OrderGroup,
  orderGroupNames,
  orderGroups,
} from '#orders/rules/order-facts.ts';
import { productNameText } from '#products/rules/product-texts.ts';
import { preOrderText } from '#products/web/catalogue/offer.tsx';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Badge, type BadgeTone } from '#ui/feedback.tsx';
import { dateText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import {
  depositText,
  fulfilmentLabels,
  packedText,
  paymentMethodText,
  paymentStatusLabels,
  paymentStatusTones,
} from '../order-texts.ts';

export const buyerText = ({ buyerName }: Pick<FarmerOrder, 'buyerName'>) =>
  buyerName ?? m.orderBuyerGone();

/** "12 kg, 2 crates of 20 kg" */
export const quantitiesText = ({ lines }: Pick<FarmerOrder, 'lines'>) =>
  lines.map(packedText).join(', ');

/** "Sukuma wiki (Thousand-headed kale), Eggs" */
export const productsText = ({ lines }: Pick<FarmerOrder, 'lines'>) =>
  lines.map(productNameText).join(', ');

export function addressText({ fulfilment, deliveryAddress, deliveryArea }: FarmerOrder): string {
  if (fulfilment === 'collection') return deliveryAddress ?? fulfilmentLabels.collection();
  return deliveryAddress ?? deliveryArea ?? fulfilmentLabels.delivery();
}

/** "deliver to Section 58, 4 km" */
export function placeText(order: FarmerOrder): string {
  const { fulfilment, deliveryAddress, distanceKm } = order;
  if (fulfilment === 'collection' && !deliveryAddress) return m.orderBuyerCollects();
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

export function paymentChip(order: FarmerOrder): { tone: BadgeTone; text: string } | null {
  const { amount, paymentStatus, paymentMethod, status } = order;
  if (paymentStatus === 'paid') return { tone: 'leaf', text: m.orderPaidChip() };
  if (paymentStatus === 'pending' && isEnded(status)) return null;
  // In a dispute the buyer pays only for the goods that they keep.
  if (paymentMethod === 'Cash on delivery' && !isDisputed(status))
    return { tone: 'maize', text: m.orderCashChip({ amount: moneyText(amount) }) };
  const method = paymentMethodText(paymentMethod, order.fulfilment);
  const { [paymentStatus]: tone } = paymentStatusTones;
  const deposit = depositText(order);
  if (deposit !== null) return { tone: order.depositPaidAt ? 'leaf' : tone, text: deposit };
  // Nobody pays before the farmer has accepted.
  if (isToAnswer(status)) return { tone, text: method };
  return { tone, text: `${method}: ${paymentStatusLabels[paymentStatus]()}` };
}

export function PaymentChip({ order }: { order: FarmerOrder }) {
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

/** Null if the goods don't weigh more than agreed. */
export function differenceText(order: FarmerOrder): string | null {
  const { status, difference } = order;
  // Missing in answers cached earlier.
  if (!isOnTheWay(status) || !difference) return null;
  const values = { buyer: buyerText(order), amount: moneyText(difference.amount) };
  switch (difference.status) {
    case 'open':
      return m.differenceOpenFarmer(values);
    case 'left':
      return m.differenceLeftFarmer(values);
    case 'paid':
      return m.differencePaidFarmer(values);
  }
}

export function useOrders(group: OrderGroup | undefined) {
  return trpc.farmer.orders.list.useInfiniteQuery(
    { isByTurn: true, ...(group && { group }) },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
    },
  );
}

export type FarmerOrder = NonNullable<
  ReturnType<typeof useOrders>['data']
>['pages'][number]['orders'][number];
export type FarmerStep = FarmerOrder['steps'][number];

export const useOrder = (orderId: number) => trpc.farmer.orders.get.useQuery({ orderId });
export type OrderEvent = NonNullable<ReturnType<typeof useOrder>['data']>['events'][number];

/** Older links contain a status. */
export const groupIn = (given: string | undefined): OrderGroup | undefined =>
  orderGroupNames.find(
    (group) => group === given || orderGroups[group].some((status) => status === given),
  );
