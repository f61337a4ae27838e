import { appendFileSync } from 'node:fs';

export type ReportLine = { guarantee: string; database: string; text: string };

/**
 * Prints the measurement of a guarantee's test, and appends it to the file HOSTILE_REPORT.
 * @param text what was tried and how often, a colon, what was seen
 */
export function report(guarantee: string, text: string) {
  const database = process.env.TEST_DATABASE ?? '';
  process.stdout.write(`    ${guarantee}${database && ` (${database})`}: ${text}\n`);
  const line: ReportLine = { guarantee, database, text };
  // Workers run in parallel: a single appending write is not interleaved.
  if (process.env.HOSTILE_REPORT)
    appendFileSync(process.env.HOSTILE_REPORT, `${JSON.stringify(line)}\n`);
}

export function tally(outcomes: string[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
}
