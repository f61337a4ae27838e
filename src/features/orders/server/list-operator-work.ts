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
 * What waits for an operator, oldest first, at most OPERATOR_LIST_MAX of each; the counts are of
 * all. Amounts in KES.
 */

const inShillings = <T extends { amountCents: number }>({ amountCents, ...row }: T) => ({
  ...row,
  amount: shillingsOf(amountCents),
});

/** Money that is to go back, and where it came from. */
export const listDueRefunds = async (db: Database) => (await listRefundsDue(db)).map(inShillings);

/** Payouts of these statuses, or of all, that came after one. */
export const listPayouts = async (
  db: Database,
  statuses: readonly PayoutStatus[] = payoutStatuses,
  afterId = 0,
) => (await listPayoutsOf(db, statuses, afterId)).map(inShillings);

/**
 * Pushes that brought another amount (`held`), or of which nothing is known yet (`unknown`).
 * `amount` is what was asked for.
 */
export const listHeldAttempts = async (db: Database) =>
  (await listDoubtfulAttempts(db)).map(inShillings);

export const countDueRefunds = countRefundsDue;
export const countPayouts = countPayoutsOf;
/** What waits for farmers to verify their numbers, where SMS is set up. */
export const countUnverifiedPayouts = async (db: Database) =>
  inShillings(await sumUnverifiedPayouts(db));
export const countHeldAttempts = countDoubtfulAttempts;
