/*
 * The life of an order in one table. The server moves an order only by one of its rows, in one
 * guarded UPDATE. Screens read from it which steps to offer.
 */

import { dayInNairobi } from '#rules/day.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#rules/limits.ts';
import {
  type Actor,
  type ClockRule,
  clockRules,
  dueAt,
  type OrderFacts,
  type OrderNews,
  type OrderStatus,
  orderGroups,
  secondsAfter,
} from './order-facts.ts';

type Effects = {
  stamps?: 'confirmedAt' | 'dispatchedAt' | 'completedAt' | 'notCollectedAt';
  /**
   * `takeReleased` takes goods of an unproven buyer that were put on offer, `takeAgain` goods that
   * were reported as not collected.
   */
  stock?: 'giveBack' | 'takeReleased' | 'takeAgain';
  money?:
    | 'takeCredit'
    | 'returnDeposit'
    | 'releaseRefunds'
    | 'bookCompletion'
    | 'bookCancellation'
    | 'callOffPayout';
  tells?: OrderNews;
};

export type Transition = {
  from: OrderStatus;
  to: OrderStatus;
  by: Actor;
  when?: (order: OrderFacts, now: Date) => boolean;
} & Effects;

const isReached = (moment: Date | null, now: Date) => moment !== null && now >= moment;
const isBefore = (until: Date | null, now: Date) => until !== null && now < until;

const byClock = (rule: ClockRule, effects: Effects): Transition => ({
  ...effects,
  from: rule.from,
  to: rule.to,
  by: 'clock',
  when: (order, now) =>
    (rule.paymentStatuses?.includes(order.paymentStatus) ?? true) &&
    (rule.isDepositPaid === undefined || rule.isDepositPaid === (order.depositPaidAt !== null)) &&
    isReached(dueAt(rule, order), now),
});

export const isPreOrder = ({ harvestBy }: Pick<OrderFacts, 'harvestBy'>) => harvestBy !== null;

/** Cash comes only with the goods. */
const isPaid = ({ paymentStatus }: OrderFacts) => paymentStatus === 'paid';

/** The buyer of a paid order may get the money back after this. */
const LATE_DISPATCH_SECONDS = 2 * DAY_SECONDS;
/** The buyer may cancel without a reason for this long, even if the order is paid. */
const CANCEL_AFTER_CHANGE_SECONDS = 2 * HOUR_SECONDS;
/** An automatically completed order is paid out only after this. */
export const DISPUTE_AFTER_COMPLETION_SECONDS = DAY_SECONDS;
const NOT_COLLECTED_SECONDS = DAY_SECONDS;
/** No payout depends on this, so there is time to read a mail. */
const DISPUTE_AFTER_NOT_COLLECTED_SECONDS = 7 * DAY_SECONDS;
export const HANDOVER_TRIES_MAX = 5;

const isDispatchLate = ({ paidAt, deliveryDate }: OrderFacts, now: Date) =>
  isReached(paidAt && secondsAfter(paidAt, LATE_DISPATCH_SECONDS), now) ||
  (deliveryDate !== null && dayInNairobi(now) > deliveryDate);

export const cancellableUntil = ({ shortenedAt }: Pick<OrderFacts, 'shortenedAt'>): Date | null =>
  shortenedAt && secondsAfter(shortenedAt, CANCEL_AFTER_CHANGE_SECONDS);

/** A suspended farmer will not dispatch any more. */
const mayBuyerCancel = (order: OrderFacts, now: Date) =>
  !isPaid(order) ||
  order.isFarmerSuspended ||
  isBefore(cancellableUntil(order), now) ||
  isDispatchLate(order, now);

export const notCollectedFrom = ({
  paymentMethod,
  dispatchedAt,
}: Pick<OrderFacts, 'paymentMethod' | 'dispatchedAt'>) =>
  paymentMethod === 'M-Pesa'
    ? null
    : dispatchedAt && secondsAfter(dispatchedAt, NOT_COLLECTED_SECONDS);

export const notCollectedDisputableUntil = ({
  notCollectedAt,
}: Pick<OrderFacts, 'notCollectedAt'>): Date | null =>
  notCollectedAt && secondsAfter(notCollectedAt, DISPUTE_AFTER_NOT_COLLECTED_SECONDS);

export const reportableUntil = ({ completedAt }: Pick<OrderFacts, 'completedAt'>): Date | null =>
  completedAt && secondsAfter(completedAt, DISPUTE_AFTER_COMPLETION_SECONDS);

/** Null if a person completed the order: the farmer is then paid at once. */
export const completionDisputableUntil = (
  order: Pick<OrderFacts, 'completedByClock' | 'completedAt'>,
) => (order.completedByClock ? reportableUntil(order) : null);

const completion = {
  to: 'completed',
  stamps: 'completedAt',
  stock: 'takeAgain',
  money: 'bookCompletion',
} as const;
const cancellation = { to: 'cancelled', stock: 'giveBack', money: 'bookCancellation' } as const;
/** Before the farmer has accepted, only a deposit can have been paid. */
const refusal = { stock: 'giveBack', money: 'returnDeposit' } as const;

export const transitions: readonly Transition[] = [
  {
    from: 'pending',
    to: 'confirmed',
    by: 'farmer',
    // A pre-order is confirmed by the harvest.
    when: (order) => !isPreOrder(order),
    stamps: 'confirmedAt',
    stock: 'takeReleased',
    money: 'takeCredit',
  },
  { ...refusal, from: 'pending', to: 'rejected', by: 'farmer' },
  { ...cancellation, from: 'pending', by: 'buyer' },
  byClock(clockRules.expiry, refusal),
  byClock(clockRules.harvest, refusal),
  byClock(clockRules.unpaid, cancellation),
  ...orderGroups.toSend.flatMap((from): Transition[] => [
    { ...cancellation, from, by: 'buyer', when: mayBuyerCancel },
    { ...cancellation, from, by: 'farmer' },
    {
      from,
      to: 'dispatched',
      by: 'farmer',
      when: (order) => order.paymentMethod !== 'M-Pesa' || isPaid(order),
      stamps: 'dispatchedAt',
      money: 'releaseRefunds',
    },
  ]),
  {
    ...completion,
    from: 'dispatched',
    by: 'farmer',
    when: ({ handoverTries }) => handoverTries < HANDOVER_TRIES_MAX,
  },
  { ...completion, from: 'dispatched', by: 'buyer' },
  byClock(clockRules.completion, completion),
  { ...completion, from: 'dispatched', by: 'operator' },
  { ...cancellation, from: 'dispatched', by: 'operator' },
  // The buyer did not collect a cash order.
  {
    ...cancellation,
    from: 'dispatched',
    by: 'farmer',
    when: (order, now) => isReached(notCollectedFrom(order), now),
    stamps: 'notCollectedAt',
    tells: 'notCollected',
  },
  byClock(clockRules.cancellation, cancellation),
  { from: 'dispatched', to: 'disputed', by: 'buyer' },
  // Rotten goods may be found only after the handover. The operator's decision is final.
  {
    from: 'completed',
    to: 'disputed',
    by: 'buyer',
    when: (order, now) => !order.isDecided && isBefore(reportableUntil(order), now),
    money: 'callOffPayout',
  },
  {
    from: 'cancelled',
    to: 'disputed',
    by: 'buyer',
    when: (order, now) => isBefore(notCollectedDisputableUntil(order), now),
  },
  { ...completion, from: 'disputed', by: 'operator' },
  // Cash that was handed over cannot be returned here.
  {
    ...cancellation,
    from: 'disputed',
    by: 'operator',
    when: (order) => order.paymentMethod === 'M-Pesa' || !isPaid(order),
  },
];

type Wanted = { to: OrderStatus; by: Actor; now: Date };

export const transitionOf = (order: OrderFacts, { to, by, now }: Wanted): Transition | undefined =>
  transitions.find(
    (row) =>
      row.from === order.status &&
      row.to === to &&
      row.by === by &&
      (row.when?.(order, now) ?? true),
  );

export const mayMove = (order: OrderFacts, wanted: Wanted): boolean =>
  transitionOf(order, wanted) !== undefined;
