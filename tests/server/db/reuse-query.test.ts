import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/connect.ts';
import { insertNumberedRows, insertRows } from '../../../src/server/db/insert-rows.ts';
import { placesOf, reuseQuery } from '../../../src/server/db/reuse-query.ts';
import { outboxMessages } from '../../../src/server/db/schema/outbox.ts';
import { countRows } from '../../setup/rows.ts';
import { emptyTestDatabase, isOnPostgres } from '../../setup/test-database.ts';

const at = new Date('2026-03-02T06:00:00Z');
const message = (kind: string, payload: unknown = {}) => ({ kind, payload, createdAt: at, availableAt: at, expiresAt: at });

let db: Database;
beforeEach(async () => {
  ({ db } = await emptyTestDatabase());
});

const kinds = (database: Database, payload: unknown) =>
  reuseQuery(database, 'kinds of a test', () =>
    database
      .select({ kind: outboxMessages.kind, createdAt: outboxMessages.createdAt })
      .from(outboxMessages)
      .where(sql`${outboxMessages.payload} = ${sql.param(sql.placeholder('payload'), outboxMessages.payload)}::jsonb`)
      .orderBy(asc(outboxMessages.id))
      .prepare('kinds'),
  ).execute({ payload });

describe('a query that is kept', () => {
  test('answers the values of each execution, in a transaction and outside', async () => {
    await insertRows(db, outboxMessages, [message('one', { at: 1 }), message('two', { at: 2 })]);
    expect(await kinds(db, { at: 1 })).toEqual([{ kind: 'one', createdAt: at }]);
    await db.transaction(async (tx) => {
      await insertRows(tx, outboxMessages, [message('three', { at: 2 })]);
      expect((await kinds(tx, { at: 2 })).map(({ kind }) => kind)).toEqual(['two', 'three']);
      // Whoever asks outside does not see what has not been committed; the embedded database would wait for its one connection.
      if (isOnPostgres) expect((await kinds(db, { at: 2 })).map(({ kind }) => kind)).toEqual(['two']);
    });
    expect((await kinds(db, { at: 2 })).map(({ kind }) => kind)).toEqual(['two', 'three']);
  });

  test('is read by Postgres once a connection', async (context) => {
    context.skip(!isOnPostgres, 'a prepared statement is of a connection, and the embedded database has its own way');
    await db.transaction(async (tx) => {
      for (let asked = 0; asked < 3; asked += 1) await kinds(tx, { at: asked });
      const mine = sql`statement like 'select "kind", "created_at" from "outbox_messages"%'`;
      expect(await countRows(tx, 'pg_prepared_statements', mine)).toBe(1);
    });
  });
});

describe('rows', () => {
  test('go in with defaults and moments as they are', async () => {
    await insertRows(db, outboxMessages, []);
    await insertRows(db, outboxMessages, [{ ...message('one'), attempts: 3 }, message('two', ["it's", 1, null])]);
    expect(await db.select().from(outboxMessages).orderBy(asc(outboxMessages.id)).limit(3)).toMatchObject([
      { kind: 'one', payload: {}, attempts: 3, createdAt: at },
      { kind: 'two', payload: ["it's", 1, null], attempts: 0, expiresAt: at },
    ]);
  });

  test('are numbered in their order, also many of them', async () => {
    for (const count of [1, 3, 40]) {
      const rows = Array.from({ length: count }, (_, index) => message(`${count}.${index}`));
      const ids = await insertNumberedRows(db, outboxMessages, rows);
      expect(ids).toHaveLength(count);
      const [last] = await db
        .select()
        .from(outboxMessages)
        .where(eq(outboxMessages.id, ids.at(-1) ?? 0));
      expect(last?.kind).toBe(`${count}.${count - 1}`);
    }
    expect(await insertNumberedRows(db, outboxMessages, [])).toEqual([]);
  });

  test('of one shape share their text; what is null belongs to the shape', () => {
    const shapes: Record<string, number | null | undefined>[][] = [
      [{ a: 1, b: 2 }],
      [{ a: 3, b: 4 }],
      [{ a: 1, b: null }],
      [{ a: 1, b: undefined }],
      [{ a: 1, b: 2 }, { a: 1 }],
    ];
    expect(shapes.map((rows) => placesOf(rows).shape)).toEqual(['a b ', 'a b ', 'a b=null ', 'a ', 'a b ; a ']);
    expect(placesOf([{ a: 1, b: null }, { a: 2 }]).values).toEqual({ a0: 1, a1: 2 });
  });
});
