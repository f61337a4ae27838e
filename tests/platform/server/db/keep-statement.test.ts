import { asc, eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import { outboxMessages } from '#platform/server/db/tables/outbox.ts';
import { countRows } from '#tests/setup/rows.ts';
import { emptyTestDatabase, isOnPostgres } from '#tests/setup/test-database.ts';

const at = new Date('2026-03-02T06:00:00Z');
const message = (kind: string, payload: unknown = {}) => ({
  kind,
  payload,
  createdAt: at,
  availableAt: at,
  expiresAt: at,
});

let db: Database;
beforeEach(async () => {
  ({ db } = await emptyTestDatabase());
});

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

describe('a kept statement', () => {
  test('returns the values of each execution, in a transaction and outside', async () => {
    await db.insert(outboxMessages).values([message('one', { at: 1 }), message('two', { at: 2 })]);
    expect(await kinds(db, { at: 1 })).toEqual([{ kind: 'one', createdAt: at }]);
    await db.transaction(async (tx) => {
      await tx.insert(outboxMessages).values([message('three', { at: 2 })]);
      expect((await kinds(tx, { at: 2 })).map(({ kind }) => kind)).toEqual(['two', 'three']);
      // Uncommitted rows are not visible outside; the embedded database would wait for its only
      // connection.
      if (isOnPostgres)
        expect((await kinds(db, { at: 2 })).map(({ kind }) => kind)).toEqual(['two']);
    });
    expect((await kinds(db, { at: 2 })).map(({ kind }) => kind)).toEqual(['two', 'three']);
  });

  test('runs in the transaction that executes it, when several execute it at the same time', async (context) => {
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

  test('is parsed by Postgres once per connection', async (context) => {
    context.skip(
      !isOnPostgres,
      'prepared statements belong to a connection, and the embedded database works differently',
    );
    await db.transaction(async (tx) => {
      for (let asked = 0; asked < 3; asked += 1) await kinds(tx, { at: asked });
      const mine = sql`statement like 'select "kind", "created_at" from "outbox_messages"%'`;
      expect(await countRows(tx, 'pg_prepared_statements', mine)).toBe(1);
    });
  });

  test('excludes queries with long value lists in a transaction', async (context) => {
    context.skip(
      !isOnPostgres,
      'prepared statements belong to a connection, and the embedded database works differently',
    );
    await db.transaction(async (tx) => {
      for (const length of [3, 65, 66]) {
        const ids = Array.from({ length }, (_, index) => index);
        await tx
          .select({ id: outboxMessages.id })
          .from(outboxMessages)
          .where(inArray(outboxMessages.id, ids));
      }
      const mine = sql`statement like 'select "id" from "outbox_messages" where "outbox_messages"."id" in%'`;
      expect(await countRows(tx, 'pg_prepared_statements', mine)).toBe(1);
    });
  });
});

describe('rows', () => {
  test('are inserted with defaults and timestamps unchanged', async () => {
    await db
      .insert(outboxMessages)
      .values([{ ...message('one'), attempts: 3 }, message('two', ["it's", 1, null])]);
    expect(
      await db.select().from(outboxMessages).orderBy(asc(outboxMessages.id)).limit(3),
    ).toMatchObject([
      { kind: 'one', payload: {}, attempts: 3, createdAt: at },
      { kind: 'two', payload: ["it's", 1, null], attempts: 0, expiresAt: at },
    ]);
  });

  test('are numbered in their order, also many of them', async () => {
    for (const count of [1, 3, 40]) {
      const rows = Array.from({ length: count }, (_, index) => message(`${count}.${index}`));
      const ids = await db.insert(outboxMessages).values(rows).returning({ id: outboxMessages.id });
      expect(ids).toHaveLength(count);
      const [last] = await db
        .select()
        .from(outboxMessages)
        .where(eq(outboxMessages.id, ids.at(-1)?.id ?? 0));
      expect(last?.kind).toBe(`${count}.${count - 1}`);
    }
  });
});

describe('a savepoint', () => {
  test('rolls back what failed within it, and the transaction continues', async () => {
    await db.transaction(async (tx) => {
      await tx.insert(outboxMessages).values(message('kept'));
      const failing = tx.transaction(async (inner) => {
        await inner.insert(outboxMessages).values(message('taken back'));
        throw new Error('for this test');
      });
      await expect(failing).rejects.toThrow('for this test');
      await tx.transaction((inner) => inner.insert(outboxMessages).values(message('kept too')));
    });
    const rows = await db
      .select({ kind: outboxMessages.kind })
      .from(outboxMessages)
      .orderBy(asc(outboxMessages.id))
      .limit(3);
    expect(rows.map(({ kind }) => kind)).toEqual(['kept', 'kept too']);
  });
});
