import { type SQL, sql } from 'drizzle-orm';

export async function readRows<Row>(db: Database, query: string | SQL): Promise<Row[]> {
  const answer: unknown = await db.execute(typeof query === 'string' ? sql.raw(query) : query);
  // The driver's type is unknown here: each driver answers in its own way.
  return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as Row[];
}

export const listTables = (db: Database) =>
  readRows<{ name: string }>(
    db,
    `select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname collate "C"`,
  );

export async function emptyTables(db: Database) {
  const names = (await listTables(db)).map(({ name }) => name).join(', ');
  await db.execute(sql.raw(`truncate ${names} restart identity cascade`));
}

/** Attempts with the request that asked the phone, which may have asked for several orders. */
export const ASKED = `(select own.id, coalesce(first.checkout_request_id, own.checkout_request_id) as checkout_request_id
  from payment_attempts own left join payment_attempts first on first.id = own.pushed_with_id)`;
