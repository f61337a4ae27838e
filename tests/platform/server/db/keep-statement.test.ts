import { asc, eq, inArray, sql } from 'drizzle-orm';
import { type Connection, keepStatement } from '#server/database.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { outboxMessages } from '#server/tables.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';
import { emptyTestDatabase, isOnPostgres } from '#tests/setup/test-database.ts';

const at = new Date('2026-03-02T06:00:00Z');
const moments = { createdAt: at, availableAt: at, expiresAt: at };
const message = (kind: string, payload: unknown = {}) => ({ kind, payload, ...moments });

let db: Database;
beforeEach(async () => {
  if (isOnPostgres) ({ db } = await emptyTestDatabase());
});

// The embedded database that other tests share may have kept as many statements as it can.
let own: Connection;
beforeAll(async () => {
  if (isOnPostgres) return;
  own = await openEmbedded();
  ({ db } = own);
});
afterAll(() => own?.close());

const kindsStatement = keepStatement((builder) =>
  builder
    .select({ kind: outboxMessages.kind, createdAt: outboxMessages.createdAt })
    .from(outboxMessages)
    .where(
      sql`${outboxMessages.payload} = ${sql.param(sql.placeholder('payload'), outboxMessages.payload)}::jsonb`,
    )
    .orderBy(asc(outboxMessages.id)),
);
const kinds = (database: Database, payload: unknown) => kindsStatement(database, { payload });

test('a kept statement runs in the transaction that executes it, when several execute it at the same time', async (context) => {
  context.skip(!isOnPostgres, 'the embedded database has a single connection');
  const names = ['one', 'two', 'three', 'four'];
  const seen = names.map((name) =>
    db.transaction(async (tx) => {
      await tx.insert(outboxMessages).values(message(name));
      const [first, second] = await Promise.all([kinds(tx, {}), kinds(db, {})]);
      expect(second).toEqual([]);
      await tx.delete(outboxMessages).where(eq(outboxMessages.kind, name));
      return first.map(({ kind }) => kind);
    }),
  );
  expect(await Promise.all(seen)).toEqual(names.map((name) => [name]));
});

test('a kept statement is parsed once per connection, which excludes queries with long value lists', async () => {
  await db.transaction(async (tx) => {
    for (let asked = 0; asked < 3; asked += 1) await kinds(tx, { at: asked });
    const kept = sql`statement like 'select "kind", "created_at" from "outbox_messages"%'`;
    expect(await countRows(tx, 'pg_prepared_statements', kept)).toBe(1);
    for (const length of [3, 65, 66]) {
      const ids = Array.from({ length }, (_, index) => index);
      await tx
        .select({ kind: outboxMessages.kind, expiresAt: outboxMessages.expiresAt })
        .from(outboxMessages)
        .where(inArray(outboxMessages.id, ids));
    }
    const mine = sql`statement like 'select "kind", "expires_at" from "outbox_messages"%'`;
    expect(await countRows(tx, 'pg_prepared_statements', mine)).toBe(1);
  });
});

const divide = (database: Database, by: number) =>
  rowsOf(database, sql`select 10 / ${by}::int as result`);

test('a statement that failed can be sent again, with other values and in a transaction', async () => {
  for (const isWithin of [false, true]) {
    const send = (by: number) =>
      isWithin ? db.transaction((tx) => divide(tx, by)) : divide(db, by);
    await expect(send(0)).rejects.toThrow(/Failed query/);
    expect(await send(5)).toEqual([{ result: 2 }]);
  }
});

test('a transaction that has ended sends nothing', async () => {
  const ended = await db.transaction(async (tx) => [tx] as const);
  await expect(divide(ended[0], 5)).rejects.toThrow(/Failed query/);
  expect(await divide(db, 5)).toEqual([{ result: 2 }]);
});

test('a savepoint rolls back what failed within it, and the transaction continues', async () => {
  await db.transaction(async (tx) => {
    await tx.insert(outboxMessages).values(message('kept'));
    const failing = tx.transaction(async (inner) => {
      await inner.insert(outboxMessages).values(message('taken back'));
      throw new Error('for this test');
    });
    await expect(failing).rejects.toThrow('for this test');
    await tx.transaction((inner) => inner.insert(outboxMessages).values(message('kept too')));
  });
  expect((await kinds(db, {})).map(({ kind }) => kind)).toEqual(['kept', 'kept too']);
});
