import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '#platform/server/config.ts';
import { connectPostgres } from '#platform/server/db/connect-postgres.ts';
import type { Connection } from '#platform/server/db/database.ts';
import { choosePrimary, type HostAnswer } from '#platform/server/db/primary.ts';
import {
  canStartPostgres,
  type OwnPostgres,
  startOwnPostgres,
  startStandby,
} from '#tests/setup/processes/own-postgres.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

describe('E77: choosing the primary', () => {
  const [first, second] = [0, 1];
  const cases: [
    string,
    HostAnswer[],
    before: [number | null, number],
    after: [number | null, number],
  ][] = [
    ['takes the writable host', ['standby', 4], [null, 0], [second, 4]],
    ['takes the promoted host, whose timeline is higher', [4, 5], [first, 4], [second, 5]],
    ['takes the promoted host while the former is silent', ['silent', 5], [first, 4], [second, 5]],
    ['keeps a silent host beside a standby', ['silent', 'standby'], [first, 4], [first, 4]],
    ['takes none once it is a standby itself', ['standby', 'standby'], [first, 4], [null, 4]],
    ['ignores a former primary that comes back', [4, 'silent'], [second, 5], [second, 5]],
    ['ignores it even if no other host is writable', [4, 'standby'], [second, 5], [null, 5]],
    ['keeps the host if both are writable on one timeline', [5, 5], [second, 5], [second, 5]],
    ['takes another host name of the same primary', ['silent', 5], [first, 5], [second, 5]],
  ];
  test.each(cases)('%s', (_, answers, [host, timeline], [nextHost, nextTimeline]) => {
    expect(choosePrimary(answers, { host, timeline })).toEqual({
      host: nextHost,
      timeline: nextTimeline,
    });
  });
});

test('a database URL may name several hosts, and a replica one', () => {
  const read = (settings: object) => readSettings({ APP_SECRET: 'x'.repeat(40), ...settings });
  const DATABASE_URL = 'postgres://soko:se-cret@db-1,db-2:5433,[fd00::3]:5432/soko?sslmode=require';
  const DATABASE_REPLICA_URLS = 'postgres://soko@db-2/soko, postgres://soko@db-3/soko';
  expect(read({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  expect(read({ DATABASE_URL, DATABASE_REPLICA_URLS }).replicaUrls).toHaveLength(2);
  for (const wrong of ['mysql://db/soko', 'postgres://a:port/soko', 'db-1,db-2'])
    expect(() => read({ DATABASE_URL: wrong })).toThrow('URL that begins with postgres://');
  const several = { DATABASE_URL, DATABASE_REPLICA_URLS: DATABASE_URL };
  expect(() => read(several)).toThrow('each with one host');
  expect(() => read({ DATABASE_REPLICA_URLS })).toThrow('needs a DATABASE_URL');
});

describe.runIf(isOnPostgres && canStartPostgres)('E77: a primary that is cut off', () => {
  let former: OwnPostgres;
  let promoted: OwnPostgres;
  let connection: Connection;
  const changes: string[] = [];
  beforeAll(async () => {
    former = await startOwnPostgres();
    promoted = await startStandby(former);
    const url = `postgres://sokoshamba@127.0.0.1:${former.port},127.0.0.1:${promoted.port}/sokoshamba`;
    connection = await connectPostgres(url, { onNewPrimary: (host) => changes.push(host) });
    await connection.db.execute(sql`create table notes (text text not null)`);
  });
  afterAll(async () => {
    await connection?.close();
    await former.remove();
    await promoted.remove();
  });

  const write = (text: string) =>
    connection.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes (text) values (${text})`);
    });
  const isWritten = (text: string) =>
    write(text).then(
      () => true,
      () => false,
    );
  const notesOf = async ({ askAdmin }: OwnPostgres) =>
    (await askAdmin('select text from notes order by text', 'sokoshamba')).map(({ text }) => text);

  test('its connections are closed when another is promoted, and announcements are heard from the new one', async () => {
    const heard: string[] = [];
    let reconnects = 0;
    await connection.listen('notes', {
      onMessage: (text) => heard.push(text),
      onReconnect: () => {
        reconnects += 1;
      },
    });
    await write('before');
    former.freeze();
    const waiting = isWritten('while it is frozen');
    await promoted.promote();
    await expect.poll(() => isWritten('afterwards'), { timeout: 10_000 }).toBe(true);
    expect(await waiting).toBe(false);
    expect(changes).toEqual([`127.0.0.1:${promoted.port}`]);
    await expect.poll(() => reconnects, { timeout: 5000 }).toBe(1);
    await connection.db.execute(sql`select pg_notify('notes', 'from the new one')`);
    await expect.poll(() => heard, { timeout: 5000 }).toEqual(['from the new one']);
  });

  test('it gets no writes when it comes back as a primary, not even while the new one is silent', async () => {
    former.thaw();
    await former.isReady();
    for (let number = 0; number < 20; number += 1) await write(`with two ${number}`);
    promoted.freeze();
    expect(await isWritten('with the new one frozen')).toBe(false);
    expect(await isWritten('with the new one still frozen')).toBe(false);
    promoted.thaw();
    await expect.poll(() => isWritten('thawed'), { timeout: 10_000 }).toBe(true);
    const notes = await notesOf(promoted);
    expect(notes).toEqual(
      expect.arrayContaining(['before', 'with two 0', 'with two 19', 'thawed']),
    );
    for (const note of await notesOf(former))
      expect(['before', 'while it is frozen']).toContain(note);
  });

  test('a server does not start if no host accepts writes', async () => {
    const standbys = `postgres://sokoshamba@127.0.0.1:1,127.0.0.1:2/sokoshamba`;
    await expect(connectPostgres(standbys)).rejects.toThrow('127.0.0.1:1, 127.0.0.1:2');
  });
});
