import * as z from 'zod/mini';
import { phoneNumber } from '#shared/account.ts';
import { CURSOR_MAX } from '#shared/limits.ts';
import { orderId } from '#shared/order.ts';
import { say } from '#shared/text/line.ts';

/**
 * One STK push: `sending` until Daraja took it, `pushed` while the buyer's phone asks, `unknown` when nobody knows whether it was
 * taken; settled as `paid`, `failed`, or `held` for the operator (a success of another amount).
 */
export const attemptStatuses = ['sending', 'pushed', 'unknown', 'paid', 'failed', 'held'] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];
export const openAttemptStatuses = ['sending', 'pushed', 'unknown'] as const satisfies readonly AttemptStatus[];
/** Nothing may be pushed for an order beside these: money may be on its way, or is here and has to be looked at. */
export const blockingAttemptStatuses = [...openAttemptStatuses, 'held'] as const satisfies readonly AttemptStatus[];

/** M-Pesa's result for the same amount to the same phone within two minutes. */
export const SAME_AMOUNT_CODE = '17';
/** Likewise while the phone has another request open. */
export const PHONE_BUSY_CODE = '1001';

/** Money that came in. `received` belongs to its order; the rest goes back, or has gone. */
export const paymentStates = ['received', 'refund_due', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Money on its way to a farmer. `unknown`: sent, and nobody knows what became of it; never sent again by itself. */
export const payoutStatuses = ['due', 'sent', 'paid', 'failed', 'unknown', 'cancelled'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];
/** The farmer has earned it, and has not got it so far as we know. */
export const unsettledPayoutStatuses = ['due', 'sent', 'failed', 'unknown'] as const satisfies readonly PayoutStatus[];

export const payOrderInput = z.object({ orderId, phoneNumber });

export const listPaymentsInput = z.object({ cursor: z.optional(z.string().check(z.maxLength(CURSOR_MAX, say('fieldInvalid')))) });

const month = z.string(say('fieldInvalid')).check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, say('fieldInvalid')));
/** A month of the calendar in Nairobi: 2026-11. */
export const statementInput = z.object({ month });
