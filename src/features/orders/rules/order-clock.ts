import {
  AUTO_COMPLETE_SECONDS,
  CANCELLATION_REMINDER_SECONDS,
  CASH_ORDER_SECONDS,
  COMPLETION_REMINDER_SECONDS,
  HARVEST_WAIT_SECONDS,
  PENDING_ORDER_SECONDS,
  UNPAID_ORDER_SECONDS,
} from '#orders/rules/limits.ts';
import type {
  OrderFacts,
  OrderNews,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
} from '#orders/rules/order-facts.ts';
import { endOfDayInNairobi } from '#platform/rules/day.ts';

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
