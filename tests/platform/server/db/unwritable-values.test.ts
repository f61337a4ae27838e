import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPostgres } from '#platform/server/db/connect-postgres.ts';
import { type Connection, type Database, keepStatement } from '#platform/server/db/database.ts';
import { outboxMessages } from '#platform/server/db/tables/outbox.ts';
import { emptyTestDatabase, isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const unwritable: [string, unknown][] = [
  ['undefined', undefined],
  ['an object', { a: 1 }],
  ['an object without a text', Object.create(null)],
  ['a list with nothing in it', ['one', undefined]],
  ['a symbol', Symbol('one')],
  ['an invalid date', new Date(Number.NaN)],
];
const refused: [string, unknown][] = [
  ['a number', 7],
  ['a boolean', true],
  ['a list', ['one', 'two']],
];

const echoStatement = keepStatement((db) =>
  db
    .select({
      label: sql<string>`${sql.placeholder('label')}::text`.as('label'),
      at: sql<string>`${sql.placeholder('at')}::timestamptz::date::text`.as('at'),
    })
    .from(sql`pg_sleep(0.02)`),
);
/** Answers with its own values, so that no answer looks like another's. */
const echo = (db: Database, label: string, at: unknown) => echoStatement(db, { label, at });

describe.runIf(isOnPostgres)('an unwritable value', () => {
  let connection: Connection;
  beforeAll(async () => {
    await emptyTestDatabase();
    connection = await connectPostgres(testDatabaseUrl(), {
      pools: { queries: 1, transactions: 1 },
    });
    await echo(connection.db, 'first', '2026-03-01');
  });
  afterAll(() => connection.close());

  test.each([...unwritable, ...refused])(
    'fails its own query and no other on the same connection: %s',
    async (_, value) => {
      const ask = async (db: Database) => {
        const asked = [
          echo(db, 'before', '2026-03-02'),
          echo(db, 'bad', value),
          ...['after', 'later', 'last'].map((label) => echo(db, label, '2026-03-03')),
        ];
        const outcomes = await Promise.allSettled(asked);
        return outcomes.map((outcome) =>
          outcome.status === 'fulfilled' ? outcome.value : 'failed',
        );
      };
      const answers = [
        [{ label: 'before', at: '2026-03-02' }],
        'failed',
        ...['after', 'later', 'last'].map((label) => [{ label, at: '2026-03-03' }]),
      ];
      // Twice: values are written at another point once the connection knows the statement's types.
      expect(await ask(connection.db)).toEqual(answers);
      expect(await ask(connection.db)).toEqual(answers);
      expect(connection.load()).toEqual({ queries: 0, transactions: 0, waiting: 0 });
    },
  );

  test.each(unwritable)(
    'ends its transaction, and the connection works again: %s',
    async (_, value) => {
      await expect(connection.db.transaction((tx) => echo(tx, 'bad', value))).rejects.toThrow();
      await expect(
        connection.db.transaction((tx) => echo(tx, 'good', '2026-03-02')),
      ).resolves.toMatchObject([{ label: 'good' }]);
    },
  );

  test('a query with too many values fails alone', async () => {
    const many = sql.join(
      Array.from({ length: 65_535 }, (_, at) => sql`${at}`),
      sql`, `,
    );
    const { db } = connection;
    const [before, tooMany, after] = await Promise.allSettled([
      echo(db, 'before', '2026-03-02'),
      db.select().from(outboxMessages).where(sql`${outboxMessages.id} in (${many})`).limit(1),
      echo(db, 'after', '2026-03-02'),
    ]);
    expect([before.status, tooMany.status, after.status]).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  test('timestamps, numbers and lists are written correctly', async () => {
    const { db } = connection;
    expect(await echo(db, 'moment', new Date('2026-03-04T06:00:00Z'))).toEqual([
      { label: 'moment', at: '2026-03-04' },
    ]);
    const rows = await db.execute(
      sql`select ${sql.param([1, 2.5])}::float8[] as numbers, ${sql.param(['a,"b', ''])}::text[] as texts, ${true}::boolean as yes, ${7}::int as seven, ${2n ** 60n}::bigint as large`,
    );
    expect(rows).toEqual([
      { numbers: [1, 2.5], texts: ['a,"b', ''], yes: true, seven: 7, large: String(2n ** 60n) },
    ]);
  });
});
