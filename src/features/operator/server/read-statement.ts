/*
 * Reads the organisation portal's export: a few lines about the organisation, its shortcode and the
 * period, then the column names, then a row for each movement, latest first in most exports.
 * Spreadsheets change such files, and downloads break off, so columns are found by name, and what
 * is complete is read.
 */

import { type CsvRow, readCsv } from '#rules/csv.ts';
import { dayInNairobi } from '#rules/day.ts';
import { foldedLetters, foldedWords } from '#rules/text/fold.ts';

export type StatementLine = {
  receipt: string;
  reasonType: string;
  completedAt: Date;
  status: string;
  details: string;
  paidInCents: number;
  withdrawnCents: number;
  otherParty: string;
  accountNumber: string;
  linkedReceipt: string;
  isCharge: boolean;
};

export type UnreadableLine = { line: number; field: string };

/** `endsAt` is exclusive. */
export type Period = { startsAt: Date; endsAt: Date };

type ReadStatement =
  | { outcome: 'empty' }
  | { outcome: 'otherTable'; missing: string[] }
  | {
      outcome: 'read';
      shortcode: string | null;
      period: Period | null;
      lines: StatementLine[];
      unreadable: UnreadableLine[];
      isCut: boolean;
    };

const needed = {
  receipt: 'Receipt No.',
  completedAt: 'Completion Time',
  details: 'Details',
  status: 'Transaction Status',
  paidIn: 'Paid In',
  withdrawn: 'Withdrawn',
  reasonType: 'Reason Type',
  otherParty: 'Other Party Info',
} as const;
const optional = { linkedReceipt: 'Linked Transaction ID', accountNumber: 'A/C No.' } as const;
type Column = keyof typeof needed | keyof typeof optional;

const COLUMN_ROW_LATEST = 40;
const RECEIPT = /^[A-Z0-9]{6,20}$/;
const SECOND_MILLISECONDS = 1000;

export function readStatement(text: string): ReadStatement {
  const { head, body, headLines } = splitFile(text);
  const rows = readCsv(body);
  const at = findColumnRow(rows);
  const columnRow = rows[at];
  if (!columnRow) return { outcome: 'empty' };
  const places = placesOf(columnRow);
  const missing = Object.entries(needed).flatMap(([column, name]) =>
    places.has(column as Column) ? [] : [name],
  );
  if (missing.length > 0) return { outcome: 'otherTable', missing };

  const given = rows.slice(at + 1);
  const isShort = ({ cells }: CsvRow) => cells.length < columnRow.cells.length;
  const last = given.at(-1);
  const isCut = (last !== undefined && isShort(last)) || body.split('"').length % 2 === 0;
  const whole = isCut ? given.slice(0, -1) : given;
  const lines: StatementLine[] = [];
  const unreadable: UnreadableLine[] = [];
  for (const row of whole) {
    const read = readLine(row, places);
    if ('field' in read) unreadable.push({ line: row.line + headLines, field: read.field });
    else lines.push(read);
  }
  const stated = statedPeriod(head);
  if (!stated && given.length === 0) return { outcome: 'empty' };
  const shortcode = /short\s*code\W+(\d{5,7})\b/i.exec(head)?.[1] ?? null;
  const period = isCut ? readPart(stated, lines) : (stated ?? spanOf(lines));
  return { outcome: 'read', shortcode, period, lines, unreadable, isCut };
}

/** The lines before the column names may use other separators. */
function splitFile(text: string) {
  const start = /^[\ufeff" \t]*receipt\s*no/im.exec(text)?.index ?? 0;
  const head = text.slice(0, start);
  return { head, body: text.slice(start), headLines: head.split(/\r\n|\r|\n/).length - 1 };
}

function findColumnRow(rows: CsvRow[]): number {
  const known = rows.slice(0, COLUMN_ROW_LATEST).map((row) => placesOf(row).size);
  return Math.max(0, known.indexOf(Math.max(...known)));
}

function placesOf({ cells }: CsvRow): Map<Column, number> {
  const keys = cells.map(foldedLetters);
  const found = Object.entries({ ...needed, ...optional }).map(
    ([column, name]) => [column as Column, keys.indexOf(foldedLetters(name))] as const,
  );
  return new Map(found.filter(([, place]) => place >= 0));
}

function readLine(
  { cells }: CsvRow,
  places: ReadonlyMap<Column, number>,
): StatementLine | { field: string } {
  const cell = (column: Column) => (cells[places.get(column) ?? -1] ?? '').trim();
  const receipt = cell('receipt').toUpperCase();
  if (!RECEIPT.test(receipt)) return { field: needed.receipt };
  const completedAt = momentIn(cell('completedAt'))?.startsAt;
  if (!completedAt) return { field: needed.completedAt };
  const paidInCents = centsIn(cell('paidIn'));
  if (paidInCents === null) return { field: needed.paidIn };
  const withdrawnCents = centsIn(cell('withdrawn'));
  if (withdrawnCents === null) return { field: needed.withdrawn };
  const [reasonType, details] = [cell('reasonType'), cell('details')];
  return {
    receipt,
    reasonType,
    completedAt,
    status: cell('status'),
    details,
    paidInCents,
    withdrawnCents,
    otherParty: cell('otherParty'),
    accountNumber: cell('accountNumber'),
    linkedReceipt: cell('linkedReceipt').toUpperCase(),
    isCharge: withdrawnCents > 0 && /\bcharge/i.test(reasonType || details),
  };
}

/** Withdrawn amounts are negative in some exports. Null if it is no amount. */
function centsIn(text: string): number | null {
  if (text === '') return 0;
  const [, shillings = '', cents = ''] =
    /^-?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (shillings === '') return null;
  return Number(shillings.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
}

const MOMENT =
  /(?:(\d{4})[-/.](\d{2})[-/.](\d{2})|(\d{2})[-/.](\d{2})[-/.](\d{4}))(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?/g;

/**
 * Reads Nairobi times such as "2026-03-01 14:05:11" or "01-03-2026 14:05". `endsAt` is the end of
 * that second, minute or day. Null for a day that does not exist.
 */
function momentIn(text: string): Period | null {
  const [match] = text.matchAll(MOMENT);
  if (!match) return null;
  const [, year, month, day, otherDay, otherMonth, otherYear, hour, minute, second] = match;
  const date = `${year ?? otherYear}-${month ?? otherMonth}-${day ?? otherDay}`;
  const time = `${(hour ?? '0').padStart(2, '0')}:${minute ?? '00'}:${second ?? '00'}`;
  const startsAt = new Date(`${date}T${time}+03:00`);
  if (Number.isNaN(startsAt.getTime()) || dayInNairobi(startsAt) !== date) return null;
  const seconds = second !== undefined ? 1 : hour !== undefined ? 60 : 24 * 60 * 60;
  return { startsAt, endsAt: new Date(startsAt.getTime() + seconds * SECOND_MILLISECONDS) };
}

function statedPeriod(head: string): Period | null {
  const texts = head.split(/\r\n|\r|\n/).filter((line) => /period|\bfrom\b|\bto\b/i.test(line));
  const moments = texts
    .flatMap((line) => [...line.matchAll(MOMENT)])
    .flatMap(([moment]) => momentIn(moment) ?? []);
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last || moments.length < 2 || first.startsAt >= last.endsAt) return null;
  return { startsAt: first.startsAt, endsAt: last.endsAt };
}

function spanOf(lines: readonly StatementLine[]): Period | null {
  const times = lines.map(({ completedAt }) => completedAt.getTime());
  if (times.length === 0) return null;
  const [first, last] = times.reduce(
    ([low, high], time) => [Math.min(low, time), Math.max(high, time)] as const,
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
  );
  return { startsAt: new Date(first), endsAt: secondAfter(new Date(last)) };
}

/**
 * A cut file covers the time up to its last complete line, whose second may have had more lines.
 * Files are sorted by time, in either order.
 */
function readPart(stated: Period | null, lines: readonly StatementLine[]): Period | null {
  const [first, last] = [lines[0]?.completedAt, lines.at(-1)?.completedAt];
  if (!first || !last || first.getTime() === last.getTime()) return null;
  return first > last
    ? { startsAt: secondAfter(last), endsAt: stated?.endsAt ?? secondAfter(first) }
    : { startsAt: stated?.startsAt ?? first, endsAt: last };
}

const secondAfter = (moment: Date) => new Date(moment.getTime() + SECOND_MILLISECONDS);

/**
 * Whether all words of one name occur in the other. M-Pesa often knows a middle name that the
 * account lacks, or the other way round. Initials don't count.
 */
export function areNamesAlike(one: string, other: string) {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size);
  return few !== undefined && many !== undefined && [...few].every((word) => many.has(word));
}

const wordsOf = (name: string) => new Set(foldedWords(name).filter((word) => word.length > 1));
