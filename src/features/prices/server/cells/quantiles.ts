/** A value and the number of times it occurs. */
export type Counted = { value: number; count: number };

/** Sorts by value and merges equal values. */
export function sortCounted(given: readonly Counted[]): Counted[] {
  const counts = new Map<number, number>();
  for (const { value, count } of given) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => one.value - other.value);
}

/** Interpolates between two values like PostgreSQL's percentile_cont. NaN for an empty list. */
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
