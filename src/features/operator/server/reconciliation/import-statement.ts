import type { Database } from '#platform/server/db/database.ts';
import { closeMatched, insertStatement, listLinesByReceipt, upsertLines } from './queries.ts';
import {
  type Period,
  readStatement,
  type StatementLine,
  type UnreadableLine,
} from './read-statement.ts';

export type Imported =
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

type Given = {
  text: string;
  /** Ours; empty if no setting names one. */
  shortcodes: readonly string[];
  by: string;
  now: Date;
};

/** Importing a statement again changes nothing. */
export async function importStatement(
  tx: Database,
  { text, shortcodes, by, now }: Given,
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
