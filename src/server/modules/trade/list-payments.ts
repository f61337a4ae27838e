import { decodeCursor, type ListOrder, pageOf } from '#server/cursor.ts';
import type { Database } from '#server/db/connect.ts';
import { PAYMENTS_PAGE_SIZE } from '#shared/limits.ts';
import { shillingsOf } from '#shared/money.ts';
import { listPaymentRows, type PaymentRead } from './payments/statements/statement-queries.ts';

const newestFirst: ListOrder = { name: 'payments', values: ['integer'] };

/** A page of what came in for a farmer's orders, newest first. @throws AppError INVALID_INPUT for a cursor that is none */
export async function listPayments(db: Database, { farmerId, cursor }: { farmerId: number; cursor?: string | undefined }) {
  const beforeId = cursor ? (decodeCursor(cursor, newestFirst)[0] ?? null) : null;
  const rows = await listPaymentRows(db, { farmerId, beforeId, limit: PAYMENTS_PAGE_SIZE + 1 });
  const page = pageOf(rows, { size: PAYMENTS_PAGE_SIZE, list: newestFirst, valuesOf: ({ id }) => [id] });
  return { payments: page.rows.map(readPayment), nextCursor: page.nextCursor };
}

/** A payment as the farmer reads it (the specification's words, and where its money is now). Money in KES. */
export function readPayment(row: PaymentRead) {
  const { payoutStatus, payoutCents, payoutReceipt } = row;
  return {
    id: row.id,
    orderId: row.orderId,
    /** Empty once the buyer's account is gone. */
    buyerName: [row.firstName, row.lastName].filter(Boolean).join(' '),
    amount: shillingsOf(row.amountCents),
    method: row.method,
    date: row.receivedAt,
    status: row.state,
    /** M-Pesa's; null for cash, and until it is known. */
    receipt: row.receipt,
    payout:
      payoutStatus === null || payoutCents === null
        ? null
        : { status: payoutStatus, amount: shillingsOf(payoutCents), receipt: payoutReceipt, date: row.payoutSettledAt },
  };
}
