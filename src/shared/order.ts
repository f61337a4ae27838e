/*
 * An order's life, as one table. The server moves an order only by a row of it, in one guarded UPDATE; screens read from it which
 * steps to offer. Times are those of the clock that asks; `when` never looks at anything but the facts.
 */
import * as z from 'zod/mini';
import { type Day, dayInNairobi, endOfDayInNairobi } from '#shared/day.ts';
import { latitude, longitude } from '#shared/geo-input.ts';
import {
  ADDRESS_MAX,
  AUTO_COMPLETE_SECONDS,
  CART_LINES_MAX,
  CASH_ORDER_SECONDS,
  CURSOR_MAX,
  DISPUTE_AFTER_CLOCK_SECONDS,
  DISPUTE_AFTER_NOT_COLLECTED_SECONDS,
  HANDOVER_CODE_LENGTH,
  HANDOVER_TRIES_MAX,
  ID_MAX,
  LAST_DAY,
  LATE_DISPATCH_SECONDS,
  NOT_COLLECTED_SECONDS,
  NOTE_MAX,
  PENDING_ORDER_SECONDS,
  REASON_MAX,
  UNPAID_ORDER_SECONDS,
} from '#shared/limits.ts';
import { amount } from '#shared/money.ts';
import { line, paragraph, say } from '#shared/text/line.ts';

export const orderStatuses = [
  'pending',
  'confirmed',
  'rejected',
  'cancelled',
  'expired',
  'dispatched',
  'completed',
  'disputed',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentStatuses = ['pending', 'processing', 'paid', 'failed', 'refund_due', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ['M-Pesa', 'Cash on delivery'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const fulfilments = ['delivery', 'collection'] as const;
export type Fulfilment = (typeof fulfilments)[number];

export const actors = ['buyer', 'farmer', 'clock', 'operator', 'mpesa'] as const;
export type Actor = (typeof actors)[number];

/** What decides over an order's next step. */
export type OrderFacts = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentMethod: PaymentMethod;
  createdAt: Date;
  confirmedAt: Date | null;
  paidAt: Date | null;
  dispatchedAt: Date | null;
  completedAt: Date | null;
  deliveryDate: Day | null;
  /** Wrong handover codes so far. */
  handoverTries: number;
  /** Whether the clock completed it, not a person. */
  completedByClock: boolean;
  /** When the farmer said that a cash order was not collected; null again once the operator has decided about it. */
  notCollectedAt: Date | null;
  /** A suspended farmer can neither deliver nor be paid. */
  isFarmerSuspended: boolean;
};

type Transition = {
  from: OrderStatus;
  to: OrderStatus;
  by: Actor;
  /** What must hold besides the status; nothing: always. */
  when?: (order: OrderFacts, now: Date) => boolean;
};

const secondsSince = (moment: Date, now: Date) => (now.getTime() - moment.getTime()) / 1000;
const isOlderThan = (seconds: number, moment: Date | null, now: Date) => moment !== null && secondsSince(moment, now) >= seconds;
/** Whether the buyer's money for it is here. Cash is not, before the goods are. */
const isPaid = ({ paymentStatus }: OrderFacts) => paymentStatus === 'paid';
const needsMoneyFirst = ({ paymentMethod }: Pick<OrderFacts, 'paymentMethod'>) => paymentMethod === 'M-Pesa';

/** The farmer is late: not dispatched 48 h after payment, or the promised day is over. */
const isDispatchLate = ({ paidAt, deliveryDate }: OrderFacts, now: Date) =>
  isOlderThan(LATE_DISPATCH_SECONDS, paidAt, now) || (deliveryDate !== null && dayInNairobi(now) > deliveryDate);

/** A suspended farmer will not dispatch any more, so the buyer need not wait until the dispatch is late. */
const mayBuyerCancel = (order: OrderFacts, now: Date) => !isPaid(order) || order.isFarmerSuspended || isDispatchLate(order, now);

/** When the clock completes a dispatched M-Pesa order: 48 h after the later of dispatch and the end of the promised day. */
export function autoCompletesAt({ dispatchedAt, deliveryDate }: Pick<OrderFacts, 'dispatchedAt' | 'deliveryDate'>): Date | null {
  if (!dispatchedAt) return null;
  const promised = deliveryDate === null ? 0 : endOfDayInNairobi(deliveryDate).getTime();
  return new Date(Math.max(dispatchedAt.getTime(), promised) + AUTO_COMPLETE_SECONDS * 1000);
}

const isAutoCompletionDue = (order: OrderFacts, now: Date) => {
  const due = autoCompletesAt(order);
  return needsMoneyFirst(order) && due !== null && now >= due;
};

type Dispatched = Pick<OrderFacts, 'paymentMethod' | 'dispatchedAt'>;

const afterCashDispatch = ({ paymentMethod, dispatchedAt }: Dispatched, seconds: number): Date | null =>
  paymentMethod === 'M-Pesa' || !dispatchedAt ? null : new Date(dispatchedAt.getTime() + seconds * 1000);

/** From when on the farmer of a dispatched cash order may say that nobody collected it. */
export const notCollectedFrom = (order: Dispatched) => afterCashDispatch(order, NOT_COLLECTED_SECONDS);
/** When the clock cancels a dispatched cash order of which nobody says how it ended. */
export const autoCancelsAt = (order: Dispatched) => afterCashDispatch(order, CASH_ORDER_SECONDS);

const isReached = (moment: Date | null, now: Date) => moment !== null && now >= moment;

/** Until when the buyer may object to "not collected"; null where the farmer has not said so. */
export const notCollectedDisputableUntil = ({ notCollectedAt }: Pick<OrderFacts, 'notCollectedAt'>): Date | null =>
  notCollectedAt && new Date(notCollectedAt.getTime() + DISPUTE_AFTER_NOT_COLLECTED_SECONDS * 1000);

export const transitions: readonly Transition[] = [
  { from: 'pending', to: 'confirmed', by: 'farmer' },
  { from: 'pending', to: 'rejected', by: 'farmer' },
  { from: 'pending', to: 'cancelled', by: 'buyer' },
  { from: 'pending', to: 'expired', by: 'clock', when: (order, now) => isOlderThan(PENDING_ORDER_SECONDS, order.createdAt, now) },
  { from: 'confirmed', to: 'cancelled', by: 'buyer', when: mayBuyerCancel },
  { from: 'confirmed', to: 'cancelled', by: 'farmer' },
  {
    from: 'confirmed',
    to: 'cancelled',
    by: 'clock',
    when: (order, now) =>
      needsMoneyFirst(order) &&
      !isPaid(order) &&
      // A push is under way, or nobody knows what became of one: the money may be here at any moment.
      order.paymentStatus !== 'processing' &&
      isOlderThan(UNPAID_ORDER_SECONDS, order.confirmedAt, now),
  },
  { from: 'confirmed', to: 'dispatched', by: 'farmer', when: (order) => !needsMoneyFirst(order) || isPaid(order) },
  { from: 'dispatched', to: 'completed', by: 'farmer', when: ({ handoverTries }) => handoverTries < HANDOVER_TRIES_MAX },
  { from: 'dispatched', to: 'completed', by: 'buyer' },
  { from: 'dispatched', to: 'completed', by: 'clock', when: isAutoCompletionDue },
  { from: 'dispatched', to: 'completed', by: 'operator' },
  { from: 'dispatched', to: 'cancelled', by: 'operator' },
  // Nobody came for a cash order, or the handover code is locked: no money waits here that could decide it.
  { from: 'dispatched', to: 'cancelled', by: 'farmer', when: (order, now) => isReached(notCollectedFrom(order), now) },
  { from: 'dispatched', to: 'cancelled', by: 'clock', when: (order, now) => isReached(autoCancelsAt(order), now) },
  { from: 'dispatched', to: 'disputed', by: 'buyer' },
  {
    from: 'completed',
    to: 'disputed',
    by: 'buyer',
    // What the clock completed nobody has confirmed: its payout waits so long, and the buyer may still object.
    when: (order, now) => order.completedByClock && !isOlderThan(DISPUTE_AFTER_CLOCK_SECONDS, order.completedAt, now),
  },
  {
    from: 'cancelled',
    to: 'disputed',
    by: 'buyer',
    when: (order, now) => {
      const until = notCollectedDisputableUntil(order);
      return until !== null && now < until;
    },
  },
  { from: 'disputed', to: 'completed', by: 'operator' },
  { from: 'disputed', to: 'cancelled', by: 'operator' },
];

/** Whether someone may take an order to a status now. */
export const mayMove = (order: OrderFacts, { to, by, now }: { to: OrderStatus; by: Actor; now: Date }): boolean =>
  transitions.some((row) => row.from === order.status && row.to === to && row.by === by && (row.when?.(order, now) ?? true));

type Payable = Pick<OrderFacts, 'status' | 'paymentMethod' | 'paymentStatus' | 'isFarmerSuspended'>;

/** Whether the buyer still has to pay by M-Pesa, also where the farmer is suspended. */
export const isToPay = ({ status, paymentMethod, paymentStatus }: Omit<Payable, 'isFarmerSuspended'>) =>
  status === 'confirmed' && paymentMethod === 'M-Pesa' && (paymentStatus === 'pending' || paymentStatus === 'failed');

/** Whether the buyer may be asked for money now, by M-Pesa. */
export const isPayable = (order: Payable) => isToPay(order) && !order.isFarmerSuspended;

/** Every payment status and what may follow it. Paid never goes back: money that is returned is a refund. */
export const paymentTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'paid'],
  processing: ['paid', 'failed', 'refund_due'],
  failed: ['processing', 'paid', 'refund_due'],
  paid: ['refund_due'],
  refund_due: ['refunded'],
  refunded: [],
};

/** What people are told about: each status that an order comes to, its payment, and that the clock will complete or cancel it. */
export const orderNews = [...orderStatuses, 'paid', 'refunded', 'reminder', 'notCollected', 'cancellationReminder'] as const;
export type OrderNews = (typeof orderNews)[number];

/** In which the farm's stock is held for the order, and in which it is gone for good; in the rest it was returned. */
export const reservingStatuses = ['pending', 'confirmed', 'dispatched', 'disputed'] as const satisfies readonly OrderStatus[];
export const returnedStatuses = ['rejected', 'cancelled', 'expired'] as const satisfies readonly OrderStatus[];

/** Whether nothing more happens to it, unless its buyer disputes what the clock completed. */
export const isEnded = (status: OrderStatus): boolean => !reservingStatuses.some((underWay) => underWay === status);

export const orderId = z.int(say('fieldInvalid')).check(z.gte(1, say('fieldInvalid')), z.lte(ID_MAX, say('fieldInvalid')));
export const orderIdInput = z.object({ orderId });

const fulfilment = z.enum(fulfilments, say('fulfilmentRequired'));

/** One act of ordering: everything in the cart, one order per farm. `farms` says where a farm differs from `fulfilment`. */
export const placeOrderInput = z
  .object({
    fulfilment,
    farms: z.optional(
      z
        .array(z.object({ farmId: orderId, fulfilment }), say('fieldInvalid'))
        .check(z.maxLength(CART_LINES_MAX, say('fieldInvalid'))),
    ),
    deliveryAddress: z.optional(z.nullable(paragraph().check(z.maxLength(ADDRESS_MAX, say('fieldTooLong'))))),
    latitude: z.optional(z.nullable(latitude)),
    longitude: z.optional(z.nullable(longitude)),
    paymentMethod: z.enum(paymentMethods, say('paymentMethodRequired')),
    note: z.optional(z.nullable(paragraph().check(z.maxLength(NOTE_MAX, say('fieldTooLong'))))),
    /** The total in KES that the buyer was looking at; where the cart's is another by now, nothing is ordered. */
    expectedTotal: z.optional(amount('fieldInvalid')),
  })
  .check(
    z.refine(({ latitude: lat, longitude: lon }) => (lat ?? null) === null || (lon ?? null) !== null, {
      path: ['longitude'],
      ...say('deliveryPlaceRequired'),
    }),
    z.refine(
      ({ fulfilment: usual, farms = [], latitude: lat, longitude: lon }) =>
        ((lat ?? null) !== null && (lon ?? null) !== null) ||
        (usual === 'collection' && farms.every((farm) => farm.fulfilment === 'collection')),
      { path: ['latitude'], ...say('deliveryPlaceRequired') },
    ),
    z.refine(
      ({ fulfilment: usual, farms = [], deliveryAddress }) =>
        Boolean(deliveryAddress) || (usual === 'collection' && farms.every((farm) => farm.fulfilment === 'collection')),
      { path: ['deliveryAddress'], ...say('deliveryAddressRequired') },
    ),
  );
export type PlaceOrder = z.infer<typeof placeOrderInput>;

/** The place that a delivery would go to, if there is one yet. */
export const quoteOrderInput = z.object({ latitude: z.optional(latitude), longitude: z.optional(longitude) }).check(
  z.refine((place) => (place.latitude === undefined) === (place.longitude === undefined), {
    path: ['latitude'],
    ...say('placeNeeded'),
  }),
);

/** 1 to 255 visible ASCII characters, made by the client once per act of ordering. */
export const idempotencyKey = z
  .string(say('idempotencyKeyRequired'))
  .check(z.regex(/^[\x21-\x7e]{1,255}$/, say('idempotencyKeyRequired')));
export const placeOrderCall = z.object({ idempotencyKey, order: placeOrderInput });

const deliveryDay = z.iso.date(say('dateInvalid')).check(z.refine((day) => day <= LAST_DAY, say('dateInvalid')));
export const confirmOrderInput = z.object({ orderId, deliveryDate: z.optional(z.nullable(deliveryDay)) });

const reason = line('reasonRequired').check(z.minLength(1, say('reasonRequired')), z.maxLength(REASON_MAX, say('fieldTooLong')));
export const rejectOrderInput = z.object({ orderId, reason });
export const disputeOrderInput = z.object({ orderId, reason });
/** A buyer may cancel without a word, a farmer too: the table says when. */
export const cancelOrderInput = z.object({
  orderId,
  reason: z.optional(z.nullable(line().check(z.maxLength(REASON_MAX, say('fieldTooLong'))))),
});

export const handoverCode = z
  .string(say('handoverCodeInvalid'))
  .check(z.trim(), z.regex(new RegExp(`^\\d{${HANDOVER_CODE_LENGTH}}$`), say('handoverCodeInvalid')));
export const completeOrderInput = z.object({ orderId, handoverCode });

export const listOrdersInput = z.object({
  status: z.optional(z.enum(orderStatuses, say('fieldInvalid'))),
  cursor: z.optional(z.string().check(z.maxLength(CURSOR_MAX, say('fieldInvalid')))),
});
export type ListOrders = z.infer<typeof listOrdersInput>;
