import type { Database } from '#server/db/connect.ts';
import { createTurns } from '#server/turns.ts';
import { STATEMENT_ROWS_MAX } from '#shared/limits.ts';
import { shillingsOf } from '#shared/money.ts';
import { type Month, spanOfMonth } from '#shared/month.ts';
import { readPayment } from './list-payments.ts';
import { listPaymentsBetween, sumPaymentsBetween, sumPayoutsBetween } from './payments/statements/statement-queries.ts';

/** Thousands of rows each: a few at the same time, in turns by farmer. */
const inTurn = createTurns({ atOnce: 2, waitingMax: 60 });

/**
 * What a month in Nairobi brought a farmer: each payment, oldest first, and the sums in KES. `isWhole` false: there were more payments
 * than a statement lists; its sums count them all.
 */
export const getStatement = (db: Database, asked: { farmerId: number; month: Month }) =>
  inTurn(asked.farmerId, () => readStatement(db, asked));

async function readStatement(db: Database, { farmerId, month }: { farmerId: number; month: Month }) {
  const span = { farmerId, ...spanOfMonth(month) };
  const rows = await listPaymentsBetween(db, { ...span, limit: STATEMENT_ROWS_MAX + 1 });
  const sums = await sumPaymentsBetween(db, span);
  return {
    month,
    payments: rows.slice(0, STATEMENT_ROWS_MAX).map(readPayment),
    isWhole: rows.length <= STATEMENT_ROWS_MAX,
    sums: {
      count: sums.count,
      received: shillingsOf(sums.receivedCents),
      mpesa: shillingsOf(sums.mpesaCents),
      cash: shillingsOf(sums.cashCents),
      /** Came in and went back, or is about to. */
      refunded: shillingsOf(sums.refundedCents),
      paidOut: shillingsOf(await sumPayoutsBetween(db, span)),
    },
  };
}
