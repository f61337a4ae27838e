/*
 * The catalogue's searches through the whole application over HTTP, new ones and from memory, compared with a bare handler that sends the
 * same SQL and the same answer, and with that SQL alone: npx tsx tests/bench/catalogue.ts. Every product has a photo; BENCH_SIZES=1000,100000 sets how many there
 * are. It fills databases of its own on the server of TEST_DATABASE_URL, or on one that it starts from TEST_POSTGRES_BIN. Client, servers and PostgreSQL share the machine.
 */
import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { bundle } from '../setup/bundle.ts';
import { fillCatalogue, startApp } from './catalogue-app.ts';
import { mixes, type RecordedRequest, recordMix } from './catalogue-mix.ts';
import { reportFigure, shareOf } from './figures.ts';
import { figuresOf, type Load, measureRound, type Round } from './measure.ts';
import { measureSql } from './pgbench.ts';
import { openPostgres } from './postgres-server.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const LOAD = { connections: 16, seconds: Number(process.env.BENCH_SECONDS ?? 3) };
/** The two servers take turns, so that what else happens on the machine happens to both. */
const ROUNDS = 3;
/** As many as it takes until the code that they run through is compiled. */
const WARM_UP = { requests: 4000, seconds: 60 };
const sizes = (process.env.BENCH_SIZES ?? '1000,100000').split(',').map(Number);

const programs = {
  app: await bundle(fileURLToPath(new URL('app-server.ts', import.meta.url))),
  bare: await bundle(fileURLToPath(new URL('bare-server.ts', import.meta.url))),
};
const server = await openPostgres();
const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-bench-'));
const rows: Record<string, object> = {};
try {
  await printMachine(server.url);
  for (const products of sizes) await measureSize(products);
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
  server.stop();
}

async function measureSize(products: number) {
  const database = await fillCatalogue(server.url, products);
  try {
    for (const [name, mix] of Object.entries(mixes)) {
      const recorded = await recordMix(database.url, mix);
      const { app, memory, bare } = await measureServers(database.url, recorded);
      const sql = measureSql(database.url, recorded, { ...LOAD, seconds: LOAD.seconds * ROUNDS });
      const [ofBare, ofPgbench] = [shareOf(app, bare), shareOf(app, sql)];
      rows[`${products} ${name}: application`] = { ...app, 'of bare': ofBare };
      rows[`${products} ${name}: bare handler`] = bare;
      if (sql) rows[`${products} ${name}: pgbench`] = sql;
      rows[`${products} ${name}: from memory`] = memory;
      const what = `${name}, ${products.toLocaleString('en-GB')} products`;
      reportFigure({ area: 'catalogue', what, ...app, ofBare, ofPgbench });
      reportFigure({ area: 'catalogue', what: 'the same from memory', ...memory, ofBare: shareOf(memory, bare) });
    }
  } finally {
    await database.drop();
  }
}

async function measureServers(url: string, recorded: RecordedRequest[]) {
  const file = join(folder, 'requests.json');
  writeFileSync(file, JSON.stringify(recorded));
  const app = await startApp(programs.app, { url, folder });
  const bare = await startServer(
    (port) => [programs.bare, url, String(port), file],
    () => ({}),
  );
  try {
    await compareAnswers(recorded, app.origin, bare.origin);
    const measured = {
      app: startMeasuring(app, recorded, { ...LOAD, isNew: true }),
      memory: startMeasuring(app, recorded, LOAD),
      bare: startMeasuring(bare, recorded, LOAD),
    };
    for (const { warmUp } of Object.values(measured)) await warmUp();
    for (let turn = 0; turn < ROUNDS; turn++) {
      for (const { round } of Object.values(measured)) await round();
    }
    return { app: measured.app.figures(), memory: measured.memory.figures(), bare: measured.bare.figures() };
  } finally {
    await Promise.all([app.stop(), bare.stop()]);
  }
}

/** What gives another answer does other work. */
async function compareAnswers(recorded: RecordedRequest[], ...origins: string[]) {
  for (const { path } of recorded) {
    const answers = await Promise.all(origins.map(async (origin) => (await fetch(origin + path)).json()));
    deepStrictEqual(answers[0], answers[1], `The servers answer ${path} differently`);
  }
}

function startMeasuring({ origin, cpuSeconds, megabytes }: ServerProcess, recorded: RecordedRequest[], load: Load) {
  const rounds: Round[] = [];
  let cpuMilliseconds = 0;
  const paths = recorded.map(({ path }) => path);
  return {
    warmUp: () => measureRound([origin], paths, { ...load, ...WARM_UP }),
    async round() {
      const before = cpuSeconds();
      const round = await measureRound([origin], paths, load);
      cpuMilliseconds += (cpuSeconds() - before) * 1000;
      rounds.push(round);
    },
    figures() {
      const requests = rounds.reduce((sum, { milliseconds }) => sum + milliseconds.length, 0);
      const figures = { ...figuresOf(rounds), megabytes: megabytes() };
      return { ...figures, 'cpu ms each': Number((cpuMilliseconds / requests).toFixed(2)) };
    },
  };
}

async function printMachine(url: string) {
  const sql = postgres(url, { max: 1 });
  const [{ version = '' } = {}] = await sql<{ version: string }[]>`select version()`;
  await sql.end();
  const [cpu] = cpus();
  console.log(`${cpus().length} × ${cpu?.model.trim()}, Node ${process.version}, ${version.split(' on ')[0]}`);
  console.log(`${LOAD.connections} connections, ${ROUNDS} rounds of ${LOAD.seconds} s each; times in milliseconds`);
}
