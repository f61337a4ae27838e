import { guessCrop } from '#products/rules/crop-input.ts';
import { type County, findCounty } from '#rules/counties.ts';
import { type CsvRow, readCsv } from '#rules/csv.ts';
import { dayInNairobi } from '#rules/day.ts';
import { REFERENCE_PRICE_MAX_KES, REFERENCE_TEXT_MAX } from '../rules/price.ts';
import { announcePrices } from './cell-queries.ts';
import { insertReferencePrices } from './observation-queries.ts';

const columns = [
  'commodity',
  'classification',
  'grade',
  'sex',
  'market',
  'wholesale',
  'retail',
  'county',
  'date',
] as const;

const NEEDED = ['commodity', 'market', 'wholesale', 'retail', 'county', 'date'] as const;

class Refusal extends Error {}

/** No table of this kind is older. */
const FIRST_DAY = '2000-01-01';

const SOURCE = 'KAMIS';

type Imported =
  | { outcome: 'imported'; added: number; known: number; refused: RefusedLine[] }
  | { outcome: 'otherTable'; missing: string[] };

/**
 * Rows that were imported before stay unchanged. Unusable lines are returned with their number and
 * the reason.
 */
export async function importReferencePrices(
  tx: Database,
  { text, firstLine }: { text: string; firstLine: number },
  now: Date,
): Promise<Imported> {
  const read = readKamis({ text, firstLine, today: dayInNairobi(now) });
  if ('missing' in read) return { outcome: 'otherTable', missing: read.missing };
  const { lines, refused } = read;
  const rows = lines.map((line) => ({ ...line, source: SOURCE, createdAt: now }));
  const added = rows.length > 0 ? await insertReferencePrices(tx, rows) : 0;
  if (added > 0) await announcePrices(tx);
  return { outcome: 'imported', added, known: lines.length - added, refused };
}

/** Prices in cents per kg. */
type ReferenceLine = {
  crop: string;
  commodity: string;
  market: string;
  county: County;
  day: Day;
  wholesaleCents: number | null;
  retailCents: number | null;
};

type RefusedLine = { line: number; reason: string };

type Column = (typeof columns)[number];

type File = { text: string; firstLine: number; today: Day };

/**
 * The Kenya Agricultural Market Information System's table: a header with the column names, in any
 * order and case, and a line for each commodity and market. `firstLine` is the number, in the whole
 * file, of the first line after the header.
 */
function readKamis({
  text,
  firstLine,
  today,
}: File): { lines: ReferenceLine[]; refused: RefusedLine[] } | { missing: string[] } {
  const [head, ...rows] = readCsv(text);
  const names = (head?.cells ?? []).map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/ price$/, ''),
  );
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) return { missing };
  const lines: ReferenceLine[] = [];
  const refused: RefusedLine[] = [];
  for (const row of rows) {
    try {
      lines.push(readLine(row, names, today));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ line: firstLine + row.line - (head?.line ?? 1) - 1, reason: error.message });
    }
  }
  return { lines, refused };
}

function readLine({ cells }: CsvRow, names: readonly string[], today: Day): ReferenceLine {
  const cell = (column: Column) => readText(cells[names.indexOf(column)] ?? '', column);
  const commodity = [cell('commodity'), cell('classification'), cell('grade'), cell('sex')]
    .filter(Boolean)
    .join(', ');
  const crop = guessCrop(cell('commodity')) ?? guessCrop(commodity);
  if (!crop) throw new Refusal(`no crop is called ${JSON.stringify(cell('commodity'))}`);
  const county = findCounty(cell('county'));
  if (!county) throw new Refusal(`no county is called ${JSON.stringify(cell('county'))}`);
  const market = cell('market');
  if (!market) throw new Refusal('the market is missing');
  const [wholesaleCents, retailCents] = [readPrice(cell('wholesale')), readPrice(cell('retail'))];
  if (wholesaleCents === null && retailCents === null) throw new Refusal('it has no price');
  return {
    crop: crop.id,
    commodity,
    market,
    county,
    day: readDay(cell('date'), today),
    wholesaleCents,
    retailCents,
  };
}

/** A dash means that the table has no value. */
function readText(given: string, column: Column) {
  const text = given.trim();
  if (text.length > REFERENCE_TEXT_MAX) throw new Refusal(`its ${column} is too long`);
  if (/[\p{Cc}\p{Cs}]/u.test(text)) throw new Refusal(`its ${column} is no plain text`);
  return /^-*$/.test(text) ? '' : text;
}

/** Converts "55.00/Kg" to cents. */
function readPrice(text: string) {
  if (text === '') return null;
  const [, amount = '', unit = ''] =
    /^(?:kes|ksh?s?)?\.?\s*(\d[\d,]*(?:\.\d+)?)\s*(?:\/|per)?\s*(.*)$/i.exec(text) ?? [];
  if (!amount) throw new Refusal(`${JSON.stringify(text)} is no price`);
  if (!/^(kgs?|kilos?|kilograms?)\.?$/i.test(unit))
    throw new Refusal(`${JSON.stringify(text)} is no price of a kilogram`);
  const kes = Number(amount.replaceAll(',', ''));
  const cents = Math.round(kes * 100);
  if (cents < 1 || kes > REFERENCE_PRICE_MAX_KES)
    throw new Refusal(`${JSON.stringify(text)} is an impossible price`);
  return cents;
}

/** 2026-11-21, optionally followed by a time, or 21/11/2026. */
function readDay(text: string, today: Day) {
  const day =
    /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ??
    text.replace(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/, toDay);
  const moment = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
  if (!isDay || day < FIRST_DAY) throw new Refusal(`${JSON.stringify(text)} is no date`);
  if (day > today) throw new Refusal(`${day} is yet to come`);
  return day;
}

const toDay = (_: string, day: string, month: string, year: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
