import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, parse, protocol, type Transaction } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { cube } from '@electric-sql/pglite/contrib/cube';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import {
  type Connection,
  createDatabase,
  KEPT_VALUES_MAX,
  type Run,
  type Statement,
  textValues,
} from '../database.ts';
import { projectRoot } from '../project-root.ts';
import { counted, inTurn, noLoad, within } from './deadlines.ts';
import { lockFolder } from './folder-lock.ts';
import { migrationsFolder } from './migrate.ts';

const PING_MILLISECONDS = 1500;
const QUERY_MILLISECONDS = 3000;
const CONNECTION_MILLISECONDS = 1800;

const { serialize } = protocol;

const asIs = (value: string) => value;
const moments = [1082, 1083, 1114, 1184, 1182, 1185, 1115, 1187, 1231, 1186];
const parsers = Object.fromEntries(moments.map((type) => [type, asIs]));

const extensions = { citext, pg_trgm, cube };

/**
 * PGlite's own 160 MB of buffers make a market of this size no faster. A plan for any values would
 * stay for as long as the process runs, however the market grows.
 */
const startParams = [
  ...PGlite.defaultStartParams,
  ...['-c', 'shared_buffers=16MB', '-c', 'plan_cache_mode=force_custom_plan'],
];

/** Texts beyond these are parsed each time. */
const NAMES_MAX = 1000;

/** Made by the build, because creating a database takes three times as long as loading this. */
export const emptyDatabaseFile = join(
  projectRoot,
  'dist',
  `empty-database-${hashOfMakers().slice(0, 16)}.tar.gz`,
);

function hashOfMakers() {
  const pglite = join(projectRoot, 'node_modules', '@electric-sql', 'pglite', 'package.json');
  const hash = createHash('sha256').update(JSON.parse(readFileSync(pglite, 'utf8')).version);
  for (const migration of readMigrationFiles({ migrationsFolder })) hash.update(migration.hash);
  return hash.digest('hex');
}

const readEmptyDatabase = () =>
  new Blob([readFileSync(emptyDatabaseFile)], { type: 'application/gzip' });

export async function dumpEmptyDatabase(): Promise<Uint8Array> {
  const client = await PGlite.create({ extensions });
  await migrate(drizzle(client), { migrationsFolder });
  // Nothing connects to PostgreSQL's own templates, which are 40 % of the files to unpack.
  for (const template of ['template0', 'template1']) {
    await client.query('update pg_database set datistemplate = false where datname = $1', [
      template,
    ]);
    await client.exec(`drop database ${template}`);
  }
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  return dump.bytes();
}

export async function openEmbedded(folder?: string): Promise<Connection> {
  if (folder && !existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = folder ? await lockFolder(folder) : async () => {};
  const dataDir = folder && join(folder, 'db');
  const isNew = !dataDir || !existsSync(join(dataDir, 'PG_VERSION'));
  const client = await PGlite.create({
    ...(dataDir && { dataDir }),
    ...(isNew && existsSync(emptyDatabaseFile) && { loadDataDir: readEmptyDatabase() }),
    startParams,
    extensions,
  });
  // Passing them with each query would take a tenth of a small query's time.
  Object.assign(client.parsers, parsers);
  // A copy of the folder has another identity (live-database-queries.ts).
  if (folder)
    await client.query("select set_config('sokoshamba.folder', $1, false)", [
      folderIdentity(join(folder, 'db')),
    ]);
  await migrate(drizzle(client), { migrationsFolder });
  const load = noLoad();
  const session = { client, names: new Map<string, string>() };
  const run = runOn(session, client);
  const limit = {
    what: 'getting hold of the embedded database',
    milliseconds: CONNECTION_MILLISECONDS,
  };
  const db = createDatabase(
    (statement) => counted(load, 'queries', run(statement)),
    (work) =>
      inTurn((begin) => client.transaction((tx) => begin(transactionDatabase(session, tx))), {
        load,
        work,
        ...limit,
      }),
  );
  return {
    db,
    searches: db,
    counts: db,
    lists: db,
    kind: 'embedded',
    load: () => load,
    ping: async () => {
      await within(client.query('select 1'), { what: 'ping', milliseconds: PING_MILLISECONDS });
    },
    listen: async (channel, { onMessage }) => {
      await client.listen(channel, onMessage);
    },
    close: async () => {
      await client.close();
      await unlock();
    },
  };
}

/** PostgreSQL rewrites this file in place. A copy creates a new file. */
function folderIdentity(folder: string) {
  const { ino, birthtimeNs } = statSync(join(folder, 'global', 'pg_control'), { bigint: true });
  return `${ino}.${birthtimeNs}`;
}

/** The only connection, and the names under which PostgreSQL has prepared statements, by text. */
type Session = { client: PGlite; names: Map<string, string> };

const runOn =
  (session: Session, scope: PGlite | Transaction): Run =>
  async (statement) => {
    const { client } = session;
    const sent = () => client.runExclusive(() => send(session, scope, statement));
    const answer = scope === client ? client._runExclusiveTransaction(sent) : sent();
    const messages = await within(answer, { what: 'query', milliseconds: QUERY_MILLISECONDS });
    const rowMode = statement.rowsAs === 'arrays' ? 'array' : 'object';
    return parse.parseResults(messages, client.parsers, { rowMode })[0]?.rows ?? [];
  };

/**
 * Sends the messages of a statement together, and keeps it prepared. `client.query` sends them one
 * by one and plans each time, which takes three times as long.
 */
async function send(
  { client, names }: Session,
  scope: PGlite | Transaction,
  { text, values }: Statement,
) {
  if (scope === client) await client._checkReady();
  else if (scope.closed) throw new Error('The transaction is closed');
  const mayKeep = values.length > 0 && values.length <= KEPT_VALUES_MAX;
  const isPrepared = mayKeep && (names.has(text) || names.size < NAMES_MAX);
  // Unique, because names are never removed.
  const name = names.get(text) ?? (isPrepared ? `kept ${names.size}` : '');
  const messages = [
    serialize.bind({ statement: name, values: textValues(values) }),
    serialize.describe({ type: 'P' }),
    serialize.execute(),
    serialize.sync(),
  ];
  // A statement that failed after it was parsed has left its name behind.
  if (!names.has(text))
    messages.unshift(serialize.close({ type: 'S', name }), serialize.parse({ name, text }));
  const options = { syncToFs: scope === client };
  const answer = await client.execProtocolStream(Buffer.concat(messages), options);
  if (isPrepared) names.set(text, name);
  return answer;
}

function transactionDatabase(session: Session, tx: Transaction): Database {
  return createDatabase(runOn(session, tx), async (work) => {
    await tx.exec('savepoint nested');
    try {
      const result = await work(transactionDatabase(session, tx));
      await tx.exec('release savepoint nested');
      return result;
    } catch (error) {
      await tx.exec('rollback to savepoint nested; release savepoint nested');
      throw error;
    }
  });
}
