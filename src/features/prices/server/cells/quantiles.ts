/** A value that occurs so many times. */
export type Counted = { value: number; count: number };

/** In the order of the values, each of them once. */
export function sortCounted(given: readonly Counted[]): Counted[] {
  const counts = new Map<number, number>();
  for (const { value, count } of given) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => one.value - other.value);
}

/** As PostgreSQL's percentile_cont has it: between two values in proportion. Of no values: NaN. */
export function quantileOf(sorted: readonly Counted[], share: number): number {
  const count = sorted.reduce((sum, row) => sum + row.count, 0);
  const place = share * (count - 1);
  const below = valueAt(sorted, Math.floor(place));
  const above = valueAt(sorted, Math.ceil(place));
  return below + (place - Math.floor(place)) * (above - below);
}

function valueAt(sorted: readonly Counted[], place: number): number {
  let passed = 0;
  for (const { value, count } of sorted) {
    passed += count;
    if (place < passed) return value;
  }
  return Number.NaN;
}
