/*
 * Cold means that each request asks for another crop, county and number of weeks that was not
 * requested before. The pages are those of the last build, and left out if there is none.
 */

import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { PRICE_WEEKS_MAX } from '#prices/rules/price.ts';
import { rollUpPrices } from '#prices/server/roll-up-prices.ts';
import { crops } from '#products/rules/crops.ts';
import { counties } from '#rules/counties.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { reportFigure } from './figures.ts';
import { figuresOf as figuresOfRounds } from './measure.ts';
import { onPostgres, withProducts } from './postgres-server.ts';
import { bundled, startApp } from './server-process.ts';

const OBSERVATIONS = Number(process.env.BENCH_OBSERVATIONS ?? 1_000_000);
const REQUESTS = 500;
const WARM_UP = 200;
const ROWS_AT_ONCE = 50_000;
const BUILT = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const PAGE_CROPS = 10;
const PAGES = 200;
const PAGES_WARM_UP = 100;
const A_WHILE_MILLISECONDS = 50;

await onPostgres((server) =>
  withProducts(server, 1000, async ({ url, folder, sql }) => {
    const rollUpSeconds = await fillPrices(url, sql);
    const settings = { DATABASE_URL: url, DATA_DIR: folder };
    const app = await startApp(await bundled('app-server.ts'), settings);
    try {
      await measureAnswers(app.origin, rollUpSeconds);
    } finally {
      await app.stop();
    }
    if (!existsSync(BUILT)) {
      console.log('The pages of prices are not measured: there is no build.');
      return;
    }
    const built = await startApp(BUILT, settings);
    try {
      await measurePages(built.origin);
    } finally {
      await built.stop();
    }
  }),
);

async function measureAnswers(origin: string, rollUpSeconds: number) {
  const paths = Array.from({ length: WARM_UP + REQUESTS }, (_, at) => {
    const county =
      at % 3 === 0 ? '' : `&county=${encodeURIComponent(counties[at % counties.length] ?? '')}`;
    return `/api/prices?crop=${crops[at % 20]?.id}${county}&weeks=${1 + ((at * 7) % PRICE_WEEKS_MAX)}&n=${at}`;
  });
  await ask(origin, paths.slice(0, WARM_UP));
  const cold = await ask(origin, paths.slice(WARM_UP));
  const what = `one crop, ${OBSERVATIONS.toLocaleString('en-GB')} observations`;
  const note = `all of them rolled up from scratch in ${rollUpSeconds.toFixed(0)} s`;
  reportFigure({ area: 'prices', what: `${what}, cold`, ...figuresOf(cold), note });
  const hot = figuresOf(await ask(origin, Array(REQUESTS).fill(paths[WARM_UP])));
  reportFigure({ area: 'prices', what: 'the same from memory', ...hot });
}

async function fillPrices(url: string, sql: Sql): Promise<number> {
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
  const connection = await connectPostgres(url);
  const startedAt = performance.now();
  await rollUpPrices(connection.db, { isFromScratch: true }, { clock: () => new Date() });
  const seconds = (performance.now() - startedAt) / 1000;
  await connection.close();
  return seconds;
}

async function measurePages(origin: string) {
  const addresses = crops
    .slice(0, PAGE_CROPS)
    .flatMap(({ id }) => [
      `/prices/${id}`,
      ...counties.map((county) => `/prices/${id}?county=${encodeURIComponent(county)}`),
    ]);
  const isRendered = (html: string) => html.includes('id="page-data"');
  await ask(origin, addresses.slice(0, PAGES_WARM_UP), isRendered);
  const cold = await ask(origin, addresses.slice(PAGES_WARM_UP, PAGES_WARM_UP + PAGES), isRendered);
  const note = 'HTML with its chart, map and table';
  reportFigure({ area: 'prices', what: 'the page of a crop, cold', ...figuresOf(cold), note });
  const hot = figuresOf(await ask(origin, Array(REQUESTS).fill(addresses[PAGES_WARM_UP])));
  reportFigure({ area: 'prices', what: 'the same page from memory', ...hot });
}

async function ask(origin: string, paths: string[], isComplete = (_: string) => true) {
  const milliseconds: number[] = [];
  for (const [at, path] of paths.entries()) {
    const headers = { 'x-forwarded-for': `10.1.${at >> 8}.${at & 255}` };
    for (;;) {
      const startedAt = performance.now();
      const answer = await fetch(origin + path, { headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
      if (isComplete(text)) {
        milliseconds.push(performance.now() - startedAt);
        break;
      }
      await pause(A_WHILE_MILLISECONDS);
    }
  }
  return milliseconds;
}

function figuresOf(milliseconds: number[]) {
  const total = milliseconds.reduce((sum, one) => sum + one, 0);
  return figuresOfRounds([{ milliseconds, seconds: total / 1000 }]);
}
