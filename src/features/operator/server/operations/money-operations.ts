import {
  attemptFailedInput,
  attemptPaidInput,
  closeUnmatchedInput,
  importStatementInput,
  refundInput,
} from '#operator/rules/desk-input.ts';
import { type HandSettling, recordRefund, settleByHand } from '#orders/server/decide-money.ts';
import {
  confirmBookedPayments,
  findAttemptState,
  findPaymentState,
  listUnconfirmedPayments,
} from '#orders/server/operator-work.ts';
import { amountText } from '#rules/amounts.ts';
import { accountReference } from '#server/adapters/mpesa.ts';
import { sha256 } from '#server/hashes.ts';
import { m } from '#text';
import {
  type Period,
  readStatement,
  type StatementLine,
  type UnreadableLine,
} from '../read-statement.ts';
import {
  COMPLETED,
  closeUnmatched as closeLine,
  closeMatched,
  insertStatement,
  listLinesByReceipt,
  lockUnmatched,
  upsertLines,
} from '../statement-queries.ts';
import {
  defineOperation,
  isSamePerson,
  kes,
  OperatorError,
  type Sentence,
  say,
} from './operation.ts';

const roles = ['finance', 'lead'] as const;

export const refund = defineOperation({
  name: 'refund',
  input: refundInput,
  roles,
  stateOf: (db, { paymentId }) => findPaymentState(db, paymentId),
  needsTwo: async () => true,
  async work(tx, { paymentId, receipt }, { now }) {
    const refunded = await recordRefund(tx, { paymentId, receipt, now });
    switch (refunded.outcome) {
      case 'recorded': {
        const { amount, orderId } = refunded;
        return { said: say(m.deskRefunded, { amount: amountText(amount), orderId }) };
      }
      case 'unknown':
        throw new OperatorError(m.errorNotFound);
      case 'notDue':
        throw new OperatorError(m.deskRefundNotDue);
      case 'receiptKnown':
        throw new OperatorError(m.deskPayoutReceiptKnown);
    }
  },
});

export const attemptPaid = defineOperation({
  name: 'attempt paid',
  input: attemptPaidInput,
  roles,
  stateOf: (db, { attemptId }) => findAttemptState(db, attemptId),
  movesCents: async (_, { amountCents }) => amountCents,
  async work(tx, { attemptId, amountCents, receipt }, { now, person, requestedBy, services }) {
    const money = { amountCents, receipt };
    const by = { name: requestedBy ?? person.name, isApproved: requestedBy !== null };
    const settled = await settleByHand(tx, { attemptId, money, now, by }, services);
    await confirmBooked(tx, { now });
    return {
      said: saidOf(settled, (counts) => say(counts ? m.deskAttemptCounts : m.deskAttemptDueBack)),
    };
  },
});

export const attemptFailed = defineOperation({
  name: 'attempt failed',
  input: attemptFailedInput,
  roles,
  stateOf: (db, { attemptId }) => findAttemptState(db, attemptId),
  async work(tx, { attemptId }, { now, person, services }) {
    const by = { name: person.name, isApproved: false };
    const settled = await settleByHand(tx, { attemptId, money: null, now, by }, services);
    return { said: saidOf(settled, () => say(m.deskAttemptFailed, { attemptId })) };
  },
});

function saidOf(settled: HandSettling, said: (counts: boolean) => Sentence): Sentence {
  switch (settled.outcome) {
    case 'settled':
      return said(settled.counts);
    case 'confirmed':
      return say(m.deskPaymentConfirmed);
    case 'unknown':
      throw new OperatorError(m.errorNotFound);
    case 'receiptKnown':
      throw new OperatorError(m.deskPayoutReceiptKnown);
    case 'notPossible':
      throw new OperatorError(m.deskStatusFixed, { status: settled.status });
  }
}

const NAMED_MAX = 10;

export const importStatement = defineOperation({
  name: 'statement import',
  input: importStatementInput,
  roles,
  logged: ({ text }) => ({ sha256: sha256(text) }),
  async work(tx, { text }, { now, person, services }) {
    const { payments, payouts } = services.operatorSettings.shortcodes;
    const shortcodes = [payments, payouts].flatMap((shortcode) => shortcode ?? []);
    const found = await storeStatement(tx, { text, shortcodes, by: person.name, now });
    switch (found.outcome) {
      case 'empty':
        throw new OperatorError(m.deskStatementEmpty);
      case 'otherTable':
        throw new OperatorError(m.deskStatementOtherTable, { missing: found.missing.join(', ') });
      case 'otherShortcode':
        throw new OperatorError(m.deskStatementOtherShortcode, {
          shortcode: found.shortcode,
          ours: shortcodes.join(', '),
        });
      case 'imported': {
        await confirmBooked(tx, { imported: { lines: found.lines, by: person.name }, now });
        const { added, known, changed, unreadable, isCut, period } = found;
        const sentences: Sentence[] = [say(m.deskStatementImported, { added, known })];
        if (changed.length > 0)
          sentences.push(say(m.deskStatementChanged, { receipts: namesOf(changed) }));
        if (unreadable.length > 0) {
          const lines = unreadable.map(({ line, field }) => `${line} (${field})`);
          sentences.push(say(m.deskStatementUnreadable, { lines: namesOf(lines) }));
        }
        if (isCut) sentences.push(say(m.deskStatementCut));
        const details = { added, known, changed, unreadable: unreadable.length, isCut, period };
        return {
          said: (options) => sentences.map((sentence) => sentence(options)).join('\n'),
          details,
        };
      }
    }
  },
});

const namesOf = (names: readonly string[]) =>
  [...names.slice(0, NAMED_MAX), ...(names.length > NAMED_MAX ? ['…'] : [])].join(', ');

export const closeUnmatched = defineOperation({
  name: 'close unmatched payment',
  input: closeUnmatchedInput,
  roles,
  stateOf: (db, { receipt }) => lockUnmatched(db, receipt),
  async work(tx, { receipt, reason }) {
    const line = await lockUnmatched(tx, receipt);
    if (!line) throw new OperatorError(m.deskUnmatchedUnknown, { receipt });
    await closeLine(tx, { receipt, reason });
    return { said: say(m.deskUnmatchedClosed, { receipt, amount: kes(line.amountCents) }) };
  },
});

type Booking = {
  /** Its lines may be known from somebody else's import. */
  imported?: { lines: readonly StatementLine[]; by: string };
  now: Date;
};

/**
 * A booked payment is confirmed by a completed line with its receipt, its amount and the account of
 * its order, imported by another person. Money that came in under another account or none may be
 * somebody else's, and would go to the order's buyer. Called after each booking and each import.
 */
async function confirmBooked(tx: Database, { imported, now }: Booking) {
  const booked = await listUnconfirmedPayments(tx);
  if (booked.length === 0) return;
  const stored = await listLinesByReceipt(
    tx,
    booked.flatMap(({ receipt }) => receipt ?? []),
  );
  const given = imported?.lines.map((line) => ({ ...line, importedBy: imported.by })) ?? [];
  /** Several if one request paid several orders; M-Pesa's line has their sum. */
  const ofReceipt = (receipt: string | null) => booked.filter((one) => one.receipt === receipt);
  const isProven = ({ receipt, part, bookedBy, orderId }: (typeof booked)[number]) =>
    part === 0 &&
    [...stored, ...given].some(
      (line) =>
        line.receipt === receipt &&
        line.status === COMPLETED &&
        line.paidInCents === ofReceipt(receipt).reduce((sum, one) => sum + one.amountCents, 0) &&
        line.accountNumber.toUpperCase() === accountReference(orderId) &&
        line.importedBy !== null &&
        !isSamePerson(line.importedBy, bookedBy ?? ''),
    );
  const ids = booked.filter(isProven).flatMap(({ receipt }) => ofReceipt(receipt));
  await confirmBookedPayments(
    tx,
    ids.map(({ id }) => id),
    now,
  );
}

type Imported =
  | { outcome: 'empty' }
  | { outcome: 'otherTable'; missing: string[] }
  | { outcome: 'otherShortcode'; shortcode: string }
  | {
      outcome: 'imported';
      period: Period | null;
      added: number;
      known: number;
      /** Receipts of lines that differ from the stored ones, which stay as they are. */
      changed: string[];
      unreadable: UnreadableLine[];
      isCut: boolean;
      lines: StatementLine[];
    };

type Import = {
  text: string;
  /** Ours; empty if no setting names one. */
  shortcodes: readonly string[];
  by: string;
  now: Date;
};

/** Importing a statement again changes nothing. */
async function storeStatement(
  tx: Database,
  { text, shortcodes, by, now }: Import,
): Promise<Imported> {
  const read = readStatement(text);
  if (read.outcome !== 'read') return read;
  const { shortcode, period, unreadable, isCut } = read;
  if (shortcode !== null && shortcodes.length > 0 && !shortcodes.includes(shortcode))
    return { outcome: 'otherShortcode', shortcode };

  const lines = new Map<string, StatementLine>();
  const changed = new Set<string>();
  for (const line of read.lines) {
    const earlier = lines.get(keyOf(line));
    if (earlier && !areEqual(earlier, line)) changed.add(line.receipt);
    else lines.set(keyOf(line), line);
  }
  const stored = await listLinesByReceipt(
    tx,
    read.lines.map(({ receipt }) => receipt),
  );
  const storedByKey = new Map(stored.map((line) => [keyOf(line), line]));
  const fresh: StatementLine[] = [];
  let known = 0;
  for (const [key, line] of lines) {
    const before = storedByKey.get(key);
    if (!before) fresh.push(line);
    else if (areEqual(before, line)) known += 1;
    // A transaction that was not completed yet may go on.
    else if (before.status !== line.status && before.status !== 'Completed') fresh.push(line);
    else changed.add(line.receipt);
  }
  if (fresh.length > 0) await upsertLines(tx, fresh, { by, now });
  await closeMatched(tx);
  if (period) await insertStatement(tx, { ...period, shortcode: shortcode ?? '', importedAt: now });
  const added = fresh.length;
  return {
    ...{ outcome: 'imported', period, added, known, unreadable, isCut, lines: read.lines },
    changed: [...changed],
  };
}

const keyOf = ({ receipt, reasonType }: Pick<StatementLine, 'receipt' | 'reasonType'>) =>
  `${receipt} ${reasonType}`;

type Facts = Pick<StatementLine, 'status' | 'paidInCents' | 'withdrawnCents' | 'completedAt'>;

/** Spreadsheets drop the seconds of times. */
const areEqual = (one: Facts, other: Facts) =>
  one.status === other.status &&
  one.paidInCents === other.paidInCents &&
  one.withdrawnCents === other.withdrawnCents &&
  minuteOf(one.completedAt) === minuteOf(other.completedAt);

const minuteOf = (moment: Date) => Math.floor(moment.getTime() / 60_000);
