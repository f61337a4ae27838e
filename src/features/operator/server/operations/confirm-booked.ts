import { COMPLETED, listLinesByReceipt } from '#operator/server/reconciliation/queries.ts';
import type { StatementLine } from '#operator/server/reconciliation/read-statement.ts';
import { confirmBookedPayments, listUnconfirmedPayments } from '#orders/server/operator-work.ts';
import { accountReference } from '#platform/server/adapters/mpesa.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isSamePerson } from './two-people.ts';

type Given = {
  /** Its lines may be known from somebody else's import. */
  imported?: { lines: readonly StatementLine[]; by: string };
  now: Date;
};

/**
 * A booked payment is confirmed by a completed line with its receipt, its amount and the account of
 * its order, imported by another person. Money that came in under another account or none may be
 * somebody else's, and would go to the order's buyer. Called after each booking and each import.
 */
export async function confirmBooked(tx: Database, { imported, now }: Given) {
  const booked = await listUnconfirmedPayments(tx);
  if (booked.length === 0) return;
  const stored = await listLinesByReceipt(
    tx,
    booked.flatMap(({ receipt }) => receipt ?? []),
  );
  const given = imported?.lines.map((line) => ({ ...line, importedBy: imported.by })) ?? [];
  const isProven = ({ receipt, amountCents, bookedBy, orderId }: (typeof booked)[number]) =>
    [...stored, ...given].some(
      (line) =>
        line.receipt === receipt &&
        line.status === COMPLETED &&
        line.paidInCents === amountCents &&
        line.accountNumber.toUpperCase() === accountReference(orderId) &&
        line.importedBy !== null &&
        !isSamePerson(line.importedBy, bookedBy ?? ''),
    );
  const ids = booked.filter(isProven).map(({ id }) => id);
  await confirmBookedPayments(tx, ids, now);
}
