import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import postgres from 'postgres';
import { migrationsFolder } from '#server/db/migrate.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { dropDatabase } from '#tests/setup/database/drop-database.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { databaseUrl } from '#tests/setup/postgres-template.ts';
import { ask, killAll, startChild } from '#tests/setup/processes/children.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

test('the schema has an index for every foreign key', async () => {
  const { db } = await makeMarket();
  // Without one, deleting a person would scan each such table.
  const bare = await rowsOf<{ column: string }>(
    db,
    sql`select conrelid::regclass || '.' || attname as column from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = conkey[1]
        where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
          select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`,
  );
  expect(bare).toEqual([]);
});

describe.runIf(isOnPostgres)('the migrations on Postgres', () => {
  const url = process.env.TEST_DATABASE_URL ?? '';
  const name = `sokoshamba_migrations_${process.pid}`;
  let admin: postgres.Sql;
  beforeAll(() => {
    admin = postgres(url, { max: 1, onnotice: () => {} });
  });
  beforeEach(async () => {
    await dropDatabase(admin, name);
    await admin.unsafe(`create database ${name}`);
  });
  afterAll(async () => {
    await killAll();
    await dropDatabase(admin, name);
    await admin.end();
  });

  test('are run once, by a role that is not a superuser, when four processes start together', async () => {
    const [role] = await admin`select rolsuper as super from pg_roles where rolname = current_user`;
    expect(role).toEqual({ super: false });
    const children = await Promise.all(
      Array.from({ length: 4 }, () => startChild('migrate-child.ts')),
    );
    const target = databaseUrl(url, name);
    const answers = await Promise.all(children.map((child) => ask(child, { migrate: target })));
    expect(answers).toEqual(Array(4).fill('migrated'));
    const migrated = postgres(target, { max: 1 });
    const [ran] =
      await migrated`select count(*)::int as number, count(distinct hash)::int as different from drizzle.__drizzle_migrations`;
    await migrated.end();
    expect(ran?.number).toBe(ran?.different);
  });

  describe('of a database from before the baseline', () => {
    const target = () => databaseUrl(url, name);
    const migrate = async () => ask(await startChild('migrate-child.ts'), { migrate: target() });
    const [baseline, ...later] = readMigrationFiles({ migrationsFolder });
    const withHistory = async (lastMillis: number) => {
      const old = postgres(target(), { max: 1, onnotice: () => {} });
      await old`create schema drizzle`;
      await old`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
      for (const statement of baseline?.sql ?? []) await old.unsafe(statement);
      for (const at of [lastMillis - 1, lastMillis]) {
        await old`insert into drizzle.__drizzle_migrations (hash, created_at) values (${String(at)}, ${at})`;
      }
      return { old, baselineMillis: baseline?.folderMillis };
    };
    const countRun = async (old: postgres.Sql) =>
      (await old`select count(*)::int as number from drizzle.__drizzle_migrations`)[0]?.number;
    const LAST_BEFORE = 1_795_524_018_385;

    test('run only the later ones if it has all earlier migrations', async () => {
      const { old, baselineMillis } = await withHistory(LAST_BEFORE);
      expect(baselineMillis).toBe(LAST_BEFORE);
      await old`insert into code_mails (email, purpose, requested_at) values ('a@x.ke', 'login', now())`;
      expect(await migrate()).toBe('migrated');
      const ran = await countRun(old);
      const [kept] = await old`select count(*)::int as number from code_mails`;
      await old.end();
      expect([ran, kept?.number]).toEqual([2 + later.length, 1]);
    });

    test('refuse it if it lacks some, and leave it unchanged', async () => {
      const { old } = await withHistory(LAST_BEFORE - 1);
      expect(await migrate()).toContain(
        'older than version 1.0.0: start it once with that version first (the tag v1.0.0)',
      );
      const ran = await countRun(old);
      await old.end();
      expect(ran).toBe(2);
    });
  });

  test('give the same schema as on the embedded database', async () => {
    await ask(await startChild('migrate-child.ts'), { migrate: databaseUrl(url, name) });
    const columns = `select table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable as line
      from information_schema.columns where table_schema = 'public' order by 1`;
    const migrated = postgres(databaseUrl(url, name), { max: 1 });
    const onPostgres = (await migrated.unsafe(columns)).map(({ line }) => String(line));
    await migrated.end();
    const embedded = await openEmbedded();
    const onEmbedded = await rowsOf<{ line: string }>(embedded.db, sql.raw(columns));
    await embedded.close();
    expect(onEmbedded.map(({ line }) => line)).toEqual(onPostgres);
  });
});

describe.runIf(!isOnPostgres)('the embedded database', () => {
  test('keeps its rows across restarts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'soko-db-'));
    const first = await openEmbedded(folder);
    await first.db.execute(
      sql`insert into code_mails (email, purpose, requested_at) values ('a@x.ke', 'login', now())`,
    );
    await first.close();
    const second = await openEmbedded(folder);
    expect(await countRows(second.db, 'code_mails')).toBe(1);
    await second.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('fails a transaction that waits too long for it, and works again afterwards', async () => {
    const { db, connection } = await makeMarket();
    let release = () => {};
    const held = db.transaction(() => new Promise<void>((done) => (release = done)));
    await expect(db.transaction(async () => 'never')).rejects.toThrow(
      /embedded database took longer than 1800 ms/,
    );
    release();
    await held;
    await connection.ping();
    expect(await db.transaction(async () => 'now')).toBe('now');
  });
});
