import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { inject } from 'vitest';
import type { Connection } from '#server/database.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { retryConflict } from '#server/db/deadlines.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { databaseUrl } from './postgres-template.ts';

type Opened = { connection: Connection; empty: () => Promise<unknown> };
const kept = globalThis as typeof globalThis & { testDatabase?: Promise<Opened> };

export const isOnPostgres = process.env.TEST_DATABASE === 'postgres';

const BYTES_KEPT_MAX = 128 * 1024;

/**
 * Deleting a few rows is much faster than truncating all tables. One statement deletes from all,
 * because they refer to each other.
 */
const EMPTY_TABLES = `do $$
  declare written text[]; grown text[];
  begin
    select array_agg(quote_ident(relname)), array_agg(quote_ident(relname)) filter (where pg_relation_size(oid) > ${BYTES_KEPT_MAX})
      into written, grown
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0;
    if written is not null then
      -- Waits for what the last test left running, as truncating does.
      execute 'lock table ' || array_to_string(written, ', ') || ' in access exclusive mode';
      if grown is not null then execute 'truncate ' || array_to_string(grown, ', ') || ' cascade'; end if;
      execute 'with ' || (select string_agg(format('d%s as (delete from %s)', place, name), ', ')
        from unnest(written) with ordinality as tables(name, place)) || ' select';
    end if;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null;
  end
$$`;

export async function emptyTestDatabase(): Promise<Connection> {
  kept.testDatabase ??= isOnPostgres ? openCopy() : openAlone();
  const { connection, empty } = await kept.testDatabase;
  // Leftovers of the last test may lock a table that this needs, and need one that this has locked.
  await retryConflict(empty);
  return connection;
}

const copyName = () => `${inject('template')}_${process.pid}`;

export const testDatabaseUrl = () => databaseUrl(process.env.TEST_DATABASE_URL ?? '', copyName());

async function openAlone(): Promise<Opened> {
  const connection = await openEmbedded();
  return { connection, empty: () => connection.db.execute(sql.raw(EMPTY_TABLES)) };
}

async function openCopy(): Promise<Opened> {
  const admin = postgres(process.env.TEST_DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${copyName()} template ${inject('template')}`);
  await admin.end();
  // On its own connection: on a busy disk it may take longer than the server's statement timeout.
  const owner = postgres(testDatabaseUrl(), { max: 1, onnotice: () => {} });
  return { connection: await connectAsServer(), empty: () => owner.unsafe(EMPTY_TABLES) };
}

function connectAsServer(): Promise<Connection> {
  const pools = { queries: 10, transactions: 20 };
  const [pooler, directUrl] = [inject('pooler'), testDatabaseUrl()];
  if (!pooler) return connectPostgres(directUrl, { pools });
  const through = Object.assign(new URL(directUrl), { host: pooler });
  return connectPostgres(through.href, { pools, directUrl });
}
