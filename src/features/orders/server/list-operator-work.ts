import { type PayoutStatus, payoutStatuses } from '#features/orders/rules/payment.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  countDoubtfulAttempts,
  countPayoutsOf,
  countRefundsDue,
  listDoubtfulAttempts,
  listPayoutsOf,
  listRefundsDue,
  sumUnverifiedPayouts,
} from './payments/statements/operator-queries.ts';

/*
 * The operator's open work, oldest first, at most OPERATOR_LIST_MAX of each kind; the counts
 * include all. Amounts in KES.
 */

const inShillings = <T extends { amountCents: number }>({ amountCents, ...row }: T) => ({
  ...row,
  amount: shillingsOf(amountCents),
});

/** Payments that are due back, with their origin. */
export const listDueRefunds = async (db: Database) => (await listRefundsDue(db)).map(inShillings);

/** Payouts with these statuses, or all, after `afterId`. */
export const listPayouts = async (
  db: Database,
  statuses: readonly PayoutStatus[] = payoutStatuses,
  afterId = 0,
) => (await listPayoutsOf(db, statuses, afterId)).map(inShillings);

/**
 * Pushes that brought another amount (`held`), or whose result is unknown (`unknown`). `amount` is
 * the requested amount.
 */
export const listHeldAttempts = async (db: Database) =>
  (await listDoubtfulAttempts(db)).map(inShillings);

export const countDueRefunds = countRefundsDue;
export const countPayouts = countPayoutsOf;
/** Payouts that wait for farmers to verify their numbers; only relevant if SMS is set up. */
export const countUnverifiedPayouts = async (db: Database) =>
  inShillings(await sumUnverifiedPayouts(db));
export const countHeldAttempts = countDoubtfulAttempts;
