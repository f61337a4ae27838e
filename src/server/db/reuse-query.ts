/*
 * Building a query out of its parts costs the process more than sending it and reading the answer. So what is asked often is
 * built once, with places for its values, and kept under a key that says all that its text depends on. Postgres reads it once a
 * connection, too, but plans it anew for the values of each execution (plan_cache_mode, in connect.ts): a common word wants
 * another plan than a rare one. Everything else goes out unnamed, lest a server keeps every text that ever was.
 *
 * For the same reason the rows of such a query are read by decoders that were looked up once: drizzle asks of every value of
 * every row what its column is, which took a seventh of the time that the process spent on a page of the catalogue.
 */
import { Column, is, noopDecoder, SQL } from 'drizzle-orm';

const reusedTexts = new Set<string>();
const kept = new WeakMap<object, Map<string, unknown>>();

export const isReused = (text: string) => reusedTexts.has(text);

export function reuseQuery<Query extends { getQuery(): { sql: string } }>(db: object, key: string, build: () => Query): Query {
  const queries = kept.get(db) ?? new Map<string, unknown>();
  kept.set(db, queries);
  const known = queries.get(key);
  // One key stands for one `build`, and so for one type.
  if (known !== undefined) return known as Query;
  const built = build();
  readByKnownDecoders(built);
  queries.set(key, built);
  reusedTexts.add(built.getQuery().sql);
  return built;
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Rows = unknown[][];
/** What drizzle's prepared queries of both databases have besides what their type shows. */
type Prepared = { fields?: { path: string[]; field: unknown }[]; customResultMapper?: (rows: Rows) => Record<string, unknown>[] };

function readByKnownDecoders(query: object) {
  const prepared: Prepared = query;
  // What puts columns into objects of their own is left to drizzle.
  if (!prepared.fields?.every(({ path }) => path.length === 1)) return;
  const columns = prepared.fields.map(({ path: [name = ''], field }) => ({ name, decode: decodingOf(field) }));
  prepared.customResultMapper = (rows) =>
    rows.map((row) => {
      const result: Record<string, unknown> = {};
      for (let index = 0; index < columns.length; index++) {
        const { name, decode } = columns[index] as (typeof columns)[number];
        const value = row[index];
        result[name] = value === null || !decode ? value : decode(value);
      }
      return result;
    });
}

/** As drizzle's own mapResultRow does it; nothing where a value stays as it is. Bound, for a subquery's column is a proxy. */
function decodingOf(field: unknown): Decoder['mapFromDriverValue'] | null {
  // The cast: what is neither column nor SQL is SQL with a name, and of that a decoder is not in the type.
  const decoder = is(field, Column)
    ? field
    : ((is(field, SQL) ? field : (field as SQL.Aliased).sql) as unknown as { decoder: Decoder }).decoder;
  const decode = decoder.mapFromDriverValue;
  return decode === Column.prototype.mapFromDriverValue || decode === noopDecoder.mapFromDriverValue
    ? null
    : decode.bind(decoder);
}
