/*
 * How throughput, the 99th percentile and the server's memory grow: with the products (1,000 to
 * 1,000,000, over 16 connections), with the connections (1 to 256), and from one server process to
 * two on one PostgreSQL, between which the client alternates, and to two with a replica. Half of
 * the queries search for words in a category, half for the nearest farms that deliver: npx tsx
 * tests/bench/growth.ts. BENCH_SIZES=1000,10000 and BENCH_SECONDS shorten it. Client, servers and
 * PostgreSQL share the machine.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '#tests/setup/processes/bundle.ts';
import { fillCatalogue, startApp } from './catalogue-app.ts';
import { pathOf, searches } from './catalogue-mix.ts';
import { reportFigure } from './figures.ts';
import { figuresOf, measureRound } from './measure.ts';
import { onPostgres, openStandby } from './postgres-server.ts';
import type { ServerProcess } from './server-process.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const WARM_UP = { connections: 16, requests: 4000, seconds: 3 * SECONDS };
const SIZES = (process.env.BENCH_SIZES ?? '1000,10000,100000,1000000').split(',').map(Number);
const CONNECTIONS = [1, 4, 16, 64, 256];
const USUAL_CONNECTIONS = 16;
const USUAL_PRODUCTS = 100_000;
const TWO_SERVERS_CONNECTIONS = [16, 64];

await onPostgres(async (server) => {
  const program = await bundle(fileURLToPath(new URL('app-server.ts', import.meta.url)));
  const usual = Math.max(...SIZES.filter((size) => size <= USUAL_PRODUCTS));
  for (const products of SIZES) {
    const { url, drop } = await fillCatalogue(server.url, products);
    try {
      const isUsual = products === usual;
      await measureSize(products, { program, url, folder: server.folder, isUsual });
    } finally {
      await drop();
    }
  }
});

type Size = { program: string; url: string; folder: string; isUsual: boolean };

async function measureSize(products: number, { program, url, folder, isUsual }: Size) {
  const paths = searches.map(pathOf);
  const named = `${products.toLocaleString('en-GB')} products`;
  const start = async (replicaUrl?: string) => {
    const app = await startApp(program, {
      url,
      replicaUrl,
      folder: mkdtempSync(join(folder, 'data-')),
    });
    await measureRound([app.origin], paths, { ...WARM_UP, isNew: true });
    return app;
  };
  const apps = [await start()];
  try {
    await measure(`${named}, ${USUAL_CONNECTIONS} connections`, {
      apps,
      paths,
      connections: USUAL_CONNECTIONS,
    });
    if (!isUsual) return;
    for (const connections of CONNECTIONS) {
      await measure(
        `${connections} ${connections === 1 ? 'connection' : 'connections'}, ${named}`,
        { apps, paths, connections },
      );
    }
    apps.push(await start());
    for (const connections of TWO_SERVERS_CONNECTIONS) {
      await measure(`two servers, ${connections} connections, ${named}`, {
        apps,
        paths,
        connections,
      });
    }
    await Promise.all(apps.splice(0).map((app) => app.stop()));
    const standby = await openStandby(url);
    if (!standby) return;
    try {
      for (let started = 0; started < 2; started += 1) apps.push(await start(standby.url));
      for (const connections of TWO_SERVERS_CONNECTIONS) {
        await measure(`two servers with a replica, ${connections} connections, ${named}`, {
          apps,
          paths,
          connections,
        });
      }
    } finally {
      await Promise.all(apps.splice(0).map((app) => app.stop()));
      standby.stop();
    }
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
  }
}

type Measuring = { apps: ServerProcess[]; paths: string[]; connections: number };

async function measure(what: string, { apps, paths, connections }: Measuring) {
  const origins = apps.map(({ origin }) => origin);
  const round = await measureRound(origins, paths, {
    connections,
    seconds: SECONDS,
    isNew: true,
    mayTurnAway: true,
  });
  const figures = figuresOf([round]);
  const megabytes = apps.map((app) => app.megabytes());
  const note = [
    ...(apps.length > 1 ? [`${megabytes.join(' and ')} MB`] : []),
    ...(round.turnedAway > 0 ? [`${round.turnedAway} more turned away with 503`] : []),
  ].join('; ');
  const total = megabytes.reduce((sum, one) => sum + one, 0);
  reportFigure({ area: 'growth', what, ...figures, megabytes: total, note });
}
