/*
 * Tables for spreadsheets (RFC 4180). A byte order mark makes Excel read the file as UTF-8.
 * Spreadsheets execute a cell that begins with one of =+-@, a tab or a carriage return, so it gets
 * a leading apostrophe, which reading removes. papaparse mishandles mixed line ends and line
 * numbers (docs/decisions/0077-libraries-in-place-of-our-own.md).
 */
export const BYTE_ORDER_MARK = '\ufeff';
const FORMULA_START = /^[=+\-@\t\r]/;
const GUARDED = /^'[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;
const SEPARATORS = [',', ';', '\t'] as const;

export const writeCsv = (rows: readonly Row[]) =>
  BYTE_ORDER_MARK + rows.map((row) => writeRow(row)).join('');

type Row = readonly (string | number)[];

/** For a file that is written piece by piece. Its first piece is BYTE_ORDER_MARK. */
export const writeRow = (row: Row, separator: ',' | '\t' = ',') =>
  `${row.map(writeCell).join(separator)}\r\n`;

function writeCell(cell: string | number) {
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export type CsvRow = {
  /** Counted from 1. */ line: number;
  cells: string[];
};

/** Skips empty rows. Accepts a quote that is never closed. */
export function readCsv(file: string): CsvRow[] {
  const text = file.startsWith(BYTE_ORDER_MARK) ? file.slice(1) : file;
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  let cell = '';
  let isQuoted = false;

  const endCell = () => {
    row.cells.push(GUARDED.test(cell) ? cell.slice(1) : cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.cells.some((text) => text.trim() !== '')) rows.push(row);
  };

  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\n' || (character === '\r' && text[at + 1] !== '\n')) line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) endCell();
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') {
        line++;
        at++;
      }
      endRow();
      row = { line, cells: [] };
    } else cell += character;
  }
  if (cell !== '' || row.cells.length > 0) endRow();
  return rows;
}

function separatorOf(text: string) {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const uses = SEPARATORS.map((separator) => ({ separator, count: head.split(separator).length }));
  return uses.reduce((most, other) => (other.count > most.count ? other : most)).separator;
}
