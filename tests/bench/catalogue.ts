/*
 * The catalogue's lists through the whole application over HTTP, uncached and from memory, compared
 * with a bare handler that gives the same answer with the shortest SQL and no cache: npx tsx
 * tests/bench/catalogue.ts. BENCH_SIZES=1000,100000 sets the number of products.
 */

import { deepStrictEqual } from 'node:assert';
import type { Sql } from 'postgres';
import { withCatalogue } from './catalogue-app.ts';
import { listMix, type Mix, mixes } from './catalogue-mix.ts';
import { reportFigure, shareOf } from './figures.ts';
import { figuresOf, type Load, measureRound, type Round } from './measure.ts';
import { onPostgres } from './postgres-server.ts';
import {
  bundled,
  databaseCpuSeconds,
  type ServerProcess,
  startApp,
  startServer,
} from './server-process.ts';

const LOAD = { connections: 16, seconds: Number(process.env.BENCH_SECONDS ?? 3) };
/** The two servers take turns, so that other load on the machine affects both. */
const ROUNDS = 3;
const PRODUCTS = 2000;
const COMPARED = 20;
const WARM_UP = { requests: 4000, seconds: 60 };
const sizes = (process.env.BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number);

const programs = {
  app: await bundled('app-server.ts'),
  bare: await bundled('bare/bare-server.ts'),
};
type Place = { url: string; folder: string; sql: Sql };

await onPostgres(async (server) => {
  for (const products of sizes)
    await withCatalogue(server, products, async (place) => {
      const measured: [string, Mix][] = Object.entries(mixes).map(([name, filters]) => [
        name,
        listMix(filters),
      ]);
      measured.push(['distinct products', await distinctProducts(place.sql)]);
      for (const [name, mix] of measured) {
        const { app, memory, bare } = await measureServers(place, mix);
        console.log('bare handler', bare);
        reportFigure({
          area: 'catalogue',
          what: `${name}, ${products.toLocaleString('en-GB')} products`,
          ...app.figures,
          ofBare: shareOf(app.figures, bare.figures),
          note: `CPU ${app.cpu}; bare ${bare.cpu}`,
        });
        reportFigure({
          area: 'catalogue',
          what: 'the same from memory',
          ...memory.figures,
          ofBare: shareOf(memory.figures, bare.figures),
          note: `CPU ${memory.cpu}`,
        });
      }
    });
});

async function distinctProducts(sql: Sql): Promise<Mix> {
  const rows = await sql<{ id: number }[]>`select id from products where deleted_at is null
    and hidden_at is null and status = 'available' and is_in_stock and expiry_date is null limit ${PRODUCTS}`;
  const inputs = rows.map(({ id }) => encodeURIComponent(JSON.stringify({ productId: id })));
  return { paths: inputs.map((input) => `/trpc/market.product?input=${input}`), questions: {} };
}

async function measureServers({ url, folder, sql }: Place, { paths, questions }: Mix) {
  const app = await startApp(programs.app, { DATABASE_URL: url, DATA_DIR: folder });
  const bare = await startServer([programs.bare, url, JSON.stringify(questions)]);
  try {
    await compareAnswers(paths.slice(0, COMPARED), app.origin, bare.origin);
    const measured = {
      app: startMeasuring(app, { paths, load: { ...LOAD, isNew: true }, sql }),
      memory: startMeasuring(app, { paths, load: LOAD, sql }),
      bare: startMeasuring(bare, { paths, load: LOAD, sql }),
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
    await Promise.all([app.stop(), bare.stop()]);
  }
}

async function compareAnswers(paths: string[], ...origins: string[]) {
  for (const path of paths) {
    const answers = await Promise.all(
      origins.map(async (origin) => (await fetch(origin + path)).json()),
    );
    deepStrictEqual(answers[0], answers[1], `The servers answer ${path} differently`);
  }
}

type Measuring = { paths: string[]; load: Load; sql: Sql };

function startMeasuring(
  { origin, cpuSeconds, megabytes }: ServerProcess,
  { paths, load, sql }: Measuring,
) {
  const rounds: Round[] = [];
  const used = { server: 0, database: 0 };
  return {
    warmUp: () => measureRound([origin], paths, { ...load, ...WARM_UP }),
    async round() {
      const before = { server: cpuSeconds(), database: await databaseCpuSeconds(sql) };
      rounds.push(await measureRound([origin], paths, load));
      used.server += cpuSeconds() - before.server;
      used.database += (await databaseCpuSeconds(sql)) - before.database;
    },
    result() {
      const requests = rounds.flatMap(({ milliseconds }) => milliseconds).length;
      const each = (seconds: number) => Number(((seconds * 1000) / requests).toFixed(2));
      return {
        figures: { ...figuresOf(rounds), megabytes: megabytes() },
        cpu: `${each(used.server)} + ${each(used.database)} ms`,
      };
    },
  };
}
