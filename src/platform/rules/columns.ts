/*
 * Encodes rows by column: field names are sent once, and similar values are adjacent, so the list
 * compresses well. Null stands for null, undefined, false and empty text alike. A column with only
 * such values is left out.
 */

export type Columns<Row> = { [Field in keyof Row]?: (Row[Field] | null)[] };

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === false || value === '';

export function toColumns<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const [first] = rows;
  const columns: Columns<Row> = {};
  if (!first) return columns;
  // Object.keys returns strings. All rows have the same keys.
  for (const field of Object.keys(first) as (keyof Row)[]) {
    const values = rows.map((row) => (isNothing(row[field]) ? null : row[field]));
    if (values.some((value) => value !== null)) columns[field] = values;
  }
  return columns;
}

/** Fields without a value stay undefined. `key` is a field that every row has. */
export function fromColumns<Row extends object>(
  columns: Columns<Row>,
  key: keyof Row,
): Partial<Row>[] {
  const fields = Object.keys(columns) as (keyof Row)[];
  return (columns[key] ?? []).map((_, at) => {
    const row: Partial<Row> = {};
    for (const field of fields) row[field] = columns[field]?.[at] ?? undefined;
    return row;
  });
}
