import { preOrderText } from '#products/web/catalogue/offer.tsx';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Badge, type BadgeTone } from '#ui/feedback.tsx';
import { untilText } from '#ui/format.ts';
import {
  type Actor,
  type Fulfilment,
  isOnTheWay,
  isToAnswer,
  type OrderStatus,
  PENDING_ORDER_SECONDS,
} from '../rules/order-facts.ts';
import { farmText, type ListedOrder } from './buyer/order.tsx';

type StatedOrder = { status: OrderStatus; fulfilment: Fulfilment; depositPaidAt?: string | null };

const isForHarvest = ({ status, depositPaidAt }: StatedOrder) =>
  isToAnswer(status) && Boolean(depositPaidAt);

export const orderStateText = (order: StatedOrder): string =>
  isForHarvest(order) ? m.orderWaitsForHarvest() : orderStatusText(order.status, order.fulfilment);

export const OrderStatusBadge = ({ order }: { order: StatedOrder }) => (
  <Badge tone={isForHarvest(order) ? 'leaf' : statusTexts[order.status].tone}>
    {orderStateText(order)}
  </Badge>
);

export type ByActor = Partial<Record<Actor, () => string>> & { otherwise: () => string };

type StatusTexts = {
  label: () => string;
  tone: BadgeTone;
  events: Record<'buyer' | 'farmer', ByActor>;
  meaning: (order: ListedOrder) => string;
};

export const statusTexts: Record<OrderStatus, StatusTexts> = {
  pending: {
    label: m.orderStatusPending,
    tone: 'maize',
    events: {
      buyer: { otherwise: m.eventPlaced },
      farmer: { otherwise: m.eventPlacedByBuyer },
    },
    meaning: (order) =>
      order.harvestBy
        ? preOrderMeaning(order, order.harvestBy)
        : m.orderPendingMeaning({ farm: farmText(order), until: untilText(answeredBy(order)) }),
  },
  confirmed: {
    label: m.orderStatusConfirmed,
    tone: 'leaf',
    events: {
      buyer: { otherwise: m.eventConfirmed },
      farmer: { otherwise: m.eventConfirmedByYou },
    },
    meaning: confirmedMeaning,
  },
  rejected: {
    label: m.orderStatusRejected,
    tone: 'soil',
    events: {
      buyer: { otherwise: m.eventRejected },
      farmer: { otherwise: m.eventRejectedByYou },
    },
    meaning: (order) =>
      (order.deposit > 0 ? m.preOrderRejectedMeaning : m.orderRejectedMeaning)({
        farm: farmText(order),
      }),
  },
  cancelled: {
    label: m.orderStatusCancelled,
    tone: 'plain',
    events: {
      buyer: {
        buyer: m.eventCancelledByYou,
        farmer: m.eventCancelledByFarm,
        clock: m.eventCancelledUnpaid,
        otherwise: m.eventCancelled,
      },
      farmer: {
        buyer: m.eventCancelledByBuyer,
        farmer: m.eventCancelledByYou,
        clock: m.eventCancelledUnpaid,
        otherwise: m.eventCancelled,
      },
    },
    meaning: (order) =>
      order.notCollectedDisputableUntil
        ? m.orderNotCollectedMeaning({ farm: farmText(order) })
        : m.orderCancelledMeaning(),
  },
  expired: {
    label: m.orderStatusExpired,
    tone: 'plain',
    events: {
      buyer: { otherwise: m.eventExpired },
      farmer: { otherwise: m.eventExpired },
    },
    meaning: (order) =>
      order.deposit > 0
        ? m.preOrderExpiredMeaning()
        : m.orderExpiredMeaning({ farm: farmText(order) }),
  },
  dispatched: {
    label: m.orderStatusDispatched,
    tone: 'sky',
    events: {
      buyer: { otherwise: m.eventSent },
      farmer: { otherwise: m.eventSentByYou },
    },
    meaning: (order) =>
      order.fulfilment === 'delivery'
        ? m.orderSentMeaning({ farm: farmText(order) })
        : // An order of a lot is collected at the lot's point.
          m.orderReadyMeaning({ place: order.deliveryAddress ?? farmText(order) }),
  },
  completed: {
    label: m.orderStatusCompleted,
    tone: 'leaf',
    events: {
      buyer: {
        buyer: m.eventReceived,
        farmer: m.eventHandedOver,
        clock: m.eventCompletedByClock,
        otherwise: m.eventCompleted,
      },
      farmer: {
        buyer: m.eventReceivedByBuyer,
        farmer: m.eventHandedOverByYou,
        clock: m.eventCompletedByClock,
        otherwise: m.eventCompleted,
      },
    },
    meaning: () => m.orderCompletedMeaning(),
  },
  disputed: {
    label: m.orderStatusDisputed,
    tone: 'soil',
    events: {
      buyer: { otherwise: m.eventDisputed },
      farmer: { otherwise: m.disputeTitleFarmer },
    },
    meaning: ({ paymentMethod }) =>
      paymentMethod === 'Cash on delivery'
        ? m.orderDisputedCashMeaning()
        : m.orderDisputedMeaning(),
  },
};

/** A collected order is "ready", not "dispatched". */
export const orderStatusText = (status: OrderStatus, fulfilment: Fulfilment): string =>
  isOnTheWay(status) && fulfilment === 'collection'
    ? m.orderStatusReady()
    : statusTexts[status].label();

function preOrderMeaning(order: ListedOrder, harvestBy: string): string {
  const { paymentStatus, depositPaidAt, deposit } = order;
  if (depositPaidAt) return `${preOrderText(harvestBy)}. ${m.preOrderWaitsMeaning()}`;
  if (paymentStatus === 'processing') return m.orderProcessingMeaning();
  const until = untilText(answeredBy(order));
  return m.preOrderToPayMeaning({ deposit: moneyText(deposit), until });
}

const answeredBy = ({ createdAt }: ListedOrder) =>
  new Date(Date.parse(createdAt) + PENDING_ORDER_SECONDS * 1000).toISOString();

function confirmedMeaning(order: ListedOrder): string {
  const { paymentMethod, paymentStatus } = order;
  const farm = farmText(order);
  if (paymentMethod === 'Cash on delivery') return m.orderCashMeaning({ farm });
  if (paymentStatus === 'paid') return m.orderPaidMeaning({ farm });
  return paymentStatus === 'processing'
    ? m.orderProcessingMeaning()
    : m.orderToPayMeaning({ farm });
}
