import { and, asc, desc, eq, gt, gte, lt, not, sql } from 'drizzle-orm';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { hasPayment } from '#orders/server/queries.ts';
import { pick } from '#server/database.ts';
import type { Period, StatementLine } from './read-statement.ts';
import { mpesaStatementLines as lines, mpesaStatements } from './tables.ts';

export const COMPLETED = 'Completed';

/** Money came in that no payment has the receipt of, and no operator has closed it. */
const isUnmatched = and(eq(lines.isOpen, true), not(hasPayment(lines.receipt)));

const columns = pick(
  lines,
  'receipt reasonType completedAt status details paidInCents withdrawnCents otherParty',
  'accountNumber isCharge closedReason importedBy',
);

/** Charges included. By the primary key. */
export async function listLinesByReceipt(db: Database, receipts: readonly string[]) {
  return db
    .select(columns)
    .from(lines)
    .where(sql`${lines.receipt} = any(${sql.param(receipts)}::text[])`)
    .orderBy(asc(lines.receipt), asc(lines.reasonType));
}

export type StoredLine = Awaited<ReturnType<typeof listLinesByReceipt>>[number];

/**
 * Replaces lines of transactions that were not completed. The lines are one JSON text, because
 * there are many columns.
 */
export async function upsertLines(
  tx: Database,
  given: readonly StatementLine[],
  { by, now }: { by: string; now: Date },
) {
  const json = JSON.stringify(
    given.map((line) => ({ ...line, completedAt: line.completedAt.toISOString() })),
  );
  const shape = sql.raw(`receipt text, "reasonType" text, "completedAt" timestamptz, status text,
    details text, "paidInCents" bigint, "withdrawnCents" bigint, "otherParty" text,
    "accountNumber" text, "linkedReceipt" text, "isCharge" boolean`);
  await tx.execute(sql`
    insert into ${lines} as stored (receipt, reason_type, completed_at, status, details,
      paid_in_cents, withdrawn_cents, other_party, account_number, linked_receipt, is_charge,
      is_open, imported_at, imported_by)
    select receipt, "reasonType", "completedAt", status, details, "paidInCents", "withdrawnCents",
      "otherParty", "accountNumber", "linkedReceipt", "isCharge",
      "paidInCents" > 0 and status = ${COMPLETED}, ${now.toISOString()}::timestamptz, ${by}::text
    from jsonb_to_recordset(${json}::text::jsonb) as given (${shape})
    on conflict (receipt, reason_type) do update set completed_at = excluded.completed_at,
      status = excluded.status, details = excluded.details, paid_in_cents = excluded.paid_in_cents,
      withdrawn_cents = excluded.withdrawn_cents, other_party = excluded.other_party,
      account_number = excluded.account_number, linked_receipt = excluded.linked_receipt,
      is_charge = excluded.is_charge, is_open = excluded.is_open, imported_at = excluded.imported_at,
      imported_by = excluded.imported_by
    where stored.status <> ${COMPLETED}`);
}

/** Those that a payment has by now. By mpesa_statement_lines_open. */
export const closeMatched = (tx: Database) =>
  tx
    .update(lines)
    .set({ isOpen: false })
    .where(and(eq(lines.isOpen, true), hasPayment(lines.receipt)));

export async function insertStatement(
  tx: Database,
  statement: Period & { shortcode: string; importedAt: Date },
) {
  await tx.insert(mpesaStatements).values(statement).onConflictDoNothing();
}

/** By mpesa_statements_ends. */
export async function listStatements(db: Database, { startsAt, endsAt }: Period) {
  return db
    .select(pick(mpesaStatements, 'shortcode startsAt endsAt'))
    .from(mpesaStatements)
    .where(and(gt(mpesaStatements.endsAt, startsAt), lt(mpesaStatements.startsAt, endsAt)))
    .orderBy(asc(mpesaStatements.endsAt), asc(mpesaStatements.startsAt))
    .limit(OPERATOR_LIST_MAX);
}

/** Completed lines, oldest first. By mpesa_statement_lines_completed. */
export async function listLinesBetween(db: Database, { startsAt, endsAt }: Period, limit: number) {
  return db
    .select(columns)
    .from(lines)
    .where(
      and(
        gte(lines.completedAt, startsAt),
        lt(lines.completedAt, endsAt),
        eq(lines.status, COMPLETED),
      ),
    )
    .orderBy(asc(lines.completedAt), asc(lines.receipt), asc(lines.reasonType))
    .limit(limit);
}

/** Largest first. By mpesa_statement_lines_open. */
export async function listUnmatched(db: Database) {
  return db
    .select({
      ...pick(lines, 'receipt completedAt details otherParty accountNumber'),
      amountCents: lines.paidInCents,
    })
    .from(lines)
    .where(isUnmatched)
    .orderBy(desc(lines.paidInCents), asc(lines.completedAt), asc(lines.receipt))
    .limit(OPERATOR_LIST_MAX);
}

export const countUnmatched = (db: Database) => db.$count(lines, isUnmatched);

/** Until the transaction ends; null if there is none with this receipt. */
export async function lockUnmatched(tx: Database, receipt: string) {
  const [row] = await tx
    .select({ receipt: lines.receipt, amountCents: lines.paidInCents })
    .from(lines)
    .where(and(eq(lines.receipt, receipt), isUnmatched))
    .for('update');
  return row ?? null;
}

export async function closeUnmatched(
  tx: Database,
  { receipt, reason }: { receipt: string; reason: string },
) {
  await tx
    .update(lines)
    .set({ isOpen: false, closedReason: reason })
    .where(and(eq(lines.receipt, receipt), eq(lines.isOpen, true)));
}
