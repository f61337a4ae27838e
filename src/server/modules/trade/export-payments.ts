import type { Database } from '#server/db/connect.ts';
import { writeCsv } from '#shared/csv.ts';
import { dayInNairobi } from '#shared/day.ts';
import type { Month } from '#shared/month.ts';
import { getStatement } from './get-statement.ts';

const columns = [
  ...['payment_id', 'date', 'order_id', 'buyer', 'method', 'amount_kes', 'status', 'receipt'],
  ...['payout_status', 'payout_kes', 'payout_receipt'],
];

/** A month's payments as a file for a spreadsheet. Columns are in English, so that a file from either language is the same. */
export async function exportPayments(db: Database, { farmerId, month }: { farmerId: number; month: Month }) {
  const { payments } = await getStatement(db, { farmerId, month });
  const rows = payments.map(({ id, date, orderId, buyerName, method, amount, status, receipt, payout }) => [
    ...[id, dayInNairobi(date), orderId, buyerName, method, amount, status, receipt ?? ''],
    ...[payout?.status ?? '', payout?.amount ?? '', payout?.receipt ?? ''],
  ]);
  return { csv: writeCsv([columns, ...rows]), name: `sokoshamba-payments-${month}.csv` };
}
