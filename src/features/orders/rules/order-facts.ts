/*
 * The facts of an order: its statuses and those of its payment, the buyer's choices, the people who
 * act on it, and everything that its next step depends on.
 */

import { WISHED_DAYS_AHEAD } from '#features/orders/rules/limits.ts';
import { type Day, dayInNairobi, daysAfter } from '#platform/rules/day.ts';

type Group = 'new' | 'toSend' | 'onTheWay' | 'done';
type Stock = 'held' | 'returned' | 'sold';

/**
 * For each status, the group in which the farmer sees the order (to answer, to send, waiting for the
 * handover or a decision, ended), and whether its stock is held, returned or sold.
 */
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

/** The parts of a day that a buyer may wish an order for. */
export const dayParts = ['morning', 'afternoon'] as const;
export type DayPart = (typeof dayParts)[number];

/** The days that a buyer may wish an order for: today and the seven after it, in Nairobi. */
export function wishableDays(now: Date): Day[] {
  const today = dayInNairobi(now);
  return Array.from({ length: WISHED_DAYS_AHEAD + 1 }, (_, count) => daysAfter(today, count));
}

export const actors = ['buyer', 'farmer', 'clock', 'operator', 'mpesa'] as const;
export type Actor = (typeof actors)[number];

/** The facts that an order's next step depends on. */
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
  /** The end of the week in which the goods are to be harvested; null once they are there. */
  harvestBy: Date | null;
  /** When the deposit of a pre-order was paid. */
  depositPaidAt: Date | null;
  /** When the farmer last lowered a quantity. */
  shortenedAt: Date | null;
  /** Wrong handover codes so far. */
  handoverTries: number;
  /** Whether the clock completed it, not a person. */
  completedByClock: boolean;
  /**
   * When the farmer said that a cash order was not collected; null again once the operator has
   * decided about it.
   */
  notCollectedAt: Date | null;
  /** Whether an operator has decided how it ended. */
  isDecided: boolean;
  /** A suspended farmer can neither deliver nor be paid. */
  isFarmerSuspended: boolean;
};

/**
 * The subjects of mails about an order: each new status, a lowered quantity, a weighing, its
 * payments, and that the clock will complete or cancel it.
 */
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

/** The statuses in which the order holds stock of the farm. */
export const reservingStatuses = statusesOf('held');
/** The statuses of an order that the farmer has accepted and that has not ended. */
export const acceptedStatuses = reservingStatuses.filter((status) => !means(status, 'new'));
/** The statuses after which the stock came back. */
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

/*
 * Screens, phones, statements and steps call these predicates instead of comparing a status.
 */

/** It waits for the farmer's answer, or as a pre-order for the harvest. */
export const isToAnswer = (status: OrderStatus): boolean => means(status, 'new');
/** The farmer has accepted it and not sent it yet. */
export const isToSend = (status: OrderStatus): boolean => means(status, 'toSend');
/** The goods are on their way or waiting at the farm, and nobody has said how it ended. */
export const isOnTheWay = (status: OrderStatus): boolean => status === 'dispatched';
/** The buyer has reported a problem, which an operator decides. */
export const isDisputed = (status: OrderStatus): boolean => status === 'disputed';
export const isCompleted = (status: OrderStatus): boolean => status === 'completed';
/** The farmer refused it or did not answer in time. */
export const isRefused = (status: OrderStatus): boolean =>
  status === 'rejected' || status === 'expired';
/** Whether nothing more happens to it, unless its buyer disputes a completed one within a day. */
export const isEnded = (status: OrderStatus): boolean => !means(status, 'held');
