import { sql } from 'drizzle-orm';
import type { Connection } from '#server/database.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { report } from '#tests/setup/report.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { emptyTestDatabase, isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const TRIES = 5;
const failing = 'select i, pg_sleep(0.05) from generate_series(1, 50) as i';
const TIMEOUT_MILLISECONDS = 160;

describe.runIf(isOnPostgres)('E50: a statement that fails after its first rows', () => {
  let connection: Connection;
  beforeAll(async () => {
    await emptyTestDatabase();
    connection = await connectPostgres(testDatabaseUrl(), {
      pools: { queries: 1, transactions: 1 },
    });
    await connection.db.execute(sql.raw(`set statement_timeout = ${TIMEOUT_MILLISECONDS}`));
  });
  afterAll(() => connection.close());

  test('leaves no gaps in the next result on its connection', async () => {
    const lengths: number[] = [];
    for (let tried = 0; tried < TRIES; tried += 1) {
      await expect(connection.db.execute(sql.raw(failing))).rejects.toThrow();
      const rows = await rowsOf(connection.db, sql`select 42 as answer`);
      expect(rows).toEqual([{ answer: 42 }]);
      lengths.push(rows.length);
    }
    report(
      'E50',
      `${TRIES} statements ended after their first rows: the next answer had ${Math.max(...lengths)} row each time`,
    );
  });

  test('inside a transaction leaves none in the next transaction either', async () => {
    const fail = (tx: Database) => tx.execute(sql.raw(failing));
    for (let tried = 0; tried < TRIES; tried += 1) {
      await expect(
        connection.db.transaction(async (tx) => {
          await tx.execute(sql.raw(`set local statement_timeout = ${TIMEOUT_MILLISECONDS}`));
          await fail(tx);
        }),
      ).rejects.toThrow();
      const rows = await connection.db.transaction((tx) => rowsOf(tx, sql`select 42 as answer`));
      expect(rows).toEqual([{ answer: 42 }]);
    }
  });
});
