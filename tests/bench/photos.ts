import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import type { Database } from '#platform/server/db/database.ts';
import { dropDatabase } from '#tests/setup/database/drop-database.ts';
import { withFewArenas } from '#tooling/few-arenas.mjs';
import { reportFigure } from './figures.ts';

/*
 * Uploading five photos of 12 megapixels, in one request and one by one as our own client does: how
 * long the server takes and its peak memory: npx tsx tests/bench/photos.ts. The server runs in its
 * own process, so that making and sending the pictures is not counted. It is bundled like the real
 * server, because TypeScript's loader alone takes 70 MB, and has the environment that `npm start`
 * gives it. The database is PostgreSQL if TEST_DATABASE_URL is set, else the embedded one.
 */
const PHOTOS = 5;
const ROUNDS = 5;
const WIDTH = 4032;
const HEIGHT = 3024;
const LIMIT_MEGABYTES = 300;
const STATUS = '/proc/self/status';

if (process.send) await serveAlone();
else await measure();

async function measure() {
  const photos = await Promise.all(
    Array.from({ length: PHOTOS }, (_, index) => makeLargePhoto(index)),
  );
  // Imported only here: the server process must not load the bundler.
  const { bundle } = await import('#tests/setup/processes/bundle.ts');
  const server = fork(await bundle(fileURLToPath(import.meta.url)), [], {
    execArgv: [],
    env: withFewArenas(process.env),
  });
  const [{ url, token, megabytes }] = (await once(server, 'message')) as [
    { url: string; token: string; megabytes: number },
  ];
  const rows: Record<string, object> = {};
  for (const [what, groups] of [
    ['five in one request', [photos]],
    ['five one by one', photos.map((photo) => [photo])],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++)
      times.push(await timeOf(() => uploadAll(url, token, groups)));
    times.sort((a, b) => a - b);
    const [median, slowest] = [times[Math.floor(ROUNDS / 2)], times.at(-1)];
    reportFigure({
      area: 'photos',
      what,
      note: `median ${median} ms, slowest ${slowest} ms of ${ROUNDS}`,
    });
    rows[what] = {
      'median ms': median,
      'slowest ms': slowest,
      'ms a photo': Math.round((times[0] ?? 0) / PHOTOS),
    };
  }
  server.send('peak');
  const [{ peak }] = (await once(server, 'message')) as [{ peak: number }];
  server.send('stop');
  console.log(
    `${PHOTOS} photos of ${((WIDTH * HEIGHT) / 1e6).toFixed(1)} megapixels, ${(photos.reduce((sum, { size }) => sum + size, 0) / 1e6).toFixed(1)} MB in all, ${ROUNDS} rounds`,
  );
  console.table(rows);
  const note = `at most; ${megabytes} MB before the first photo`;
  reportFigure({
    area: 'photos',
    what: `${PHOTOS} of 12 megapixels, memory`,
    megabytes: peak,
    note,
  });
  console.log(
    `peak memory of the server ${peak} MB, ${megabytes} MB of them before the first photo; the goal is under ${LIMIT_MEGABYTES}`,
  );
}

async function uploadAll(url: string, token: string, groups: readonly (readonly Blob[])[]) {
  for (const group of groups) {
    const form = new FormData();
    for (const photo of group) form.append('photos', photo, 'photo.jpg');
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
}

async function timeOf(run: () => Promise<void>) {
  const startedAt = performance.now();
  await run();
  return Math.round(performance.now() - startedAt);
}

async function makeLargePhoto(index: number): Promise<Blob> {
  const noise = (width: number, height: number, sigma: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 120 + index * 8, sigma },
      },
    });
  const shapes = await noise(Math.round(WIDTH / 32), Math.round(HEIGHT / 32), 60)
    .png()
    .toBuffer();
  const grain = await noise(WIDTH, HEIGHT, 14).blur(0.8).png({ compressionLevel: 1 }).toBuffer();
  const photo = await sharp(shapes)
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return new Blob([new Uint8Array(photo)], { type: 'image/jpeg' });
}

async function serveAlone() {
  const { serve } = await import('@hono/node-server');
  const { createApp } = await import('#app/server/app.ts');
  const { createLog } = await import('#platform/server/log.ts');
  const { readSettings } = await import('#platform/server/config.ts');
  const { startServices } = await import('#app/server/start-services.ts');
  const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-bench-'));
  const database = await createDatabase();
  const settings = readSettings({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    ...(database && { DATABASE_URL: database.url }),
  });
  const started = await startServices(settings, createLog('silent'));
  const token = await makeFarmer(started.connection.db);
  const app = createApp({
    ...started,
    findClientAddress: () => '127.0.0.1',
    tileUrl: settings.TILE_URL,
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
    const megabytes = Math.round(process.memoryUsage().rss / 1e6);
    process.send?.({ url: `http://127.0.0.1:${port}/api/farmer/photos`, token, megabytes });
  });
  process.on('message', async (message) => {
    if (message === 'peak') process.send?.({ peak: peakMegabytes() });
    if (message !== 'stop') return;
    server.close();
    await started.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
}

function peakMegabytes(): number {
  const [, kilobytes] =
    /^VmHWM:\s+(\d+) kB$/m.exec(existsSync(STATUS) ? readFileSync(STATUS, 'utf8') : '') ?? [];
  return Math.round(
    kilobytes ? (Number(kilobytes) * 1024) / 1e6 : process.resourceUsage().maxRSS / 1000,
  );
}

async function createDatabase() {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) return null;
  const { default: postgres } = await import('postgres');
  const name = `sokoshamba_bench_photos_${process.pid}`;
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const drop = async () => {
    await dropDatabase(admin, name);
    await admin.end();
  };
  return { url: Object.assign(new URL(url), { pathname: `/${name}` }).href, drop };
}

async function makeFarmer(db: Database): Promise<string> {
  const { openSession } = await import('#features/accounts/server/sessions/open-session.ts');
  await db.execute(sql`insert into users (email, role, password_hash, first_name, last_name, phone_number, created_at, updated_at)
    values ('bench@shamba.example', 'farmer', 'none', 'Bench', 'Farmer', '+254712345678', now(), now())`);
  await db.execute(sql`insert into farms (user_id, name, farm_type, farm_size, county, subcounty, address_description, latitude,
    longitude, coverage_radius_metres, updated_at) values (1, 'Bench', 'Fruits', 'Small', 'Nyeri', '', '', -0.4, 36.9, 500, now())`);
  return openSession(db, { userId: 1, isRemembered: false, device: '' }, new Date());
}
