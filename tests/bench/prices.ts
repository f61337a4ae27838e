/*
 * A crop's prices over HTTP with 1,000,000 observations, and the page that shows them, cold and
 * from memory: npx tsx tests/bench/prices.ts. Cold means that each request asks for another crop,
 * county and number of weeks that was not requested before. The pages are those of the last build,
 * and left out if there is none. BENCH_OBSERVATIONS shortens it. Client, server and PostgreSQL
 * share the machine.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { PRICE_WEEKS_MAX } from '#features/prices/rules/limits.ts';
import { rollUpPrices } from '#features/prices/server/roll-up-prices.ts';
import { crops } from '#features/products/rules/crops.ts';
import { counties } from '#platform/rules/geo/counties.ts';
import { connectPostgres } from '#platform/server/db/connect-postgres.ts';
import { fillDatabase } from '#tests/setup/database/filled-database.ts';
import { bundle } from '#tests/setup/processes/bundle.ts';
import { startApp } from './catalogue-app.ts';
import { reportFigure } from './figures.ts';
import { figuresOf as figuresOfRounds } from './measure.ts';
import { onPostgres } from './postgres-server.ts';

const OBSERVATIONS = Number(process.env.BENCH_OBSERVATIONS ?? 1_000_000);
const REQUESTS = 500;
const WARM_UP = 200;
const ROWS_AT_ONCE = 50_000;
const BUILT = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const PAGE_CROPS = 10;
const PAGES = 200;
const PAGES_WARM_UP = 100;
const A_WHILE_MILLISECONDS = 50;

await onPostgres(async ({ url, folder }) => {
  const database = await fillDatabase(url, `sokoshamba_bench_${process.pid}_prices`, {
    products: 1000,
    now: new Date(),
  });
  try {
    const rollUpSeconds = await fillPrices(database.url);
    await measureAnswers({ url: database.url, folder }, rollUpSeconds);
    if (existsSync(BUILT)) await measurePages({ url: database.url, folder });
    else console.log('The pages of prices are not measured: there is no build.');
  } finally {
    await database.drop();
  }
});

type Place = { url: string; folder: string };

async function measureAnswers({ url, folder }: Place, rollUpSeconds: number) {
  const program = await bundle(fileURLToPath(new URL('app-server.ts', import.meta.url)));
  const app = await startApp(program, { url, folder });
  try {
    const shuffled = questions();
    await ask(app.origin, shuffled.slice(0, WARM_UP));
    const cold = await ask(app.origin, shuffled.slice(WARM_UP, WARM_UP + REQUESTS));
    const hot = await askAgain(app.origin, shuffled[WARM_UP] ?? '');
    const what = `one crop, ${OBSERVATIONS.toLocaleString('en-GB')} observations`;
    const note = `all of them rolled up from scratch in ${rollUpSeconds.toFixed(0)} s`;
    reportFigure({ area: 'prices', what: `${what}, cold`, ...figuresOf(cold), note });
    reportFigure({ area: 'prices', what: 'the same from memory', ...figuresOf(hot) });
  } finally {
    await app.stop();
  }
}

async function fillPrices(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const names = { crops: crops.map(({ id }) => id), counties: [...counties] };
  for (let from = 0; from < OBSERVATIONS; from += ROWS_AT_ONCE) {
    const until = Math.min(from + ROWS_AT_ONCE, OBSERVATIONS) - 1;
    await sql`
      insert into price_observations (kind, crop, county, day, price_per_kg_cents, quantity_kg, farm_id, buyer_id, order_id, created_at)
      select case when n % 3 = 0 then 'paid' else 'asked' end, (${names.crops}::text[])[1 + (random() * random() * ${names.crops.length - 1})::int],
        (${names.counties}::text[])[1 + (random() * random() * ${names.counties.length - 1})::int], current_date - (random() * 727)::int,
        4000 + (random() * 3000)::int, 10, (random() * 2000)::int, (random() * 5000)::int, n, now()
      from generate_series(${from}::int, ${until}::int) n`;
  }
  await sql`analyze`;
  await sql.end();
  const connection = await connectPostgres(url);
  const startedAt = performance.now();
  await rollUpPrices(connection.db, { isFromScratch: true }, { clock: () => new Date() });
  const seconds = (performance.now() - startedAt) / 1000;
  await connection.close();
  return seconds;
}

function questions(): string[] {
  return Array.from({ length: WARM_UP + REQUESTS }, (_, at) => {
    const crop = crops[at % 20]?.id ?? 'tomato';
    const county =
      at % 3 === 0
        ? ''
        : `&county=${encodeURIComponent(counties[at % counties.length] ?? 'Nakuru')}`;
    return `/api/prices?crop=${crop}${county}&weeks=${1 + ((at * 7) % PRICE_WEEKS_MAX)}&n=${at}`;
  });
}

async function measurePages({ url, folder }: Place) {
  const app = await startApp(BUILT, { url, folder });
  try {
    const addresses = crops
      .slice(0, PAGE_CROPS)
      .flatMap(({ id }) => [
        `/prices/${id}`,
        ...counties.map((county) => `/prices/${id}?county=${encodeURIComponent(county)}`),
      ]);
    await askPages(app.origin, addresses.slice(0, PAGES_WARM_UP));
    const cold = await askPages(app.origin, addresses.slice(PAGES_WARM_UP, PAGES_WARM_UP + PAGES));
    const hot = await askAgain(app.origin, addresses[PAGES_WARM_UP] ?? '');
    reportFigure({
      area: 'prices',
      what: 'the page of a crop, cold',
      ...figuresOf(cold),
      note: 'HTML with its chart, map and table',
    });
    reportFigure({ area: 'prices', what: 'the same page from memory', ...figuresOf(hot) });
  } finally {
    await app.stop();
  }
}

/**
 * Pages not requested before, one after the other, each for another visitor. The server renders a
 * limited number a second; a page that it leaves to the browser is requested again and not counted.
 * @returns the milliseconds of each
 */
async function askPages(origin: string, paths: readonly string[]): Promise<number[]> {
  const milliseconds: number[] = [];
  for (const [at, path] of paths.entries()) {
    for (;;) {
      const startedAt = performance.now();
      const answer = await fetch(origin + path, {
        headers: { 'x-forwarded-for': `10.1.${at >> 8}.${at & 255}` },
      });
      const html = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
      if (html.includes('id="page-data"')) {
        milliseconds.push(performance.now() - startedAt);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, A_WHILE_MILLISECONDS));
    }
  }
  return milliseconds;
}

async function ask(origin: string, paths: readonly string[]): Promise<number[]> {
  const milliseconds: number[] = [];
  for (const path of paths) {
    const startedAt = performance.now();
    const answer = await fetch(origin + path);
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
    milliseconds.push(performance.now() - startedAt);
  }
  return milliseconds;
}

function askAgain(origin: string, path: string): Promise<number[]> {
  return ask(
    origin,
    Array.from({ length: REQUESTS }, () => path),
  );
}

function figuresOf(milliseconds: number[]) {
  const total = milliseconds.reduce((sum, one) => sum + one, 0);
  return figuresOfRounds([{ milliseconds, seconds: total / 1000 }]);
}
