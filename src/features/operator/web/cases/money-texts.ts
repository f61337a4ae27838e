import type { Actor, OrderStatus, PaymentStatus } from '#orders/rules/order-facts.ts';
import type { AttemptStatus, PaymentState, PayoutStatus } from '#orders/rules/payment.ts';
import { paymentStatusLabels } from '#orders/web/order-texts.ts';
import { orderStatusText } from '#orders/web/status-texts.ts';
import { m } from '#text';

const attempts: Record<AttemptStatus, () => string> = {
  sending: m.deskStateSending,
  pushed: m.deskStateSending,
  unknown: m.deskStateUnknown,
  paid: m.deskStatePaid,
  failed: m.deskStateFailed,
  held: m.deskStateHeld,
};
const payments: Record<PaymentState, () => string> = {
  received: m.deskStateReceived,
  refund_due: m.paymentStatusRefundDue,
  refunded: m.paymentStatusRefunded,
};
const payouts: Record<PayoutStatus, () => string> = {
  due: m.deskStateDue,
  sent: m.deskStateSent,
  paid: m.deskStatePaid,
  failed: m.deskStateFailed,
  unknown: m.deskStateUnknown,
  cancelled: m.deskStateCalledOff,
  credited: m.payoutStatusCredited,
};

const said = {
  order: (status: string) => orderStatusText(status as OrderStatus, 'delivery'),
  payment: (status: string) => paymentStatusLabels[status as PaymentStatus](),
  attempt: (status: string) => attempts[status as AttemptStatus](),
  money: (status: string) => payments[status as PaymentState](),
  payout: (status: string) => payouts[status as PayoutStatus](),
};

export const statusText = (of: keyof typeof said, status: string): string => said[of](status);

const actors: Record<Actor, () => string> = {
  buyer: m.orderColumnBuyer,
  farmer: m.deskFarmer,
  clock: m.deskClock,
  operator: m.deskOperator,
  mpesa: () => 'M-Pesa',
};
export const actorText = (actor: Actor): string => actors[actor]();
