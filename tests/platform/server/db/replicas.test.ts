import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCatalogueChanges } from '#platform/server/cache/catalogue-changes.ts';
import { connectPostgres } from '#platform/server/db/connect-postgres.ts';
import type { Connection, Database } from '#platform/server/db/database.ts';
import {
  canStartPostgres,
  type OwnPostgres,
  startOwnPostgres,
  startStandby,
} from '#tests/setup/processes/own-postgres.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const LONGEST_WAIT_MILLISECONDS = 3000;

describe.runIf(isOnPostgres && canStartPostgres)('E76: replicas', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let connection: Connection;
  beforeAll(async () => {
    primary = await startOwnPostgres();
    standby = await startStandby(primary);
    connection = await connectPostgres(primary.url, { replicaUrls: [standby.url] });
    await connection.db.execute(sql`create table notes (text text not null)`);
  });
  afterAll(async () => {
    await connection.close();
    await standby.remove();
    await primary.remove();
  });
  beforeEach(async () => {
    connection.reads.seeAllSoFar();
    await expect.poll(isReadThere, { timeout: 20_000, message: 'the replica is read' }).toBe(true);
  });

  const find = (db: Database) => db.execute(sql`select pg_is_in_recovery() as there`);
  async function isReadThere(): Promise<boolean> {
    const [row] = (await connection.reads.run('db', find)) as unknown[];
    return (row as { there: boolean }).there;
  }
  const comesBack = () => expect.poll(isReadThere, { timeout: 10_000 }).toBe(true);
  const write = (text: string) =>
    connection.db.execute(sql`insert into notes (text) values (${text})`);
  const read = async () => {
    const rows = await connection.reads.run('searches', (db) =>
      db.execute(sql`select text from notes`),
    );
    return (rows as unknown as { text: string }[]).map(({ text }) => text);
  };
  const pauseReplay = () => standby.askAdmin('select pg_wal_replay_pause()');
  const resumeReplay = () => standby.askAdmin('select pg_wal_replay_resume()');

  test('the catalogue is read there; everything else, and the catalogue before the first announcement, on the primary', async () => {
    for (const kind of ['db', 'searches', 'counts'] as const) {
      expect(await connection.reads.run(kind, find)).toEqual([{ there: true }]);
      expect(await find(connection[kind])).toEqual([{ there: false }]);
    }
    const fresh = await connectPostgres(primary.url, { replicaUrls: [standby.url] });
    const replicas = () => fresh.reads.replicas();
    await expect.poll(replicas, { timeout: 5000 }).toEqual([expect.any(Number)]);
    expect(await fresh.reads.run('db', find)).toEqual([{ there: false }]);
    await fresh.close();
  });

  test('announced changes are read at once, even before the replica has them', async () => {
    await pauseReplay();
    for (let number = 0; number < 20; number += 1) {
      await write(`note ${number}`);
      connection.reads.seeAllSoFar();
      expect(await read()).toContain(`note ${number}`);
    }
    expect(await isReadThere()).toBe(false);
    await resumeReplay();
    await comesBack();
    expect(await read()).toContain('note 19');
  });

  test('a change announced while a replica is chosen is read too, because later readers share that read', async () => {
    const reading = connection.reads.run('db', find);
    connection.reads.seeAllSoFar();
    expect(await reading).toEqual([{ there: false }]);
    expect(await isReadThere()).toBe(true);
  });

  test('one that is more than 5 s behind is left out, and comes back automatically', async () => {
    await pauseReplay();
    await write('not there yet');
    // Nothing was announced to this process, so only the delay counts.
    expect(await isReadThere()).toBe(true);
    const startedAt = performance.now();
    await expect.poll(isReadThere, { timeout: 10_000, interval: 50 }).toBe(false);
    expect(Math.round((performance.now() - startedAt) / 1000)).toBeLessThanOrEqual(6);
    expect(connection.reads.replicas()).toEqual([null]);
    expect(await read()).toContain('not there yet');
    await resumeReplay();
    await comesBack();
  });

  test('a replica is not behind if nothing is written', async () => {
    for (const until = performance.now() + 7000; performance.now() < until; )
      expect(await isReadThere()).toBe(true);
  });

  test('one that is killed causes no error, not even in shared reads, and comes back automatically', async () => {
    const changes = createCatalogueChanges(connection, { clock: () => new Date() });
    const isCurrent = () => changes.isCurrent(changes.mark(), 'offers');
    await expect.poll(isCurrent, { timeout: 5000 }).toBe(true);
    await comesBack();
    const ask = (number: number) =>
      connection.reads.run('db', (db) =>
        changes.share({ db, view: 'offers', question: { number: number % 3 } }, () =>
          db.execute(sql`select pg_sleep(0.3), 1 as answer`),
        ),
      );
    const alone = () =>
      connection.reads.run('db', (db) => db.execute(sql`select pg_sleep(0.5), 1 as answer`));
    const reading = Promise.all([
      ...Array.from({ length: 12 }, (_, number) => ask(number)),
      ...Array.from({ length: 6 }, alone),
    ]);
    await standby.kill();
    expect((await reading).length).toBe(18);
    expect(await isReadThere()).toBe(false);
    standby.start();
    await standby.isReady();
    await comesBack();
  });

  test('one that stops answering delays readers at most once by 3 s, and later readers not at all', async () => {
    standby.freeze();
    const timed = async () => {
      const startedAt = performance.now();
      await read();
      return performance.now() - startedAt;
    };
    const first = await Promise.all(Array.from({ length: 30 }, timed));
    expect(Math.max(...first)).toBeLessThan(LONGEST_WAIT_MILLISECONDS);
    const later = await Promise.all(Array.from({ length: 30 }, timed));
    expect(Math.max(...later)).toBeLessThan(1000);
    standby.thaw();
    await comesBack();
  });

  test('an error not caused by the replica is the same as on the primary', async () => {
    const failing = connection.reads.run('db', (db) => db.execute(sql`select 1 / 0`));
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await isReadThere()).toBe(true);
  });

  test('a promoted one is no longer used as a replica', async () => {
    await standby.promote();
    await expect.poll(() => connection.reads.replicas(), { timeout: 5000 }).toEqual([null]);
    expect(await read()).toContain('not there yet');
    await write('after the promotion');
    expect(await read()).toContain('after the promotion');
  });
});
