/*
 * The life of an order in one table. The server moves an order only by a row of it, in one guarded
 * UPDATE. Screens read from it which steps to offer. The caller passes the current time; `when`
 * depends only on the order's facts and that time.
 */

import {
  CANCEL_AFTER_CHANGE_SECONDS,
  DISPUTE_AFTER_COMPLETION_SECONDS,
  DISPUTE_AFTER_NOT_COLLECTED_SECONDS,
  HANDOVER_TRIES_MAX,
  LATE_DISPATCH_SECONDS,
  NOT_COLLECTED_SECONDS,
} from '#features/orders/rules/limits.ts';
import {
  type ClockRule,
  clockRules,
  dueAt,
  secondsAfter,
} from '#features/orders/rules/order-clock.ts';
import type {
  Actor,
  OrderFacts,
  OrderStatus,
  PaymentStatus,
} from '#features/orders/rules/order-facts.ts';
import { dayInNairobi } from '#platform/rules/day.ts';

type Transition = {
  from: OrderStatus;
  to: OrderStatus;
  by: Actor;
  /** A condition besides the status; always true if left out. */
  when?: (order: OrderFacts, now: Date) => boolean;
};

const isReached = (moment: Date | null, now: Date) => moment !== null && now >= moment;
/** Whether `until` is still ahead; false if it is null. */
const isBefore = (until: Date | null, now: Date) => until !== null && now < until;

/** The clock's row of the transition table. */
const byClock = (rule: ClockRule): Transition => ({
  from: rule.from,
  to: rule.to,
  by: 'clock',
  when: (order, now) =>
    (rule.paymentStatuses?.includes(order.paymentStatus) ?? true) &&
    (rule.isDepositPaid === undefined || rule.isDepositPaid === (order.depositPaidAt !== null)) &&
    isReached(dueAt(rule, order), now),
});

/** Whether an order waits for a harvest. */
export const isPreOrder = ({ harvestBy }: Pick<OrderFacts, 'harvestBy'>) => harvestBy !== null;

/** Whether the buyer's money has come. Cash comes only with the goods. */
const isPaid = ({ paymentStatus }: OrderFacts) => paymentStatus === 'paid';

/** The farmer is late: not dispatched 48 hours after payment, or the promised day is over. */
const isDispatchLate = ({ paidAt, deliveryDate }: OrderFacts, now: Date) =>
  isReached(paidAt && secondsAfter(paidAt, LATE_DISPATCH_SECONDS), now) ||
  (deliveryDate !== null && dayInNairobi(now) > deliveryDate);

/** Until when the buyer may cancel because the farmer lowered a quantity; null if none was. */
export const cancellableUntil = ({ shortenedAt }: Pick<OrderFacts, 'shortenedAt'>): Date | null =>
  shortenedAt && secondsAfter(shortenedAt, CANCEL_AFTER_CHANGE_SECONDS);

/** A suspended farmer will not dispatch any more, so the buyer need not wait. */
const mayBuyerCancel = (order: OrderFacts, now: Date) =>
  !isPaid(order) ||
  order.isFarmerSuspended ||
  isBefore(cancellableUntil(order), now) ||
  isDispatchLate(order, now);

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

/** Until when the buyer may report a problem with a completed order; null before its completion. */
export const reportableUntil = ({ completedAt }: Pick<OrderFacts, 'completedAt'>): Date | null =>
  completedAt && secondsAfter(completedAt, DISPUTE_AFTER_COMPLETION_SECONDS);

/**
 * Until when the payout of an order waits that the clock completed, because its buyer may still
 * report a problem. Null if a person completed it: the farmer is then paid at once.
 */
export const completionDisputableUntil = (
  order: Pick<OrderFacts, 'completedByClock' | 'completedAt'>,
) => (order.completedByClock ? reportableUntil(order) : null);

export const transitions: readonly Transition[] = [
  // A pre-order is confirmed by the harvest.
  { from: 'pending', to: 'confirmed', by: 'farmer', when: (order) => !isPreOrder(order) },
  { from: 'pending', to: 'rejected', by: 'farmer' },
  { from: 'pending', to: 'cancelled', by: 'buyer' },
  byClock(clockRules.expiry),
  byClock(clockRules.harvest),
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
  // Rotten goods may be found only after the handover. The operator's decision is final.
  {
    from: 'completed',
    to: 'disputed',
    by: 'buyer',
    when: (order, now) => !order.isDecided && isBefore(reportableUntil(order), now),
  },
  {
    from: 'cancelled',
    to: 'disputed',
    by: 'buyer',
    when: (order, now) => isBefore(notCollectedDisputableUntil(order), now),
  },
  { from: 'disputed', to: 'completed', by: 'operator' },
  // Cash that was handed over cannot be returned here.
  {
    from: 'disputed',
    to: 'cancelled',
    by: 'operator',
    when: (order) => order.paymentMethod === 'M-Pesa' || !isPaid(order),
  },
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

/**
 * Whether the farmer of an accepted order may still lower its quantities. A pending one is accepted
 * with lower quantities instead.
 */
export const isShortenable = ({ status }: Pick<OrderFacts, 'status'>) => status === 'confirmed';

/** Whether the farmer may enter what the goods weigh. A locked code needs no more weights. */
export const isWeighable = ({
  status,
  handoverTries,
}: Pick<OrderFacts, 'status' | 'handoverTries'>) =>
  status === 'dispatched' && handoverTries < HANDOVER_TRIES_MAX;

type Payable = Pick<
  OrderFacts,
  'status' | 'paymentMethod' | 'paymentStatus' | 'isFarmerSuspended' | 'harvestBy' | 'depositPaidAt'
> & { stockReleasedAt: Date | null };

/** Whether a pre-order reserves its goods and has no deposit yet. */
const awaitsDeposit = ({ status, harvestBy, depositPaidAt, stockReleasedAt }: Payable): boolean =>
  status === 'pending' && harvestBy !== null && depositPaidAt === null && stockReleasedAt === null;

/**
 * Whether an order waits for money by M-Pesa, also for money that is on its way and also if the
 * farmer is suspended.
 */
export const awaitsMoney = (order: Payable) =>
  (order.status === 'confirmed' || awaitsDeposit(order)) &&
  order.paymentMethod === 'M-Pesa' &&
  ['pending', 'processing', 'failed'].includes(order.paymentStatus);

/** Whether the buyer still has to pay by M-Pesa, even if the farmer is suspended. */
export const isToPay = (order: Payable) =>
  awaitsMoney(order) && order.paymentStatus !== 'processing';

type Weighable = Pick<OrderFacts, 'status' | 'paymentMethod' | 'paymentStatus'> & {
  weighing: number;
  weighingLeft: number | null;
};

/** Whether the buyer of a weighed order may pay the difference, if there is one, or leave it. */
export const mayPayDifference = ({
  status,
  paymentMethod,
  paymentStatus,
  weighing,
  weighingLeft,
}: Weighable) =>
  status === 'dispatched' &&
  paymentMethod === 'M-Pesa' &&
  paymentStatus === 'paid' &&
  weighing > 0 &&
  weighing !== weighingLeft;

/** Whether the buyer may be asked to pay by M-Pesa now. */
export const isPayable = (order: Payable) => isToPay(order) && !order.isFarmerSuspended;

type DisputeAndReviewFacts = {
  buyerId: number | null;
  disputeAnswer: string | null;
  rating: number | null;
  reviewAnswer: string | null;
};

/**
 * The steps that the farmer may take with an order now, the most urgent first. The first one that
 * the order waits for is its large button.
 */
export function stepsOfFarmer(
  order: OrderFacts & DisputeAndReviewFacts,
  { hasWeights, isBuyerRated, now }: { hasWeights: boolean; isBuyerRated: boolean; now: Date },
) {
  const may = (to: OrderStatus) => mayMove(order, { to, by: 'farmer', now });
  return possible({
    confirm: may('confirmed'),
    reject: may('rejected'),
    dispatch: may('dispatched'),
    shorten: isShortenable(order),
    weigh: hasWeights && isWeighable(order),
    complete: may('completed'),
    notCollected: order.status === 'dispatched' && may('cancelled'),
    cancel: order.status !== 'dispatched' && may('cancelled'),
    answerDispute: order.status === 'disputed' && order.disputeAnswer === null,
    answer: order.rating !== null && order.reviewAnswer === null,
    rateBuyer: order.status === 'completed' && order.buyerId !== null && !isBuyerRated,
  });
}

/** The steps that the buyer may take with an order now. */
export function stepsOfBuyer(
  order: OrderFacts & Payable & Pick<DisputeAndReviewFacts, 'rating'>,
  { isDifferenceOpen, now }: { isDifferenceOpen: boolean; now: Date },
) {
  const may = (to: OrderStatus) => mayMove(order, { to, by: 'buyer', now });
  return possible({
    pay: isPayable(order) || (isDifferenceOpen && !order.isFarmerSuspended),
    leaveDifference: isDifferenceOpen,
    received: may('completed'),
    dispute: may('disputed'),
    cancel: may('cancelled'),
    rate: order.status === 'completed' && order.rating === null,
  });
}

/** The names of the steps that are possible, in their order. */
const possible = <Step extends string>(steps: Record<Step, boolean>) =>
  (Object.keys(steps) as Step[]).filter((step) => steps[step]);

/**
 * Every payment status and its successors. `paid` never goes back: returned money is a refund. A
 * deposit leads back to `pending`, because the rest is still to be paid.
 */
export const paymentTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'paid'],
  processing: ['pending', 'paid', 'failed', 'refund_due'],
  failed: ['pending', 'processing', 'paid', 'refund_due'],
  paid: ['refund_due'],
  refund_due: ['refunded'],
  refunded: [],
};

/** Whether the buyer's money is due back or has been returned. */
export const isPaidBack = ({ paymentStatus }: Pick<OrderFacts, 'paymentStatus'>) =>
  paymentStatus === 'refund_due' || paymentStatus === 'refunded';
