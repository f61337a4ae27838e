/** Prints what a guarantee's test measured: one line, with the database it was measured on. */
export function report(guarantee: string, text: string) {
  const database = process.env.TEST_DATABASE ? ` (${process.env.TEST_DATABASE})` : '';
  process.stdout.write(`    ${guarantee}${database}: ${text}\n`);
}

/** How many of each there are, for a report: "3 accepted, 17 refused". */
export function tally(outcomes: string[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
}
