import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#rules/day.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#rules/limits.ts';
import type { PayoutStatus } from './payment.ts';

type Group = 'new' | 'toSend' | 'onTheWay' | 'done';
type Stock = 'held' | 'returned' | 'sold';

/** The farmer's group of each status, and whether its stock is held, returned or sold. */
const meanings = {
  pending: ['new', 'held'],
  confirmed: ['toSend', 'held'],
  rejected: ['done', 'returned'],
  cancelled: ['done', 'returned'],
  expired: ['done', 'returned'],
  dispatched: ['onTheWay', 'held'],
  completed: ['done', 'sold'],
  disputed: ['onTheWay', 'held'],
} as const satisfies Record<string, readonly [Group, Stock]>;
export type OrderStatus = keyof typeof meanings;
/** In the order of the database's enum. */
export const orderStatuses = Object.keys(meanings) as [OrderStatus, ...OrderStatus[]];

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

export const dayParts = ['morning', 'afternoon'] as const;
export type DayPart = (typeof dayParts)[number];

export const WISHED_DAYS_AHEAD = 7;
const HARVEST_WAIT_SECONDS = 7 * DAY_SECONDS;
export const PENDING_ORDER_SECONDS = DAY_SECONDS;
const UNPAID_ORDER_SECONDS = DAY_SECONDS;
const AUTO_COMPLETE_SECONDS = 2 * DAY_SECONDS;
const COMPLETION_REMINDER_SECONDS = [DAY_SECONDS, 6 * HOUR_SECONDS] as const;
/** A dispatched cash order is cancelled if neither side reports on it. */
export const CASH_ORDER_SECONDS = 14 * DAY_SECONDS;
export const CANCELLATION_REMINDER_SECONDS = [7 * DAY_SECONDS, DAY_SECONDS] as const;

export function wishableDays(now: Date): Day[] {
  const today = dayInNairobi(now);
  return Array.from({ length: WISHED_DAYS_AHEAD + 1 }, (_, count) => daysAfter(today, count));
}

export const actors = ['buyer', 'farmer', 'clock', 'operator', 'mpesa'] as const;
export type Actor = (typeof actors)[number];

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
  /** The end of the announced week; null once the goods are there. */
  harvestBy: Date | null;
  depositPaidAt: Date | null;
  shortenedAt: Date | null;
  handoverTries: number;
  completedByClock: boolean;
  /** Null again once the operator has decided. */
  notCollectedAt: Date | null;
  isDecided: boolean;
  /** A suspended farmer can neither deliver nor be paid. */
  isFarmerSuspended: boolean;
};

export const orderNews = [
  ...orderStatuses,
  'shortened',
  'depositPaid',
  'weighed',
  'paid',
  'differencePaid',
  'refunded',
  'reminder',
  'notCollected',
  'cancellationReminder',
] as const;
export type OrderNews = (typeof orderNews)[number];

const means = (status: OrderStatus, meaning: Group | Stock): boolean =>
  meanings[status].some((one) => one === meaning);
const statusesOf = (meaning: Group | Stock) =>
  orderStatuses.filter((status) => means(status, meaning));

export const reservingStatuses = statusesOf('held');
export const acceptedStatuses = reservingStatuses.filter((status) => !means(status, 'new'));
export type ReturnedStatus = {
  [Status in OrderStatus]: (typeof meanings)[Status][1] extends 'returned' ? Status : never;
}[OrderStatus];
export const returnedStatuses = statusesOf('returned');

export const orderGroups = {
  new: statusesOf('new'),
  toSend: statusesOf('toSend'),
  onTheWay: statusesOf('onTheWay'),
  done: statusesOf('done'),
} as const satisfies Record<Group, readonly OrderStatus[]>;
export type OrderGroup = keyof typeof orderGroups;
export const orderGroupNames = Object.keys(orderGroups) as OrderGroup[];

/* Other code calls these instead of comparing a status. */

/** Also a pre-order that waits for its harvest. */
export const isToAnswer = (status: OrderStatus): boolean => means(status, 'new');
export const isToSend = (status: OrderStatus): boolean => means(status, 'toSend');
export const isOnTheWay = (status: OrderStatus): boolean => status === 'dispatched';
export const isDisputed = (status: OrderStatus): boolean => status === 'disputed';
export const isCompleted = (status: OrderStatus): boolean => status === 'completed';
export const isRefused = (status: OrderStatus): boolean =>
  status === 'rejected' || status === 'expired';
/** A completed order can still be disputed for a day. */
export const isEnded = (status: OrderStatus): boolean => !means(status, 'held');

/** The transition table and the queries for due orders are both made from these rules. */
export type ClockRule = {
  from: OrderStatus;
  to: OrderStatus;
  /** A missing condition matches all orders. */
  paymentMethod?: PaymentMethod;
  paymentStatuses?: readonly PaymentStatus[];
  isDepositPaid?: boolean;
  since: 'createdAt' | 'harvestBy' | 'confirmedAt' | 'dispatchedAt';
  seconds: number;
  /** The time runs from the end of the promised day at the earliest. */
  waitsForDeliveryDate?: boolean;
  reminders?: {
    secondsBefore: readonly [number, ...number[]];
    about: OrderNews;
    recipients: readonly ('buyer' | 'farmer')[];
  };
};

export const clockRules = {
  expiry: {
    from: 'pending',
    to: 'expired',
    // While a deposit is processing, the money may arrive at any moment.
    paymentStatuses: ['pending', 'failed'],
    isDepositPaid: false,
    since: 'createdAt',
    seconds: PENDING_ORDER_SECONDS,
  },
  harvest: {
    from: 'pending',
    to: 'expired',
    isDepositPaid: true,
    since: 'harvestBy',
    seconds: HARVEST_WAIT_SECONDS,
  },
  unpaid: {
    from: 'confirmed',
    to: 'cancelled',
    paymentMethod: 'M-Pesa',
    paymentStatuses: ['pending', 'failed'],
    since: 'confirmedAt',
    seconds: UNPAID_ORDER_SECONDS,
  },
  /** The reminder says that silence counts as consent. */
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

/** Null: never. */
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

export const autoCompletesAt = (
  order: Pick<OrderFacts, 'paymentMethod' | 'dispatchedAt' | 'deliveryDate'>,
) => dueAt(clockRules.completion, order);
export const autoCancelsAt = (
  order: Pick<OrderFacts, 'paymentMethod' | 'dispatchedAt' | 'deliveryDate'>,
) => dueAt(clockRules.cancellation, order);

export const secondsAfter = (moment: Date, seconds: number) =>
  new Date(moment.getTime() + seconds * 1000);

type Money = {
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  payouts: readonly { status: PayoutStatus }[];
};

/** Money that may have been handed over or paid out cannot go back to the buyer. */
export const isMoneyWithFarmer = ({ paymentMethod, paymentStatus, payouts }: Money): boolean =>
  paymentMethod === 'M-Pesa'
    ? payouts.some(({ status }) => status !== 'cancelled')
    : paymentStatus === 'paid';
