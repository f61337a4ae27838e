/*
 * The catalogue's lists through the whole application over HTTP, uncached and from memory, compared
 * with a bare handler that gives the same answer with the shortest SQL and no cache: npx tsx
 * tests/bench/catalogue.ts. Every product has a photo; BENCH_SIZES=1000,100000 sets the number of
 * products. It creates databases on the server of TEST_DATABASE_URL, or on one that it starts from
 * TEST_POSTGRES_BIN. Client, servers and PostgreSQL share the machine.
 */
import { deepStrictEqual } from 'node:assert';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { bundle } from '#tests/setup/processes/bundle.ts';
import { fillCatalogue, startApp } from './catalogue-app.ts';
import { listMix, type Mix, mixes, productMix } from './catalogue-mix.ts';
import { reportFigure, shareOf } from './figures.ts';
import { figuresOf, type Load, measureRound, type Round } from './measure.ts';
import { onPostgres } from './postgres-server.ts';
import { cpuSecondsOf, type ServerProcess, startServer } from './server-process.ts';

const LOAD = { connections: 16, seconds: Number(process.env.BENCH_SECONDS ?? 3) };
/** The two servers take turns, so that other load on the machine affects both. */
const ROUNDS = 3;
const PRODUCTS = 2000;
const COMPARED = 20;
const WARM_UP = { requests: 4000, seconds: 60 };
const sizes = (process.env.BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number);

const programs = {
  app: await bundle(fileURLToPath(new URL('app-server.ts', import.meta.url))),
  bare: await bundle(fileURLToPath(new URL('bare/bare-server.ts', import.meta.url))),
};
await onPostgres(async ({ url, folder }) => {
  for (const products of sizes) await measureSize(products, { url, folder });
});

async function measureSize(products: number, server: { url: string; folder: string }) {
  const database = await fillCatalogue(server.url, products);
  try {
    const measured: [string, Mix][] = Object.entries(mixes).map(([name, filters]) => [
      name,
      listMix(filters),
    ]);
    measured.push(['distinct products', productMix(await findOffered(database.url))]);
    for (const [name, mix] of measured) {
      const { app, memory, bare } = await measureServers({ ...server, url: database.url }, mix);
      const ofBare = shareOf(app.figures, bare.figures);
      console.log('bare handler', bare);
      const what = `${name}, ${products.toLocaleString('en-GB')} products`;
      const note = `CPU ${cpuText(app.cpu)}; bare ${cpuText(bare.cpu)}`;
      reportFigure({ area: 'catalogue', what, ...app.figures, ofBare, note });
      reportFigure({
        area: 'catalogue',
        what: 'the same from memory',
        ...memory.figures,
        ofBare: shareOf(memory.figures, bare.figures),
        note: `CPU ${cpuText(memory.cpu)}`,
      });
    }
  } finally {
    await database.drop();
  }
}

/** Milliseconds of CPU time per request. */
type Cpu = { 'server CPU ms': number; 'database CPU ms': number };

function cpuText(cpu: Cpu) {
  return `${cpu['server CPU ms']} + ${cpu['database CPU ms']} ms`;
}

/** The ids of products that visitors may open. */
async function findOffered(url: string): Promise<number[]> {
  const sql = postgres(url, { max: 1 });
  const rows = await sql<
    { id: number }[]
  >`select id from products where deleted_at is null and hidden_at is null
    and status = 'available' and is_in_stock and expiry_date is null limit ${PRODUCTS}`;
  await sql.end();
  return rows.map(({ id }) => id);
}

async function measureServers(
  { url, folder }: { url: string; folder: string },
  { paths, questions }: Mix,
) {
  const app = await startApp(programs.app, { url, folder });
  const bare = await startServer(
    (port) => [programs.bare, url, String(port), JSON.stringify(questions)],
    () => ({}),
  );
  const database = watchDatabase(url);
  try {
    await compareAnswers(paths.slice(0, COMPARED), app.origin, bare.origin);
    const measured = {
      app: startMeasuring(app, { paths, load: { ...LOAD, isNew: true }, database }),
      memory: startMeasuring(app, { paths, load: LOAD, database }),
      bare: startMeasuring(bare, { paths, load: LOAD, database }),
    };
    for (const { warmUp } of Object.values(measured)) await warmUp();
    for (let turn = 0; turn < ROUNDS; turn++) {
      for (const { round } of Object.values(measured)) await round();
    }
    return {
      app: measured.app.result(),
      memory: measured.memory.result(),
      bare: measured.bare.result(),
    };
  } finally {
    await Promise.all([app.stop(), bare.stop(), database.stop()]);
  }
}

/** Fails if the servers answer differently: their work would not be comparable. */
async function compareAnswers(paths: string[], ...origins: string[]) {
  for (const path of paths) {
    const answers = await Promise.all(
      origins.map(async (origin) => (await fetch(origin + path)).json()),
    );
    deepStrictEqual(answers[0], answers[1], `The servers answer ${path} differently`);
  }
}

function watchDatabase(url: string) {
  const sql = postgres(url, { max: 1 });
  return {
    async cpuSeconds() {
      const backends = await sql<{ pid: number }[]>`select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      return backends.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
    },
    stop: () => sql.end(),
  };
}

type Measuring = { paths: string[]; load: Load; database: ReturnType<typeof watchDatabase> };

function startMeasuring(
  { origin, cpuSeconds, megabytes }: ServerProcess,
  { paths, load, database }: Measuring,
) {
  const rounds: Round[] = [];
  const used = { server: 0, database: 0 };
  return {
    warmUp: () => measureRound([origin], paths, { ...load, ...WARM_UP }),
    async round() {
      const before = { server: cpuSeconds(), database: await database.cpuSeconds() };
      const round = await measureRound([origin], paths, load);
      used.server += cpuSeconds() - before.server;
      used.database += (await database.cpuSeconds()) - before.database;
      rounds.push(round);
    },
    result() {
      const requests = rounds.reduce((sum, { milliseconds }) => sum + milliseconds.length, 0);
      const each = (seconds: number) => Number(((seconds * 1000) / requests).toFixed(2));
      const cpu: Cpu = {
        'server CPU ms': each(used.server),
        'database CPU ms': each(used.database),
      };
      return { figures: { ...figuresOf(rounds), megabytes: megabytes() }, cpu };
    },
  };
}
