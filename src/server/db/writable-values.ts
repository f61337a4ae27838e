/*
 * postgres.js writes the values of a query while it takes its turn on a connection. A value that it cannot write then fails the
 * query before it on that connection, and every query behind it gets the rows of the next: one person would read what another
 * asked for (seen with 3.4.9; a statement that is kept, a value of no use to it, and a busy connection are enough). So no
 * value reaches the driver that it could stumble over: a query with such a one fails here, by itself.
 */
import type { Sql } from 'postgres';

/** What the protocol counts with sixteen bits, as the driver does. */
const VALUES_MAX = 65_533;

/** The values of a query as the driver can always write them. @throws TypeError, RangeError for what is no value of a database's */
export function writableValues(values: readonly unknown[]): never[] {
  if (values.length > VALUES_MAX) throw new RangeError(`A query has ${values.length} values, ${VALUES_MAX} at most`);
  // The driver's own type for values is narrower than what it takes.
  return values.map(writable) as never[];
}

function writable(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(writable);
  throw new TypeError(`A value that no query can have: ${typeof value}`);
}

/**
 * Lets no type's values be anything but text when they are written: drizzle has the driver pass on dates and JSON as they are,
 * though a query may have a list or a boolean in that place.
 */
export function writeText({ options: { serializers } }: Sql) {
  for (const [type, serialize] of Object.entries(serializers)) {
    serializers[Number(type)] = (value: unknown) => {
      const written: unknown = serialize(value);
      return typeof written === 'string' ? written : JSON.stringify(written);
    };
  }
}
