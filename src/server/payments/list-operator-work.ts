import type { Database } from '#server/db/connect.ts';
import { shillingsOf } from '#shared/money.ts';
import { type PayoutStatus, payoutStatuses } from '#shared/payment.ts';
import { listDoubtfulAttempts, listPayoutsOf, listRefundsDue } from './operator-queries.ts';

/* What waits for the operator. Amounts in KES; the oldest 200 refunds and attempts, the newest 200 payouts. */

const inShillings = <T extends { amountCents: number }>({ amountCents, ...row }: T) => ({
  ...row,
  amount: shillingsOf(amountCents),
});

/** Money that is to go back, and where it came from. */
export const listDueRefunds = async (db: Database) => (await listRefundsDue(db)).map(inShillings);

/** Payouts of these statuses; of all where none is named. */
export const listPayouts = async (db: Database, statuses: readonly PayoutStatus[] = payoutStatuses) =>
  (await listPayoutsOf(db, statuses)).map(inShillings);

/** Pushes that brought another amount (`held`), or of which nothing is known yet (`unknown`). `amount` is what was asked for. */
export const listHeldAttempts = async (db: Database) => (await listDoubtfulAttempts(db)).map(inShillings);
