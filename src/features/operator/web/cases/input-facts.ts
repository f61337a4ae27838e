import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { m } from '#text';
import type { Actor, OrderStatus, PaymentStatus } from '#orders/rules/order-facts.ts';
import type { AttemptStatus, PaymentState, PayoutStatus } from '#orders/rules/payment.ts';
import { paymentStatusLabels } from '#orders/web/order-texts.ts';
import { orderStatusText } from '#orders/web/order-status.tsx';

const names: Record<string, () => string> = {
  orderId: m.orderColumnOrder,
  paymentId: m.orderColumnPayment,
  payoutId: m.deskKindPayout,
  attemptId: m.deskAttempt,
  productId: m.inventoryProduct,
  lotId: m.deskLot,
  reportId: m.deskKindReport,
  accountId: m.settingsAccount,
  requestId: m.deskRequestWord,
  account: m.settingsAccount,
  newNumber: m.phoneNew,
  receipt: m.deskReceipt,
  end: m.deskDecision,
  reason: m.orderReasonLabel,
  why: m.orderReasonLabel,
  amountCents: m.deskAmount,
  name: m.deskName,
  role: m.deskRole,
  email: m.emailLabel,
  text: m.deskSearch,
  requestedBy: m.deskRequestedBy,
};

export const inputFacts = (input: Readonly<Record<string, string | number | boolean>>) =>
  Object.entries(input)
    // The effects say what the lines come to.
    .filter(([key]) => key !== 'lines')
    .map(([key, value]) => [names[key]?.() ?? key, valueText(key, value)] as const);

function valueText(key: string, value: string | number | boolean): string {
  if (key === 'amountCents') return moneyText(shillingsOf(Number(value)));
  if (key !== 'end') return String(value);
  return value === 'divided' ? m.deskEndDivided() : statusText('order', String(value));
}

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
