import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import type { Connection } from '#server/database.ts';
import { isTooSlow } from '#server/db/deadlines.ts';
import { outboxMessages } from '#server/tables.ts';
import { emptyTestDatabase } from '#tests/setup/test-database.ts';

describe.runIf(inject('pooler'))('through PgBouncer in transaction mode', () => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await emptyTestDatabase();
  });
  afterAll(() => connection.db.execute(sql`delete from outbox_messages`));

  test('a few connections serve many statements and transactions at once', async () => {
    const { db } = connection;
    const at = new Date('2026-03-02T06:00:00Z');
    const row = { kind: 'pooled', payload: {}, createdAt: at, availableAt: at, expiresAt: at };
    await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        number % 2
          ? db.transaction((tx) => tx.insert(outboxMessages).values(row))
          : db.select({ id: outboxMessages.id }).from(outboxMessages).limit(1),
      ),
    );
    expect(await db.select({ id: outboxMessages.id }).from(outboxMessages)).toHaveLength(50);
    expect(connection.load()).toEqual({ queries: 0, transactions: 0, waiting: 0 });
  });

  test('sessions have the statement timeout and no JIT; counts have a shorter timeout', async () => {
    const names = ['statement_timeout', 'jit', 'TimeZone'];
    const settings = names.map((name) => sql`current_setting(${name}) as ${sql.identifier(name)}`);
    const find = sql`select ${sql.join(settings, sql`, `)}`;
    const expected = { statement_timeout: '2500ms', jit: 'off', TimeZone: 'UTC' };
    expect(await connection.db.execute(find)).toEqual([expected]);
    expect(await connection.counts.execute(find)).toEqual([
      { ...expected, statement_timeout: '400ms' },
    ]);
    expect(await connection.db.execute(find)).toEqual([expected]);
    const startedAt = performance.now();
    const error = await connection.counts
      .execute(sql`select pg_sleep(2)`)
      .catch((reason: unknown) => reason);
    expect(isTooSlow(error)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(1900);
  });

  test.each(['db', 'searches', 'lists'] as const)('the pool %s answers', async (kind) => {
    expect(await connection[kind].execute(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test("a transaction's announcements are heard, past PgBouncer", async () => {
    const heard: string[] = [];
    await connection.listen('pooled', {
      onMessage: (text) => heard.push(text),
      onReconnect: () => {},
    });
    await connection.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_notify('pooled', 'a change')`);
    });
    await expect.poll(() => heard, { timeout: 5000 }).toEqual(['a change']);
  });
});
