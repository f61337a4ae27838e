import {
  AUTO_COMPLETE_SECONDS,
  CANCELLATION_REMINDER_SECONDS,
  CASH_ORDER_SECONDS,
  COMPLETION_REMINDER_SECONDS,
  HARVEST_WAIT_SECONDS,
  PENDING_ORDER_SECONDS,
  UNPAID_ORDER_SECONDS,
} from '#features/orders/rules/limits.ts';
import type {
  OrderFacts,
  OrderNews,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
} from '#features/orders/rules/order-facts.ts';
import { endOfDayInNairobi } from '#platform/rules/day.ts';

/**
 * The steps that the clock takes, and the reminders before them. The transition table and
 * the queries that look for due orders are both made from these rules.
 */
export type ClockRule = {
  from: OrderStatus;
  to: OrderStatus;
  /** Only orders that are paid in this way; nothing: all. */
  paymentMethod?: PaymentMethod;
  /** Only orders whose payment has one of these statuses; nothing: all. */
  paymentStatuses?: readonly PaymentStatus[];
  /** Only pre-orders whose deposit is paid, or only orders without one; nothing: all. */
  isDepositPaid?: boolean;
  /** From when the time runs, and for how long. */
  since: 'createdAt' | 'harvestBy' | 'confirmedAt' | 'dispatchedAt';
  seconds: number;
  /**
   * Where the farmer has promised a day, the time runs from the end of that day at the earliest.
   */
  waitsForDeliveryDate?: boolean;
  /** The side that is reminded before, how long before, and the news in the mail. */
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
    // While a deposit is processing, the money may be here at any moment.
    paymentStatuses: ['pending', 'failed'],
    isDepositPaid: false,
    since: 'createdAt',
    seconds: PENDING_ORDER_SECONDS,
  },
  /** The farmer of a pre-order has not said how the harvest was. */
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
    // While it is processing, the money may be here at any moment.
    paymentStatuses: ['pending', 'failed'],
    since: 'confirmedAt',
    seconds: UNPAID_ORDER_SECONDS,
  },
  /** The buyer of a paid order is reminded that silence will be taken for consent. */
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
  /** Nobody says how a cash order ended; both sides are asked before. */
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

/** When a rule applies to an order that keeps its status; null: never. */
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

/** When the clock completes a dispatched M-Pesa order. */
export const autoCompletesAt = (
  order: Pick<OrderFacts, 'paymentMethod' | 'dispatchedAt' | 'deliveryDate'>,
) => dueAt(clockRules.completion, order);
/** When the clock cancels a dispatched cash order of which nobody says how it ended. */
export const autoCancelsAt = (
  order: Pick<OrderFacts, 'paymentMethod' | 'dispatchedAt' | 'deliveryDate'>,
) => dueAt(clockRules.cancellation, order);

export const secondsAfter = (moment: Date, seconds: number) =>
  new Date(moment.getTime() + seconds * 1000);
