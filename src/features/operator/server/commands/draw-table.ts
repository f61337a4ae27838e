import { momentText } from '#features/operator/server/operations/value-texts.ts';

type Cell = string | number | Date | null | undefined;

/** Users' texts may contain escape sequences that a terminal would execute. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Aligns rows under their headings. `none` is the text without rows. */
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

/** The line below a cut list, with the command for the rest if there is one. */
export function moreText(more: number, next?: string): string {
  if (more <= 0) return '';
  return `\n${more} more${next === undefined ? '' : `: npm run operator -- ${next}`}.`;
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '–';
  if (cell instanceof Date) return momentText(cell);
  return String(cell).replace(CONTROL_CHARACTERS, ' ');
}
