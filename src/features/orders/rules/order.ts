/* The steps, payments and weighings that an order allows now. */

import { HANDOVER_TRIES_MAX } from '#features/orders/rules/limits.ts';
import {
  isCompleted,
  isDisputed,
  isOnTheWay,
  isToAnswer,
  isToSend,
  type OrderFacts,
  type OrderStatus,
  type PaymentStatus,
} from '#features/orders/rules/order-facts.ts';
import { mayMove } from './transitions.ts';

/**
 * Whether the farmer of an accepted order may still lower its quantities. A pending one is accepted
 * with lower quantities instead.
 */
export const isShortenable = ({ status }: Pick<OrderFacts, 'status'>) => isToSend(status);

/** Whether the farmer may enter what the goods weigh. A locked code needs no more weights. */
export const isWeighable = ({
  status,
  handoverTries,
}: Pick<OrderFacts, 'status' | 'handoverTries'>) =>
  isOnTheWay(status) && handoverTries < HANDOVER_TRIES_MAX;

type Payable = Pick<
  OrderFacts,
  'status' | 'paymentMethod' | 'paymentStatus' | 'isFarmerSuspended' | 'harvestBy' | 'depositPaidAt'
> & { stockReleasedAt: Date | null };

/** Whether a pre-order reserves its goods and has no deposit yet. */
const awaitsDeposit = ({ status, harvestBy, depositPaidAt, stockReleasedAt }: Payable): boolean =>
  isToAnswer(status) && harvestBy !== null && depositPaidAt === null && stockReleasedAt === null;

/**
 * Whether an order waits for money by M-Pesa, also for money that is on its way and also if the
 * farmer is suspended.
 */
export const awaitsMoney = (order: Payable) =>
  (isToSend(order.status) || awaitsDeposit(order)) &&
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
  isOnTheWay(status) &&
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
    notCollected: isOnTheWay(order.status) && may('cancelled'),
    cancel: !isOnTheWay(order.status) && may('cancelled'),
    answerDispute: isDisputed(order.status) && order.disputeAnswer === null,
    answer: order.rating !== null && order.reviewAnswer === null,
    rateBuyer: isCompleted(order.status) && order.buyerId !== null && !isBuyerRated,
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
    rate: isCompleted(order.status) && order.rating === null,
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
