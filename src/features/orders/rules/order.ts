/*
 * The life of an order in one table. The server moves an order only by a row of it, in one guarded
 * UPDATE. Screens read from it which steps to offer. The caller passes the current time; `when`
 * depends only on the order's facts and that time.
 */

import {
  AUTO_COMPLETE_SECONDS,
  CANCELLATION_REMINDER_SECONDS,
  CASH_ORDER_SECONDS,
  COMPLETION_REMINDER_SECONDS,
  DISPUTE_AFTER_CLOCK_SECONDS,
  DISPUTE_AFTER_NOT_COLLECTED_SECONDS,
  HANDOVER_TRIES_MAX,
  LATE_DISPATCH_SECONDS,
  NOT_COLLECTED_SECONDS,
  PENDING_ORDER_SECONDS,
  UNPAID_ORDER_SECONDS,
  WISHED_DAYS_AHEAD,
} from '#features/orders/rules/limits.ts';
import { type Day, dayInNairobi, daysAfter, endOfDayInNairobi } from '#platform/rules/day.ts';

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

export const paymentStatuses = [
  'pending',
  'processing',
  'paid',
  'failed',
  'refund_due',
  'refunded',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ['M-Pesa', 'Cash on delivery'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const fulfilments = ['delivery', 'collection'] as const;
export type Fulfilment = (typeof fulfilments)[number];

/** The parts of a day that a buyer may choose. */
export const dayParts = ['morning', 'afternoon'] as const;
export type DayPart = (typeof dayParts)[number];

/** The days that a buyer may choose: today and the seven days after it, in Nairobi. */
export function wishableDays(now: Date): Day[] {
  const today = dayInNairobi(now);
  return Array.from({ length: WISHED_DAYS_AHEAD + 1 }, (_, count) => daysAfter(today, count));
}

export const actors = ['buyer', 'farmer', 'clock', 'operator', 'mpesa'] as const;
export type Actor = (typeof actors)[number];

/** The facts that decide an order's next steps. */
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
  /** Whether the clock, not a person, completed it. */
  completedByClock: boolean;
  /**
   * When the farmer reported that a cash order was not collected; null again after the operator's
   * decision.
   */
  notCollectedAt: Date | null;
  /** A suspended farmer can neither deliver nor be paid. */
  isFarmerSuspended: boolean;
};

type Transition = {
  from: OrderStatus;
  to: OrderStatus;
  by: Actor;
  /** A condition besides the status; always true if left out. */
  when?: (order: OrderFacts, now: Date) => boolean;
};

const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1000);
const isReached = (moment: Date | null, now: Date) => moment !== null && now >= moment;

/**
 * The rules of the clock, with the reminders before each deadline. Both the transition table and
 * the queries for due orders are built from these rules.
 */
export type ClockRule = {
  from: OrderStatus;
  to: OrderStatus;
  /** Only orders with this payment method; all if left out. */
  paymentMethod?: PaymentMethod;
  /** Only orders with one of these payment statuses; all if left out. */
  paymentStatuses?: readonly PaymentStatus[];
  /** The start of the period, and its length. */
  since: 'createdAt' | 'confirmedAt' | 'dispatchedAt';
  seconds: number;
  /** If the farmer has promised a day, the period starts at the end of that day at the earliest. */
  waitsForDeliveryDate?: boolean;
  /** The recipients, the times before the deadline, and the news that the mail reports. */
  reminders?: {
    secondsBefore: readonly [number, ...number[]];
    about: OrderNews;
    recipients: readonly ('buyer' | 'farmer')[];
  };
};

export const clockRules = {
  expiry: { from: 'pending', to: 'expired', since: 'createdAt', seconds: PENDING_ORDER_SECONDS },
  unpaid: {
    from: 'confirmed',
    to: 'cancelled',
    paymentMethod: 'M-Pesa',
    // While a payment is processing, the money may arrive at any moment.
    paymentStatuses: ['pending', 'failed'],
    since: 'confirmedAt',
    seconds: UNPAID_ORDER_SECONDS,
  },
  /** The reminders tell the buyer that silence counts as consent. */
  completion: {
    from: 'dispatched',
    to: 'completed',
    paymentMethod: 'M-Pesa',
    since: 'dispatchedAt',
    seconds: AUTO_COMPLETE_SECONDS,
    waitsForDeliveryDate: true,
    reminders: {
      secondsBefore: COMPLETION_REMINDER_SECONDS,
      about: 'reminder',
      recipients: ['buyer'],
    },
  },
  /** Neither side reports how a cash order ended; both are reminded before. */
  cancellation: {
    from: 'dispatched',
    to: 'cancelled',
    paymentMethod: 'Cash on delivery',
    since: 'dispatchedAt',
    seconds: CASH_ORDER_SECONDS,
    reminders: {
      secondsBefore: CANCELLATION_REMINDER_SECONDS,
      about: 'cancellationReminder',
      recipients: ['buyer', 'farmer'],
    },
  },
} as const satisfies Record<string, ClockRule>;

/** The moment at which a rule applies to an order that keeps its status; null: never. */
export function dueAt<Rule extends ClockRule>(
  rule: Rule,
  order: Pick<OrderFacts, Rule['since'] | 'paymentMethod' | 'deliveryDate'>,
): Date | null {
  const since: Rule['since'] = rule.since;
  const start: Date | null = order[since];
  if (
    start === null ||
    (rule.paymentMethod !== undefined && order.paymentMethod !== rule.paymentMethod)
  )
    return null;
  const promised =
    rule.waitsForDeliveryDate && order.deliveryDate !== null
      ? endOfDayInNairobi(order.deliveryDate)
      : start;
  return secondsAfter(promised > start ? promised : start, rule.seconds);
}

/** The clock's row of the transition table. */
const byClock = (rule: ClockRule): Transition => ({
  from: rule.from,
  to: rule.to,
  by: 'clock',
  when: (order, now) =>
    (rule.paymentStatuses?.includes(order.paymentStatus) ?? true) &&
    isReached(dueAt(rule, order), now),
});

/** When the clock completes a dispatched M-Pesa order. */
export const autoCompletesAt = (
  order: Pick<OrderFacts, 'paymentMethod' | 'dispatchedAt' | 'deliveryDate'>,
) => dueAt(clockRules.completion, order);
/** When the clock cancels a dispatched cash order without a report. */
export const autoCancelsAt = (
  order: Pick<OrderFacts, 'paymentMethod' | 'dispatchedAt' | 'deliveryDate'>,
) => dueAt(clockRules.cancellation, order);

/** Whether the buyer's money has arrived. Cash arrives only with the goods. */
const isPaid = ({ paymentStatus }: OrderFacts) => paymentStatus === 'paid';

/** The farmer is late: not dispatched 48 hours after payment, or the promised day is over. */
const isDispatchLate = ({ paidAt, deliveryDate }: OrderFacts, now: Date) =>
  isReached(paidAt && secondsAfter(paidAt, LATE_DISPATCH_SECONDS), now) ||
  (deliveryDate !== null && dayInNairobi(now) > deliveryDate);

/** A suspended farmer will not dispatch any more, so the buyer need not wait. */
const mayBuyerCancel = (order: OrderFacts, now: Date) =>
  !isPaid(order) || order.isFarmerSuspended || isDispatchLate(order, now);

/** From when the farmer of a dispatched cash order may report "not collected". */
export const notCollectedFrom = ({
  paymentMethod,
  dispatchedAt,
}: Pick<OrderFacts, 'paymentMethod' | 'dispatchedAt'>) =>
  paymentMethod === 'M-Pesa'
    ? null
    : dispatchedAt && secondsAfter(dispatchedAt, NOT_COLLECTED_SECONDS);

/** Until when the buyer may dispute "not collected"; null if the farmer has not reported it. */
export const notCollectedDisputableUntil = ({
  notCollectedAt,
}: Pick<OrderFacts, 'notCollectedAt'>): Date | null =>
  notCollectedAt && secondsAfter(notCollectedAt, DISPUTE_AFTER_NOT_COLLECTED_SECONDS);

/**
 * Until when the buyer may dispute an order that the clock completed; its payout waits that long.
 * Null if a person completed it.
 */
export const completionDisputableUntil = ({
  completedByClock,
  completedAt,
}: Pick<OrderFacts, 'completedByClock' | 'completedAt'>) =>
  completedByClock && completedAt ? secondsAfter(completedAt, DISPUTE_AFTER_CLOCK_SECONDS) : null;

/** Whether `until` is still ahead; false if it is null. */
const isBefore = (until: Date | null, now: Date) => until !== null && now < until;

export const transitions: readonly Transition[] = [
  { from: 'pending', to: 'confirmed', by: 'farmer' },
  { from: 'pending', to: 'rejected', by: 'farmer' },
  { from: 'pending', to: 'cancelled', by: 'buyer' },
  byClock(clockRules.expiry),
  { from: 'confirmed', to: 'cancelled', by: 'buyer', when: mayBuyerCancel },
  { from: 'confirmed', to: 'cancelled', by: 'farmer' },
  byClock(clockRules.unpaid),
  {
    from: 'confirmed',
    to: 'dispatched',
    by: 'farmer',
    when: (order) => order.paymentMethod !== 'M-Pesa' || isPaid(order),
  },
  {
    from: 'dispatched',
    to: 'completed',
    by: 'farmer',
    when: ({ handoverTries }) => handoverTries < HANDOVER_TRIES_MAX,
  },
  { from: 'dispatched', to: 'completed', by: 'buyer' },
  byClock(clockRules.completion),
  { from: 'dispatched', to: 'completed', by: 'operator' },
  { from: 'dispatched', to: 'cancelled', by: 'operator' },
  // The buyer did not collect a cash order, or the handover code is locked. No held money could
  // settle the question here.
  {
    from: 'dispatched',
    to: 'cancelled',
    by: 'farmer',
    when: (order, now) => isReached(notCollectedFrom(order), now),
  },
  byClock(clockRules.cancellation),
  { from: 'dispatched', to: 'disputed', by: 'buyer' },
  // No person confirmed an order that the clock completed, so the buyer may still dispute it, and
  // its payout waits that long.
  {
    from: 'completed',
    to: 'disputed',
    by: 'buyer',
    when: (order, now) => isBefore(completionDisputableUntil(order), now),
  },
  {
    from: 'cancelled',
    to: 'disputed',
    by: 'buyer',
    when: (order, now) => isBefore(notCollectedDisputableUntil(order), now),
  },
  { from: 'disputed', to: 'completed', by: 'operator' },
  { from: 'disputed', to: 'cancelled', by: 'operator' },
];

export const mayMove = (
  order: OrderFacts,
  { to, by, now }: { to: OrderStatus; by: Actor; now: Date },
): boolean =>
  transitions.some(
    (row) =>
      row.from === order.status &&
      row.to === to &&
      row.by === by &&
      (row.when?.(order, now) ?? true),
  );

type Payable = Pick<OrderFacts, 'status' | 'paymentMethod' | 'paymentStatus' | 'isFarmerSuspended'>;

/** Whether the buyer still has to pay by M-Pesa, even if the farmer is suspended. */
export const isToPay = ({
  status,
  paymentMethod,
  paymentStatus,
}: Omit<Payable, 'isFarmerSuspended'>) =>
  status === 'confirmed' &&
  paymentMethod === 'M-Pesa' &&
  (paymentStatus === 'pending' || paymentStatus === 'failed');

/** Whether the buyer may be asked to pay by M-Pesa now. */
export const isPayable = (order: Payable) => isToPay(order) && !order.isFarmerSuspended;

/** Every payment status and its successors. `paid` never goes back: returned money is a refund. */
export const paymentTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'paid'],
  processing: ['paid', 'failed', 'refund_due'],
  failed: ['processing', 'paid', 'refund_due'],
  paid: ['refund_due'],
  refund_due: ['refunded'],
  refunded: [],
};

/** Whether the buyer's money is due back or has been returned. */
export const isPaidBack = ({ paymentStatus }: Pick<OrderFacts, 'paymentStatus'>) =>
  paymentStatus === 'refund_due' || paymentStatus === 'refunded';

/**
 * The news that mails report: each status of an order, its payment, and the reminders before the
 * clock completes or cancels it.
 */
export const orderNews = [
  ...orderStatuses,
  'paid',
  'refunded',
  'reminder',
  'notCollected',
  'cancellationReminder',
] as const;
export type OrderNews = (typeof orderNews)[number];

/**
 * The statuses in which an order reserves the farm's stock, and those in which the stock was
 * returned. In `completed` it is sold.
 */
export const reservingStatuses = [
  'pending',
  'confirmed',
  'dispatched',
  'disputed',
] as const satisfies readonly OrderStatus[];
export const returnedStatuses = [
  'rejected',
  'cancelled',
  'expired',
] as const satisfies readonly OrderStatus[];

/** Whether nothing more happens to the order, unless the buyer disputes an automatic completion. */
export const isEnded = (status: OrderStatus): boolean =>
  !reservingStatuses.some((underWay) => underWay === status);
