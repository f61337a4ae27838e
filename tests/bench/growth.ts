/*
 * How throughput, the 99th percentile and the server's memory grow: with the products (over 16
 * connections), with the connections, and from one server process to two on one PostgreSQL, between
 * which the client alternates, and to two with a replica. Half of the queries search for words in a
 * category, half for the nearest farms that deliver: npx tsx tests/bench/growth.ts.
 * BENCH_SIZES=1000,10000 and BENCH_SECONDS shorten it.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl } from '#tests/setup/postgres-template.ts';
import { startStandby } from '#tests/setup/processes/own-postgres.ts';
import { withCatalogue } from './catalogue-app.ts';
import { pathOf, searches } from './catalogue-mix.ts';
import { reportFigure } from './figures.ts';
import { figuresOf, measureRound } from './measure.ts';
import { onPostgres } from './postgres-server.ts';
import { bundled, type ServerProcess, startApp } from './server-process.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const WARM_UP = { connections: 16, requests: 4000, seconds: 3 * SECONDS };
const SIZES = (process.env.BENCH_SIZES ?? '1000,10000,100000,1000000').split(',').map(Number);
const CONNECTIONS = [1, 4, 16, 64, 256];
const USUAL_CONNECTIONS = 16;
const USUAL_PRODUCTS = 100_000;
const TWO_SERVERS_CONNECTIONS = [16, 64];

const paths = searches.map(pathOf);

await onPostgres(async (server) => {
  const program = await bundled('app-server.ts');
  const usual = Math.max(...SIZES.filter((size) => size <= USUAL_PRODUCTS));
  for (const products of SIZES)
    await withCatalogue(server, products, async ({ url, folder }) => {
      const named = `${products.toLocaleString('en-GB')} products`;
      const apps: ServerProcess[] = [];
      const stopAll = () => Promise.all(apps.splice(0).map((app) => app.stop()));
      const start = async (replicaUrl = '') => {
        const DATA_DIR = mkdtempSync(join(folder, 'data-'));
        const settings = { DATABASE_URL: url, DATABASE_REPLICA_URLS: replicaUrl, DATA_DIR };
        const app = await startApp(program, settings);
        apps.push(app);
        await measureRound([app.origin], paths, { ...WARM_UP, isNew: true });
      };
      const measureTwo = async (what: string) => {
        for (const connections of TWO_SERVERS_CONNECTIONS)
          await measure(`${what}, ${connections} connections, ${named}`, { apps, connections });
      };
      try {
        await start();
        const connections = USUAL_CONNECTIONS;
        await measure(`${named}, ${connections} connections`, { apps, connections });
        if (products !== usual) return;
        for (const number of CONNECTIONS) {
          const what = `${number} ${number === 1 ? 'connection' : 'connections'}, ${named}`;
          await measure(what, { apps, connections: number });
        }
        await start();
        await measureTwo('two servers');
        await stopAll();
        if (!server.own) return;
        const standby = await startStandby(server.own);
        try {
          const replicaUrl = databaseUrl(standby.url, new URL(url).pathname.slice(1));
          for (let started = 0; started < 2; started += 1) await start(replicaUrl);
          await measureTwo('two servers with a replica');
        } finally {
          await stopAll();
          await standby.remove();
        }
      } finally {
        await stopAll();
      }
    });
});

async function measure(
  what: string,
  { apps, connections }: { apps: ServerProcess[]; connections: number },
) {
  const origins = apps.map(({ origin }) => origin);
  const load = { connections, seconds: SECONDS, isNew: true, mayTurnAway: true };
  const round = await measureRound(origins, paths, load);
  const megabytes = apps.map((app) => app.megabytes());
  const note = [
    ...(apps.length > 1 ? [`${megabytes.join(' and ')} MB`] : []),
    ...(round.turnedAway > 0 ? [`${round.turnedAway} more turned away with 503`] : []),
  ].join('; ');
  const total = megabytes.reduce((sum, one) => sum + one, 0);
  reportFigure({ area: 'growth', what, ...figuresOf([round]), megabytes: total, note });
}
