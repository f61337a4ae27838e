import {
  listMoneyOfReceipts,
  listMoneyOfSpan,
  type MovedMoney,
} from '#orders/server/operator-work.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { daysAfter, endOfDayInNairobi } from '#rules/day.ts';
import { RECONCILED_MAX } from '../rules/desk-input.ts';
import type { OperatorServices } from './operations/operation.ts';
import { areNamesAlike } from './read-statement.ts';
import {
  listLinesBetween,
  listLinesByReceipt,
  listStatements,
  listUnmatched,
  type StoredLine,
} from './statement-queries.ts';

type Shortcodes = OperatorServices['operatorSettings']['shortcodes'];

type Wanted = { day: Day; shortcodes: Shortcodes };

type Movement = Pick<MovedMoney, 'kind' | 'id' | 'orderId'>;

/** Amounts are in KES; withdrawals are negative. */
type Difference = {
  what: 'theirsOnly' | 'oursOnly' | 'otherAmount' | 'otherName';
  receipt: string | null;
  at: Date;
  theirs: { amount: number; otherParty: string; details: string } | null;
  ours: (Movement & { amount: number; payee: string | null }) | null;
  closedReason: string | null;
};

/**
 * Compares a day of the books with M-Pesa's statement. A movement that the statements lack counts
 * only if a statement covers its time.
 */
export async function reconcileDay(db: Database, { day, shortcodes }: Wanted) {
  const span = { startsAt: endOfDayInNairobi(daysAfter(day, -1)), endsAt: endOfDayInNairobi(day) };
  const lines = await listLinesBetween(db, span, RECONCILED_MAX);
  const transactions = lines.filter(({ isCharge }) => !isCharge);
  const books = await listMoneyOfReceipts(
    db,
    transactions.map(({ receipt }) => receipt),
  );
  const matched = new Map<string, MovedMoney>(
    books.map((money) => [`${isIncoming(money) ? 'in' : 'out'} ${money.receipt}`, money]),
  );
  const compared = transactions.map((line) =>
    compare(line, matched.get(`${line.paidInCents > 0 ? 'in' : 'out'} ${line.receipt}`)),
  );
  const statements = await listStatements(db, span);
  const missing = await listMissing(db, { span, statements, shortcodes });
  const charges = lines.filter(({ isCharge }) => isCharge);
  return {
    day,
    statements: statements.map(({ shortcode, startsAt, endsAt }) => ({
      shortcode,
      from: new Date(Math.max(startsAt.getTime(), span.startsAt.getTime())),
      to: new Date(Math.min(endsAt.getTime(), span.endsAt.getTime()) - 1000),
    })),
    matched: {
      in: sumOf(compared, ({ line, isMatched }) => isMatched && line.paidInCents > 0),
      out: sumOf(compared, ({ line, isMatched }) => isMatched && line.paidInCents === 0),
    },
    charges: shillingsOf(charges.reduce((sum, { withdrawnCents }) => sum + withdrawnCents, 0)),
    differences: [...compared.flatMap(({ difference }) => difference ?? []), ...missing],
    isWhole: lines.length < RECONCILED_MAX,
    unmatched: (await listUnmatched(db)).map(({ amountCents, ...row }) => ({
      ...row,
      amount: shillingsOf(amountCents),
    })),
  };
}

type MoneyKind = 'payment' | 'payout' | 'refund';

const isIncoming = ({ kind }: { kind: MoneyKind }) => kind === 'payment';

type Compared = { line: StoredLine; isMatched: boolean; difference: Difference | null };

function compare(line: StoredLine, money: MovedMoney | undefined): Compared {
  const { receipt, completedAt: at, otherParty, details, closedReason } = line;
  const amount = shillingsOf(line.paidInCents - line.withdrawnCents);
  const theirs = { amount, otherParty, details };
  const common = { receipt, at, theirs, closedReason };
  if (!money)
    return {
      line,
      isMatched: false,
      difference: { what: 'theirsOnly', ...common, ours: null },
    };
  const ours = oursOf(money);
  if (ours.amount !== amount)
    return { line, isMatched: false, difference: { what: 'otherAmount', ...common, ours } };
  const name = nameIn(otherParty);
  const isOther = money.payee !== null && name !== '' && !areNamesAlike(name, money.payee);
  return {
    line,
    isMatched: true,
    difference: isOther ? { what: 'otherName', ...common, ours } : null,
  };
}

/** "JANE WANJIKU" in "254722000111 - JANE WANJIKU". */
const nameIn = (otherParty: string) => /^[\d*+\s]+-\s*(.+)$/.exec(otherParty)?.[1]?.trim() ?? '';

const oursOf = (money: MovedMoney) => {
  const { kind, id, orderId, payee, amountCents } = money;
  const amount = shillingsOf(isIncoming(money) ? amountCents : -amountCents);
  return { kind, id, orderId, payee, amount };
};

const sumOf = (compared: readonly Compared[], isCounted: (one: Compared) => boolean) => {
  const counted = compared.filter(isCounted);
  const cents = counted.reduce((sum, { line }) => sum + line.paidInCents + line.withdrawnCents, 0);
  return { count: counted.length, amount: shillingsOf(cents) };
};

type Statements = Awaited<ReturnType<typeof listStatements>>;

type Missing = {
  span: { startsAt: Date; endsAt: Date };
  statements: Statements;
  shortcodes: Shortcodes;
};

async function listMissing(
  db: Database,
  { span, statements, shortcodes }: Missing,
): Promise<Difference[]> {
  if (statements.length === 0) return [];
  const money = await listMoneyOfSpan(db, {
    from: span.startsAt,
    until: span.endsAt,
    limit: RECONCILED_MAX,
  });
  const covered = money.filter((one) => isCovered(one, statements, shortcodes));
  const receipts = covered.flatMap(({ receipt }) => receipt ?? []);
  const known = new Set((await listLinesByReceipt(db, receipts)).map(({ receipt }) => receipt));
  return covered
    .filter(({ receipt }) => receipt === null || !known.has(receipt))
    .map((one) => ({
      what: 'oursOnly' as const,
      receipt: one.receipt,
      at: one.movedAt,
      theirs: null,
      ours: oursOf(one),
      closedReason: null,
    }));
}

/** A refund may come from either shortcode, so both must be covered. */
function isCovered(
  { kind, movedAt }: MovedMoney,
  statements: Statements,
  { payments, payouts }: Shortcodes,
) {
  const own = kind === 'payment' ? [payments] : kind === 'payout' ? [payouts] : [payments, payouts];
  return own.every((wanted) =>
    statements.some(
      ({ shortcode, startsAt, endsAt }) =>
        (wanted === null || shortcode === '' || shortcode === wanted) &&
        startsAt <= movedAt &&
        movedAt < endsAt,
    ),
  );
}
