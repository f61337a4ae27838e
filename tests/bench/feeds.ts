import { join } from 'node:path';
import { feedNames } from '#feeds/rules.ts';
import { withCatalogue } from './catalogue-app.ts';
import { reportFigure } from './figures.ts';
import { onPostgres } from './postgres-server.ts';
import { bundled, type ServerProcess, startApp } from './server-process.ts';

const SIZES = (process.env.BENCH_SIZES ?? '100000').split(',').map(Number);
const SAMPLE_MILLISECONDS = 50;
const MEGABYTE = 1_000_000;

await onPostgres(async (server) => {
  const program = await bundled('app-server.ts');
  for (const products of SIZES)
    await withCatalogue(server, products, async ({ url, folder }) => {
      const DATA_DIR = join(folder, `${products}`);
      const app = await startApp(program, { DATABASE_URL: url, DATA_DIR });
      try {
        await measureFeeds(app, products);
      } finally {
        await app.stop();
      }
    });
});

async function measureFeeds(app: ServerProcess, products: number) {
  await (await fetch(`${app.origin}/api/crops`)).arrayBuffer();
  for (const name of feedNames) {
    const before = app.megabytes();
    const made = await fetchFeed(app, name);
    const again = await fetchFeed(app, name);
    reportFigure({
      area: 'feeds',
      what: `${name}, ${products.toLocaleString('en-GB')} products`,
      megabytes: made.mostMegabytes,
      note: `made in ${made.seconds} s (CPU ${made.cpuSeconds} s, ${before} MB before), sent again in ${again.seconds} s; ${made.sent} MB compressed, ${made.text} MB of text`,
    });
  }
}

async function fetchFeed(app: ServerProcess, name: string) {
  let mostMegabytes = 0;
  const sampling = setInterval(() => {
    mostMegabytes = Math.max(mostMegabytes, app.megabytes());
  }, SAMPLE_MILLISECONDS);
  const [start, cpu] = [performance.now(), app.cpuSeconds()];
  const answer = await fetch(`${app.origin}/api/feeds/${name}`);
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`);
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.byteLength;
  clearInterval(sampling);
  return {
    seconds: Number(((performance.now() - start) / 1000).toFixed(1)),
    cpuSeconds: Number((app.cpuSeconds() - cpu).toFixed(1)),
    sent: Math.round(Number(answer.headers.get('content-length')) / MEGABYTE),
    text: Math.round(bytes / MEGABYTE),
    mostMegabytes,
  };
}
