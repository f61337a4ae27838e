/*
 * Building a query out of its parts costs the process more than sending it and reading the answer. So what is asked often is
 * built once, with places for its values, and kept under a key that says all that its text depends on. Postgres reads it once a
 * connection, too, but plans it anew for the values of each execution (plan_cache_mode, in connect.ts): a common word wants
 * another plan than a rare one. Everything else goes out unnamed (and pays a second round trip for the types of its values), lest a
 * server keeps every text that ever was.
 *
 * For the same reason the rows of such a query are read by decoders that were looked up once: drizzle asks of every value of
 * every row what its column is, which took a seventh of the time that the process spent on a page of the catalogue.
 */
import { Column, is, noopDecoder, type Query, SQL, sql } from 'drizzle-orm';
import type { Database } from './connect.ts';

const reusedTexts = new Set<string>();
const kept = new Map<string, Prepared & { query: Query }>();

export const isReused = (text: string) => reusedTexts.has(text);

/**
 * The query that `build` makes, ready to be executed with its values on this database or transaction.
 * @param key says all that the query's text depends on, and there are few of them; null has it built each time, and not kept
 */
export function reuseQuery<Built extends { getQuery(): Query }>(db: Database, key: string | null, build: () => Built): Built {
  if (key === null) return build();
  let known = kept.get(key);
  if (!known) {
    known = keep(build());
    kept.set(key, known);
  }
  const { query, fields, customResultMapper, joinsNotNullableMap } = known;
  // What drizzle's own prepare() does once it has put the text together. One key stands for one `build`, and so for one type.
  const prepared = db._.session.prepareQuery(query, fields as never, 'kept', true, customResultMapper as never);
  if (joinsNotNullableMap) Object.assign(prepared, { joinsNotNullableMap });
  return prepared as unknown as Built;
}

/**
 * Rows to insert as places for their values, with the values by place. What is null is written as such, for not every column's
 * encoder takes a null.
 */
export function placesOf<Row extends object>(rows: Row[]): { places: Row[]; values: Record<string, unknown>; shape: string } {
  const values: Record<string, unknown> = {};
  const shapes: string[] = [];
  const places = rows.map((row, at) => {
    const place: Record<string, unknown> = {};
    let shape = '';
    for (const [name, value] of Object.entries(row)) {
      if (value === undefined) continue;
      const isNull = value === null;
      shape += isNull ? `${name}=null ` : `${name} `;
      place[name] = isNull ? null : sql.placeholder(`${name}${at}`);
      if (!isNull) values[`${name}${at}`] = value;
    }
    shapes.push(shape);
    // drizzle takes a placeholder wherever it takes a value, which its types say of single columns only.
    return place as Row;
  });
  return { places, values, shape: shapes.join('; ') };
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Rows = unknown[][];
/** What drizzle's prepared queries of both databases have besides what their type shows. */
type Prepared = {
  fields?: { path: string[]; field: unknown }[] | undefined;
  customResultMapper?: ((rows: Rows) => Record<string, unknown>[]) | undefined;
  joinsNotNullableMap?: Record<string, boolean> | undefined;
};

function keep(built: { getQuery(): Query }): Prepared & { query: Query } {
  const prepared = built as Prepared & typeof built;
  readByKnownDecoders(prepared);
  const query = { ...built.getQuery() };
  query.sql = inOnePiece(query.sql);
  reusedTexts.add(query.sql);
  const { fields, customResultMapper, joinsNotNullableMap } = prepared;
  return { query, fields, customResultMapper, joinsNotNullableMap };
}

/** V8 keeps a text that was put together as its pieces, and joins them anew whenever postgres.js looks its statement up by it. */
const inOnePiece = (text: string) => Buffer.from(text).toString();

function readByKnownDecoders(prepared: Prepared) {
  // What puts columns into objects of their own is left to drizzle.
  if (!prepared.fields?.every(({ path }) => path.length === 1)) return;
  const columns = prepared.fields.map(({ path: [name = ''], field }) => ({ name, decode: decodingOf(field) }));
  // An object that has all its names from the beginning is filled in half the time that one takes which gets name by name.
  const empty: Record<string, unknown> = Object.fromEntries(columns.map(({ name }) => [name, null]));
  prepared.customResultMapper = (rows) =>
    rows.map((row) => {
      const result = { ...empty };
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
