/*
 * postgres.js serialises the values of a query when it is the query's turn on a connection. A value
 * that it cannot serialise then fails the previous query on that connection, and every later query
 * gets the rows of the next one: one user would read another user's data (seen with 3.4.9). So
 * every value is converted to PostgreSQL's text before it reaches a driver, and a query with a
 * value that has no such text fails here, alone.
 */

/** The protocol counts values in sixteen bits; the driver allows two fewer. */
const VALUES_MAX = 65_533;

/**
 * The values of a query as text.
 * @throws TypeError, RangeError for unsupported values and too many of them
 */
export function textValues(values: readonly unknown[]): (string | null)[] {
  if (values.length > VALUES_MAX)
    throw new RangeError(`A query has ${values.length} values, ${VALUES_MAX} at most`);
  return values.map(textOf);
}

function textOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((item) => quoted(textOf(item))).join()}}`;
  throw new TypeError(`A query cannot have a value of type ${typeof value}`);
}

/** An element of an array literal. */
const quoted = (text: string | null) =>
  text === null ? 'null' : `"${text.replace(/["\\]/g, '\\$&')}"`;
