import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
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
      const start = async () => {
        const DATA_DIR = mkdtempSync(join(folder, 'data-'));
        const app = await startApp(program, { DATABASE_URL: url, DATA_DIR });
        apps.push(app);
        await measureRound([app.origin], paths, { ...WARM_UP, isNew: true });
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
        for (const connections of TWO_SERVERS_CONNECTIONS)
          await measure(`two servers, ${connections} connections, ${named}`, { apps, connections });
      } finally {
        await Promise.all(apps.map((app) => app.stop()));
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
