import * as z from 'zod/mini';
import { phoneNumber } from '#accounts/rules/account.ts';
import { fieldError, listLimit, pageCursor, rowId } from '#rules/fields.ts';
import { LIST_LIMIT_MAX } from '#rules/limits.ts';
import { m } from '#text';

/**
 * `sending` until Daraja has accepted the push, `pushed` while the phone asks, `unknown` if its
 * acceptance is unclear, `held` for a success with another amount, which the operator decides.
 */
export const attemptStatuses = ['sending', 'pushed', 'unknown', 'paid', 'failed', 'held'] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];
export const openAttemptStatuses = [
  'sending',
  'pushed',
  'unknown',
] as const satisfies readonly AttemptStatus[];

/** Money may be on its way, so no other push is made. */
export const blockingAttemptStatuses = [
  ...openAttemptStatuses,
  'held',
] as const satisfies readonly AttemptStatus[];

export const mayBringMoney = (request: { status: AttemptStatus }): boolean =>
  blockingAttemptStatuses.some((status) => status === request.status);

type Transitions<Status extends string> = Record<Status, readonly Status[]>;

export const statusesBefore = <Status extends string>(
  transitions: Transitions<Status>,
  to: Status,
): Status[] =>
  (Object.keys(transitions) as Status[]).filter((from) => transitions[from].includes(to));

/** None leads away from paid. */
export const attemptTransitions: Record<'mpesa' | 'operator', Transitions<AttemptStatus>> = {
  /** A failed attempt may turn out to have brought money after all. */
  mpesa: {
    sending: ['pushed', 'unknown', 'paid', 'failed', 'held'],
    unknown: ['pushed', 'paid', 'failed', 'held'],
    pushed: ['paid', 'failed', 'held'],
    failed: ['paid', 'held'],
    held: [],
    paid: [],
  },
  operator: {
    sending: [],
    unknown: ['paid', 'failed'],
    pushed: ['paid', 'failed'],
    failed: ['paid', 'failed'],
    held: ['paid', 'failed'],
    paid: [],
  },
};

export const SAME_AMOUNT_CODE = '17';
export const PHONE_BUSY_CODE = '1001';

export const paymentStates = ['received', 'refund_due', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const paymentStateTransitions: Transitions<PaymentState> = {
  received: ['refund_due'],
  refund_due: ['refunded'],
  refunded: [],
};

/**
 * `unknown`: sent without a known result, so it is never sent again automatically. `credited`: a
 * refund too small for M-Pesa, which pays part of another order.
 */
export const payoutStatuses = [
  'due',
  'sent',
  'paid',
  'failed',
  'unknown',
  'cancelled',
  'credited',
] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** As far as we know, the money has not arrived. */
export const unsettledPayoutStatuses = [
  'due',
  'sent',
  'failed',
  'unknown',
] as const satisfies readonly PayoutStatus[];

/** None leads away from paid. */
export const payoutTransitions: Record<
  'order' | 'mpesa' | 'operator',
  Transitions<PayoutStatus>
> = {
  /**
   * A cancellation or dispute calls a payout off. A small refund becomes a credit, and is due again
   * when its order is cancelled.
   */
  order: {
    due: ['cancelled', 'credited'],
    sent: [],
    unknown: [],
    failed: ['cancelled'],
    cancelled: ['due'],
    credited: ['due'],
    paid: [],
  },
  /** Money may turn out to have arrived, whatever was recorded before. */
  mpesa: {
    due: ['sent', 'paid', 'unknown'],
    sent: ['due', 'paid', 'failed', 'unknown'],
    unknown: ['due', 'paid', 'failed', 'unknown'],
    failed: ['paid', 'unknown'],
    cancelled: ['paid', 'unknown'],
    credited: [],
    paid: [],
  },
  /** From due to due, the hold ends earlier. From failed to unknown, M-Pesa is asked first. */
  operator: {
    due: ['due', 'paid'],
    sent: ['paid', 'failed'],
    unknown: ['paid', 'failed'],
    failed: ['due', 'paid', 'unknown'],
    cancelled: [],
    credited: [],
    paid: [],
  },
};

export const payOrderInput = z.object({ orderId: rowId, phoneNumber });

const SIGNATURE_MAX = 100;

export const linkedOrderInput = z.object({
  orderId: rowId,
  until: z.int(),
  signature: z.string().check(z.maxLength(SIGNATURE_MAX)),
});
export type LinkedOrder = z.infer<typeof linkedOrderInput>;
export const payLinkedOrderInput = z.extend(linkedOrderInput, { phoneNumber });

export const listPaymentsInput = z.object({
  limit: listLimit(LIST_LIMIT_MAX),
  cursor: pageCursor,
});

const month = z
  .string(fieldError('fieldInvalid'))
  .check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, fieldError('fieldInvalid')));
export const statementInput = z.object({ month });

type Options = { locale?: Language };

export const NO_FUNDS_CODE = '1';

const texts: Record<string, (inputs: object, options: Options) => string> = {
  [NO_FUNDS_CODE]: m.paymentNoFunds,
  [SAME_AMOUNT_CODE]: m.paymentSameAmount,
  [PHONE_BUSY_CODE]: m.paymentPhoneBusy,
  1019: m.paymentExpired,
  1031: m.paymentCancelled,
  1032: m.paymentCancelled,
  1037: m.paymentNoAnswer,
  2001: m.paymentWrongPin,
};

type Failed = { resultCode: string | null; resultText: string | null };

/** In our words for a known reason, otherwise in M-Pesa's. */
export function paymentFailureText(
  { resultCode, resultText }: Failed,
  options: Options = {},
): string {
  const known = texts[String(resultCode)];
  if (known) return known({}, options);
  return resultText
    ? m.paymentFailedSaying({ reason: resultText }, options)
    : m.paymentFailed({}, options);
}
