import { shillingsOf } from '#platform/rules/money.ts';

type Cell = string | number | Date | null | undefined;

/** What people wrote may hold codes that a terminal obeys. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Rows as aligned text under their headings; `none` where there is no row. */
export function drawTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const lines = [headings, ...rows].map((row) => row.map(textOf));
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The line below a list that was cut, with the command that shows the rest where there is one. */
export function moreText(more: number, next?: string): string {
  if (more <= 0) return '';
  return `\n${more} more${next === undefined ? '' : `: npm run operator -- ${next}`}.`;
}

export const kes = (cents: number) => `KES ${shillingsOf(cents).toFixed(2)}`;

/** To the second, in universal time, as the log's. */
export const momentText = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '–';
  if (cell instanceof Date) return momentText(cell);
  return String(cell).replace(CONTROL_CHARACTERS, ' ');
}
