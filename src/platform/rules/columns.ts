/*
 * Rows by column, for lists that are sent often: each field's name is sent once instead of with
 * each row, and equal values stand next to each other, where compression finds them. In a column,
 * null stands for nothing, false and empty text alike; a column of nothing else is left out.
 */

export type Columns<Row> = { [Field in keyof Row]?: (Row[Field] | null)[] };

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === false || value === '';

export function toColumns<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const [first] = rows;
  const columns: Columns<Row> = {};
  if (!first) return columns;
  // The keys of an object of this type; all rows have the same.
  for (const field of Object.keys(first) as (keyof Row)[]) {
    const values = rows.map((row) => (isNothing(row[field]) ? null : row[field]));
    if (values.some((value) => value !== null)) columns[field] = values;
  }
  return columns;
}

/** The rows again, without what is nothing. `key` is a field that every row has. */
export function fromColumns<Row extends object>(
  columns: Columns<Row>,
  key: keyof Row,
): Partial<Row>[] {
  // The keys of an object of this type.
  const fields = Object.keys(columns) as (keyof Row)[];
  return (columns[key] ?? []).map((_, at) => {
    const row: Partial<Row> = {};
    for (const field of fields) row[field] = columns[field]?.[at] ?? undefined;
    return row;
  });
}
