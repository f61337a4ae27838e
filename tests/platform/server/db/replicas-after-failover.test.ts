import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPostgres } from '#platform/server/db/connect-postgres.ts';
import type { Connection, Database } from '#platform/server/db/database.ts';
import {
  canStartPostgres,
  type OwnPostgres,
  startOwnPostgres,
  startStandby,
} from '#tests/setup/processes/own-postgres.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

describe.runIf(isOnPostgres && canStartPostgres)('E76: replicas after a failover', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let replica: OwnPostgres;
  let connection: Connection;
  beforeAll(async () => {
    primary = await startOwnPostgres();
    standby = await startStandby(primary);
    replica = await startStandby(primary);
    const hosts = `postgres://sokoshamba@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/sokoshamba`;
    connection = await connectPostgres(hosts, { replicaUrls: [replica.url] });
    await connection.db.execute(sql`create table notes (text text not null)`);
  });
  afterAll(async () => {
    await connection?.close();
    await Promise.all([replica, standby, primary].map((server) => server?.remove()));
  });

  const read = async (text: string) => {
    const find = (db: Database) =>
      db.execute(sql`select pg_is_in_recovery() as there from notes where text = ${text}`);
    return (await connection.reads.run('db', find)) as unknown as { there: boolean }[];
  };
  const write = (text: string) =>
    connection.db.execute(sql`insert into notes (text) values (${text})`);

  test('one that was ahead of the standby does not hide anything written on the new primary', async () => {
    standby.freeze();
    await write('on the former primary');
    // More than the new primary is going to write.
    await connection.db.execute(
      sql`insert into notes (text) select repeat('x', 1000) from generate_series(1, 20000)`,
    );
    connection.reads.seeAllSoFar();
    await expect
      .poll(() => read('on the former primary'), { timeout: 20_000 })
      .toEqual([{ there: true }]);
    await primary.kill();
    standby.thaw();
    await standby.promote();
    const isWritten = () => write('after the failover').then(Boolean, () => false);
    await expect.poll(isWritten, { timeout: 20_000, interval: 5 }).toBe(true);
    connection.reads.seeAllSoFar();
    for (const until = performance.now() + 2000; performance.now() < until; ) {
      expect(await read('after the failover')).toEqual([{ there: false }]);
    }
  });
});
