import { appendFileSync } from 'node:fs';

/** What one test measured, as `npm run hostile` reads it back for its table. */
export type ReportLine = { guarantee: string; database: string; text: string };

/**
 * Says what a guarantee's test measured: one line, with the database it was measured on; where HOSTILE_REPORT names a file, there
 * too, one JSON object a line.
 * @param text what was tried and how often, a colon, what was seen
 */
export function report(guarantee: string, text: string) {
  const database = process.env.TEST_DATABASE ?? '';
  process.stdout.write(`    ${guarantee}${database && ` (${database})`}: ${text}\n`);
  const line: ReportLine = { guarantee, database, text };
  // Workers run at the same time; what is appended in one write stays in one piece.
  if (process.env.HOSTILE_REPORT) appendFileSync(process.env.HOSTILE_REPORT, `${JSON.stringify(line)}\n`);
}

/** How many of each there are, for a report: "3 accepted, 17 refused". */
export function tally(outcomes: string[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
}
