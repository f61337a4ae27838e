import { sql } from 'drizzle-orm';
import type { Connection } from '#server/database.ts';
import { connectPostgres, poolSizes } from '#server/db/connect-postgres.ts';
import { outboxMessages } from '#server/tables.ts';
import { answeringProxy } from '#tests/setup/servers/answering-proxy.ts';
import { emptyTestDatabase, isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const message = (type: string, body: string) => {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, Buffer.from(body)]);
};
const tookTooLong = Buffer.concat([
  message('E', 'SERROR\0C57014\0Mtook too long\0\0'),
  message('Z', 'I'),
]);

describe.runIf(isOnPostgres)('connections', () => {
  let connection: Connection;
  beforeAll(async () => {
    await emptyTestDatabase();
    connection = await connectPostgres(testDatabaseUrl());
  });
  afterAll(() => connection.close());

  test('reads do not wait for transactions that wait for a lock', async () => {
    const { db } = connection;
    let end = () => {};
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve;
    });
    const begin = () =>
      new Promise<{ ended: Promise<void> }>((resolve) => {
        const ended = db.transaction(async (tx) => {
          await tx.execute(sql`select 1`);
          resolve({ ended });
          await mayEnd;
        });
      });
    const held = await Promise.all(Array.from({ length: poolSizes.transactions }, begin));
    const rows = await Promise.all(
      Array.from({ length: 50 }, () => db.select().from(outboxMessages).limit(1)),
    );
    expect(rows).toHaveLength(50);
    expect(connection.load()).toEqual({
      queries: 0,
      transactions: poolSizes.transactions,
      waiting: 0,
    });
    end();
    await Promise.all(held.map(({ ended }) => ended));
    expect(connection.load()).toEqual({ queries: 0, transactions: 0, waiting: 0 });
  });

  test("PostgreSQL's session settings turn off JIT, use custom plans and limit statements", async () => {
    const expected = {
      jit: 'off',
      plan_cache_mode: 'force_custom_plan',
      statement_timeout: '2500ms',
      TimeZone: 'UTC',
    };
    const settings = Object.keys(expected).map(
      (name) => sql`current_setting(${name}) as ${sql.identifier(name)}`,
    );
    const find = sql`select ${sql.join(settings, sql`, `)}`;
    expect(await connection.db.execute(find)).toEqual([expected]);
  });

  test('a transaction reads values as a single query does', async () => {
    const { db } = connection;
    const createdAt = new Date('2026-03-02T06:00:00.123Z');
    const moments = { createdAt, availableAt: createdAt, expiresAt: createdAt };
    const row = { kind: 'read', payload: { day: '2026-03-02', list: [1, 2] }, ...moments };
    const inside = await db.transaction(async (tx) => {
      await tx.insert(outboxMessages).values(row);
      return tx.select().from(outboxMessages).limit(1);
    });
    expect(inside).toEqual(await db.select().from(outboxMessages).limit(1));
    expect(inside).toMatchObject([row]);
  });

  test('a database too slow to list its types does not end the process when a connection is opened', async () => {
    let isSlow = false;
    const proxy = await answeringProxy(testDatabaseUrl(), (asked) =>
      isSlow && asked.includes('pg_type') ? tookTooLong : null,
    );
    const throughProxy = await connectPostgres(proxy.url, {
      pools: { queries: 4, transactions: 4 },
    });
    try {
      isSlow = true;
      const { db } = throughProxy;
      const lists = [0, 1, 2, 3, 4, 5, 6, 7].map((at) =>
        db.execute(sql`select ${sql.param([at, 1])}::int[] as list`),
      );
      const inside = Array.from({ length: 4 }, () =>
        db.transaction((tx) => tx.execute(sql`select ${sql.param(['a', 'b'])}::text[] as list`)),
      );
      expect(await Promise.all(lists)).toEqual(lists.map((_, at) => [{ list: [at, 1] }]));
      expect(await Promise.all(inside)).toEqual(inside.map(() => [{ list: ['a', 'b'] }]));
    } finally {
      await throughProxy.close();
      proxy.close();
    }
  });
});
