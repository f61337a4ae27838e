/** Optimal string alignment. Returns most + 1 for anything above `most`. */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  const width = b.length + 1;
  // Three rows of the table, reused in turn. Swaps need the row before the last.
  const rows = new Uint16Array(3 * width);
  for (let column = 0; column < width; column++) rows[column] = column;
  let smallest = 0;
  for (let row = 1; row <= a.length && smallest <= most; row++)
    smallest = fillRow(rows, { row, width, a, b });
  if (smallest > most) return most + 1;
  return Math.min(rows[(a.length % 3) * width + b.length] ?? 0, most + 1);
}

type Step = { row: number; width: number; a: string; b: string };

/** Returns the row's smallest number. No later row can have a smaller one. */
function fillRow(rows: Uint16Array, { row, width, a, b }: Step) {
  const current = (row % 3) * width;
  const last = ((row - 1) % 3) * width;
  const beforeLast = ((row + 1) % 3) * width;
  const at = (index: number) => rows[index] ?? 0;
  const letter = a.charCodeAt(row - 1);
  rows[current] = row;
  let smallest = row;
  for (let column = 1; column < width; column++) {
    const other = b.charCodeAt(column - 1);
    let cost = Math.min(
      at(last + column) + 1,
      at(current + column - 1) + 1,
      at(last + column - 1) + (letter === other ? 0 : 1),
    );
    const isSwap =
      row > 1 &&
      column > 1 &&
      letter === b.charCodeAt(column - 2) &&
      other === a.charCodeAt(row - 2);
    if (isSwap) cost = Math.min(cost, at(beforeLast + column - 2) + 1);
    rows[current + column] = cost;
    smallest = Math.min(smallest, cost);
  }
  return smallest;
}
