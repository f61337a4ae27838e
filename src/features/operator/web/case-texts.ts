import type { Actor, OrderStatus, PaymentStatus } from '#orders/rules/order-facts.ts';
import type { AttemptStatus, PaymentState, PayoutStatus } from '#orders/rules/payment.ts';
import { orderStatusText } from '#orders/web/order-status.tsx';
import { paymentStatusLabels } from '#orders/web/order-texts.ts';
import { moneyText, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import type { BadgeTone } from '#ui/feedback.tsx';
import type { CaseKind } from '../rules/desk-input.ts';

const kinds: Record<CaseKind, { label: () => string; tone: BadgeTone }> = {
  dispute: { label: m.deskKindDispute, tone: 'soil' },
  payout: { label: m.deskKindPayout, tone: 'maize' },
  attempt: { label: m.deskKindAttempt, tone: 'maize' },
  refund: { label: m.deskKindRefund, tone: 'maize' },
  unmatched: { label: m.deskKindUnmatched, tone: 'maize' },
  report: { label: m.deskKindReport, tone: 'soil' },
  visit: { label: m.deskKindVisit, tone: 'leaf' },
  released: { label: m.deskKindReleased, tone: 'sky' },
  sim: { label: m.deskKindSim, tone: 'soil' },
  request: { label: m.deskKindRequest, tone: 'sky' },
};

export const kindText = (kind: CaseKind): string => kinds[kind].label();
export const kindTone = (kind: CaseKind): BadgeTone => kinds[kind].tone;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "3 d", "5 h", "12 min". */
export function ageText(since: string): string {
  const waited = Math.max(0, Date.now() - new Date(since).getTime());
  if (waited >= DAY) return m.deskDays({ count: Math.floor(waited / DAY) });
  if (waited >= HOUR) return m.deskHours({ count: Math.floor(waited / HOUR) });
  return m.deskMinutes({ count: Math.floor(waited / MINUTE) });
}

const operations: Record<string, () => string> = {
  dispute: m.deskOpDispute,
  order: m.deskOpOrder,
  refund: m.deskOpRefund,
  'attempt paid': m.deskOpAttemptPaid,
  'attempt failed': m.deskOpAttemptFailed,
  'payout approve': m.deskOpPayoutApprove,
  'payout paid': m.deskOpPayoutPaid,
  'payout failed': m.deskOpPayoutFailed,
  suspend: m.deskOpSuspend,
  unsuspend: m.deskOpUnsuspend,
  hide: m.deskOpHide,
  unhide: m.deskOpUnhide,
  'lot end': m.deskOpEndLot,
  'sim-changed': m.deskOpSim,
  'new-number': m.deskOpNewNumber,
  'reset-pin': m.deskOpResetPin,
  'keep-pin': m.deskOpKeepPin,
  visited: m.deskOpVisited,
  unvisited: m.deskOpUnvisited,
  'report close': m.deskOpCloseReport,
  'outgoing enable': m.deskOpEnableOutgoing,
  'payouts enable': m.deskOpEnablePayouts,
  'outgoing release': m.deskOpRelease,
  'outgoing drop': m.deskOpDrop,
  'prices rebuild': m.deskOpRebuildPrices,
  'prices import': m.deskOpImportPrices,
  'statement import': m.reconcileImport,
  'close unmatched payment': m.reconcileClose,
  'operator invite': m.deskOpInvite,
  'operator link': m.deskOpLink,
  'operator role': m.deskOpRole,
  'operator close': m.deskOpClose,
  'operator display name': m.deskChangeName,
  enter: m.deskOpEnter,
  approve: m.deskApprove,
  decline: m.deskDecline,
  cases: m.deskTabCases,
  search: m.placeSearchButton,
  'farms to visit': m.deskTabVisits,
  operators: m.deskTabPeople,
  statement: m.deskTabStatement,
  log: m.deskTabLog,
  'order page': m.orderColumnOrder,
  'lot page': m.deskLot,
  'report page': m.deskKindReport,
  'account page': m.settingsAccount,
  'visit photo': m.deskVisitPhoto,
  server: m.deskTabServer,
  payouts: m.deskTabPayouts,
  'request page': m.deskRequestWord,
};

export const operationText = (name: string): string => operations[name]?.() ?? name;

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
