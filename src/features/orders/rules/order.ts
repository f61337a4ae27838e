import {
  isCompleted,
  isDisputed,
  isOnTheWay,
  isToAnswer,
  isToSend,
  type OrderFacts,
  type OrderStatus,
  type PaymentStatus,
} from './order-facts.ts';
import { HANDOVER_TRIES_MAX, mayMove } from './transitions.ts';

/** A pending order is accepted with lower quantities instead. */
export const isShortenable = ({ status }: Pick<OrderFacts, 'status'>) => isToSend(status);

/** A locked code needs no more weights. */
export const isWeighable = ({
  status,
  handoverTries,
}: Pick<OrderFacts, 'status' | 'handoverTries'>) =>
  isOnTheWay(status) && handoverTries < HANDOVER_TRIES_MAX;

type Payable = Pick<
  OrderFacts,
  'status' | 'paymentMethod' | 'paymentStatus' | 'isFarmerSuspended' | 'harvestBy' | 'depositPaidAt'
> & { stockReleasedAt: Date | null };

const awaitsDeposit = ({ status, harvestBy, depositPaidAt, stockReleasedAt }: Payable): boolean =>
  isToAnswer(status) && harvestBy !== null && depositPaidAt === null && stockReleasedAt === null;

/** Includes orders whose money is on its way. */
export const awaitsMoney = (order: Payable) =>
  (isToSend(order.status) || awaitsDeposit(order)) &&
  order.paymentMethod === 'M-Pesa' &&
  ['pending', 'processing', 'failed'].includes(order.paymentStatus);

/** Includes orders of suspended farmers. */
export const isToPay = (order: Payable) =>
  awaitsMoney(order) && order.paymentStatus !== 'processing';

type Weighable = Pick<OrderFacts, 'status' | 'paymentMethod' | 'paymentStatus'> & {
  weighing: number;
  weighingLeft: number | null;
};

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

export const isPayable = (order: Payable) => isToPay(order) && !order.isFarmerSuspended;

type DisputeAndReviewFacts = {
  buyerId: number | null;
  disputeAnswer: string | null;
  rating: number | null;
  reviewAnswer: string | null;
};

/** The most urgent first: the first step is the large button. */
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

const possible = <Step extends string>(steps: Record<Step, boolean>) =>
  (Object.keys(steps) as Step[]).filter((step) => steps[step]);

/**
 * `paid` never goes back: returned money is a refund. A deposit leads back to `pending`, because
 * the rest is still to be paid.
 */
export const paymentTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'paid'],
  processing: ['pending', 'paid', 'failed', 'refund_due'],
  failed: ['pending', 'processing', 'paid', 'refund_due'],
  paid: ['refund_due'],
  refund_due: ['refunded'],
  refunded: [],
};

export const isPaidBack = ({ paymentStatus }: Pick<OrderFacts, 'paymentStatus'>) =>
  paymentStatus === 'refund_due' || paymentStatus === 'refunded';

/** The subject of all notices about an order. */
export const orderSubject = (orderId: number) => `order/${orderId}`;
