import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { attemptStatuses, paymentStates, payoutStatuses } from '#orders/rules/payment.ts';
import { moment, notPersonal, personal } from '#server/tables.ts';
import { IN_THE_BOOKS, orders, paymentMethod } from '../orders/tables.ts';

export const attemptStatus = pgEnum('payment_attempt_status', attemptStatuses);
export const paymentState = pgEnum('payment_state', paymentStates);
export const payoutStatus = pgEnum('payout_status', payoutStatuses);

export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    status: attemptStatus().notNull().default('sending'),
    /** SHA-256 of the token in the callback's URL, hexadecimal. */
    tokenHash: text('token_hash').notNull().unique(),
    phoneNumber: text('phone_number'),
    amountCents: integer('amount_cents').notNull(),
    /** The sum of a push that asked for several orders; otherwise null. */
    pushedCents: integer('pushed_cents'),
    /** The attempt whose push asked for this amount too, so its result is this one's as well. */
    pushedWithId: integer('pushed_with_id').references((): AnyPgColumn => paymentAttempts.id),
    merchantRequestId: text('merchant_request_id'),
    checkoutRequestId: text('checkout_request_id').unique(),
    resultCode: text('result_code'),
    resultText: text('result_text'),
    requestedAt: moment('requested_at').notNull(),
    askAgainAt: moment('ask_again_at').notNull(),
    /** Null once the phone was asked. */
    pushAt: moment('push_at'),
    settledAt: moment('settled_at'),
  },
  (table) => [
    index('payment_attempts_phone').on(table.phoneNumber, table.requestedAt),
    index('payment_attempts_waiting').on(table.pushAt).where(sql`push_at is not null`),
    uniqueIndex('payment_attempts_one_open')
      .on(table.orderId)
      .where(sql`status in ('sending', 'pushed', 'unknown')`),
    index('payment_attempts_order').on(table.orderId, table.id),
    index('payment_attempts_pushed_with')
      .on(table.pushedWithId)
      .where(sql`pushed_with_id is not null`),
    index('payment_attempts_open')
      .on(table.askAgainAt)
      .where(sql`status in ('sending', 'pushed', 'unknown')`),
    index('payment_attempts_doubtful').on(table.id).where(sql`status in ('held', 'unknown')`),
  ],
);

personal(paymentAttempts, {
  of: { orderId: orders },
  exported: {
    buyerId: 'orderId status phoneNumber amountCents resultText requestedAt settledAt',
  },
  technical: `id pushedCents pushedWithId tokenHash merchantRequestId checkoutRequestId resultCode
    askAgainAt pushAt`,
  erased: { buyerId: 'phoneNumber' },
  kept: IN_THE_BOOKS,
});

/** Several payments count for one order if each brought what was due then. */
export const payments = pgTable(
  'payments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    attemptId: integer('attempt_id')
      .unique()
      .references(() => paymentAttempts.id),
    /** The order's, so that the payments of a farm have an index. A trigger copies it. */
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    method: paymentMethod().notNull(),
    state: paymentState().notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The part that refunds of a difference return. */
    returnedCents: integer('returned_cents').notNull().default(0),
    creditCents: integer('credit_cents').notNull().default(0),
    receipt: text(),
    /** 0, or the attempt's id if another order's payment has the same receipt. */
    part: integer().notNull().default(0),
    receivedAt: moment('received_at').notNull(),
    /**
     * Null if M-Pesa reported it. None of the order's money is sent automatically until somebody
     * else has confirmed the booking.
     */
    bookedBy: text('booked_by'),
    confirmedAt: moment('confirmed_at'),
    refundReceipt: text('refund_receipt').unique(),
    refundedAt: moment('refunded_at'),
  },
  (table) => [
    uniqueIndex('payments_receipt').on(table.receipt, table.part),
    // Cash is handed over once.
    uniqueIndex('payments_one_cash').on(table.orderId).where(sql`method = 'Cash on delivery'`),
    index('payments_order').on(table.orderId, table.id),
    index('payments_farmer').on(table.farmerId, table.id),
    index('payments_farmer_received').on(table.farmerId, table.receivedAt),
    index('payments_received').on(table.receivedAt),
    index('payments_refunded').on(table.refundedAt).where(sql`refunded_at is not null`),
    index('payments_unconfirmed')
      .on(table.orderId)
      .where(sql`booked_by is not null and confirmed_at is null`),
    index('payments_refund_due').on(table.id).where(sql`state = 'refund_due'`),
    check('payments_amount_positive', sql`amount_cents > 0`),
    check('payments_returned_part', sql`returned_cents between 0 and amount_cents + credit_cents`),
  ],
);

personal(payments, {
  of: { orderId: orders },
  exported: `orderId method state amountCents returnedCents receipt receivedAt refundReceipt
    refundedAt`,
  technical: 'id attemptId farmerId creditCents part bookedBy confirmedAt',
  kept: IN_THE_BOOKS,
});

export const paymentCallbacks = pgTable(
  'payment_callbacks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256, hexadecimal. Whether the token is known is checked later. */
    tokenHash: text('token_hash').notNull(),
    body: text().notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [index().on(table.tokenHash), index().on(table.receivedAt)],
);

/** personal-data.ts deletes a person's callbacks. */
personal(paymentCallbacks, {
  omitted: { 'The export has the payment.': 'body' },
  technical: 'id tokenHash receivedAt',
  kept: 'Until it is pruned, if it is of no order.',
});

/** A farmer's earnings from an order, or part of a payment back to its buyer. */
export const payouts = pgTable(
  'payouts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    paymentId: integer('payment_id').references(() => payments.id),
    /** Refunds are numbered from 1; earnings have 0. */
    part: smallint().notNull().default(0),
    buyerId: integer('buyer_id').references(() => users.id, { onDelete: 'set null' }),
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    status: payoutStatus().notNull().default('due'),
    amountCents: integer('amount_cents').notNull(),
    heldUntil: moment('held_until').notNull(),
    /** M-Pesa accepts each id once, so the next try gets a new one. */
    failedTries: integer('failed_tries').notNull().default(0),
    /**
     * The payout that this one was sent with, because it was too small for M-Pesa; both share one
     * result.
     */
    sentWithId: integer('sent_with_id').references((): AnyPgColumn => payouts.id),
    /** The order that uses a small refund as a credit. */
    creditedOrderId: integer('credited_order_id').references(() => orders.id),
    /** The last try's id, under which M-Pesa pays once. */
    originatorConversationId: text('originator_conversation_id').unique(),
    /** SHA-256, hexadecimal. */
    tokenHash: text('token_hash').unique(),
    statusTokenHash: text('status_token_hash').unique(),
    phoneNumber: text('phone_number'),
    receipt: text().unique(),
    resultCode: text('result_code'),
    resultText: text('result_text'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    askAgainAt: moment('ask_again_at'),
    /** Sends it again if M-Pesa reports that the last try brought nothing. */
    approvedAt: moment('approved_at'),
    settledAt: moment('settled_at'),
  },
  (table) => [
    uniqueIndex('payouts_order_part').on(table.orderId, table.part),
    index('payouts_farmer').on(table.farmerId, table.id),
    index('payouts_farmer_open').on(table.farmerId).where(sql`status <> 'paid'`),
    index('payouts_buyer').on(table.buyerId, table.id).where(sql`buyer_id is not null`),
    index('payouts_payment').on(table.paymentId).where(sql`payment_id is not null`),
    index('payouts_credited').on(table.creditedOrderId).where(sql`credited_order_id is not null`),
    check('payouts_refund_numbered', sql`(payment_id is null) = (part = 0)`),
    index('payouts_sent_with').on(table.sentWithId).where(sql`sent_with_id is not null`),
    index('payouts_settled').on(table.settledAt).where(sql`status = 'paid'`),
    index('payouts_due').on(table.heldUntil).where(sql`status = 'due'`),
    index('payouts_open').on(table.askAgainAt).where(sql`status in ('sent', 'unknown')`),
  ],
);

personal(payouts, {
  of: 'buyerId farmerId',
  exported: 'orderId status amountCents phoneNumber receipt createdAt sentAt settledAt',
  technical: `id paymentId part heldUntil failedTries sentWithId creditedOrderId
    originatorConversationId tokenHash statusTokenHash resultCode resultText askAgainAt approvedAt`,
  erased: 'phoneNumber',
  kept: IN_THE_BOOKS,
});

/** A result may come long after another try has begun. */
export const payoutTries = pgTable(
  'payout_tries',
  {
    originatorConversationId: text('originator_conversation_id').primaryKey(),
    payoutId: integer('payout_id')
      .notNull()
      .references(() => payouts.id),
    /** SHA-256, hexadecimal. */
    tokenHash: text('token_hash').notNull().unique(),
    statusTokenHash: text('status_token_hash').notNull().unique(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [index('payout_tries_payout').on(table.payoutId)],
);

notPersonal(payoutTries);
