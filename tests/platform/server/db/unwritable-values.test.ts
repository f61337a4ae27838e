import { sql } from 'drizzle-orm';
import { type Connection, keepStatement } from '#server/database.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { outboxMessages } from '#server/tables.ts';
import { emptyTestDatabase, isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const unwritable: [string, unknown][] = [
  ['undefined', undefined],
  ['an object', { a: 1 }],
  ['an object without a text', Object.create(null)],
  ['a list with nothing in it', ['one', undefined]],
  ['an invalid date', new Date(Number.NaN)],
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

  test.each(unwritable)(
    'fails its own query or transaction and no other on the same connection: %s',
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
      const inTransaction = (label: string, at: unknown) =>
        connection.db.transaction((tx) => echo(tx, label, at));
      await expect(inTransaction('bad', value)).rejects.toThrow();
      expect(await inTransaction('good', '2026-03-02')).toMatchObject([{ label: 'good' }]);
      expect(connection.load()).toEqual({ queries: 0, transactions: 0, waiting: 0 });
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
});
