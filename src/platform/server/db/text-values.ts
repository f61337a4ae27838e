/*
 * If postgres.js fails to serialise a value, every later query on that connection gets the rows of
 * the next one, and one user would read another's data (seen with 3.4.9). So every value becomes
 * PostgreSQL's text before it reaches a driver.
 */

/** The protocol counts values in sixteen bits; the driver allows two fewer. */
const VALUES_MAX = 65_533;

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

const quoted = (text: string | null) =>
  text === null ? 'null' : `"${text.replace(/["\\]/g, '\\$&')}"`;
