/*
 * Account requests over HTTP: requests a second and the 99th percentile, compared with a bare
 * handler that sends the same SQL; the time from a cold start to the first answer on each database;
 * and memory after 10,000 requests: npx tsx tests/bench/accounts.ts. The load comes from its own
 * process; client, servers and PostgreSQL share the machine.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { migratePostgres } from '#platform/server/db/migrate.ts';
import { dropDatabase } from '#tests/setup/database/drop-database.ts';
import { bundle } from '#tests/setup/processes/bundle.ts';
import { withFewArenas } from '#tooling/few-arenas.mjs';
import type { Fired, Job } from './cannon.ts';
import { reportFigure, shareOf } from './figures.ts';
import { freePort, openPostgres } from './postgres-server.ts';
import { residentMegabytes } from './server-process.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = 20;
const TOKEN = 'b'.repeat(43);
const PEOPLE = 20_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Bundled like the real server: through TypeScript's loader its start would take three times as
 * long.
 */
const program = await bundle(fileURLToPath(new URL('app-server.ts', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-bench-'));
const server = await openPostgres();
const name = `sokoshamba_bench_${process.pid}`;
const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
const admin = postgres(server.url, { max: 1, onnotice: () => {} });

try {
  await admin.unsafe(`create database ${name}`);
  await migratePostgres(url);
  await printMachine();
  await printStarts();
  await fill();
  await printLoad();
} finally {
  await dropDatabase(admin, name);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
  server.stop();
}

async function printMachine() {
  const [version] = await admin`show server_version`;
  console.log(
    `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, PostgreSQL ${version?.server_version}`,
  );
  console.log(`${CONNECTIONS} connections, ${SECONDS} s each`);
}

async function printStarts() {
  const embedded = { DATA_DIR: join(folder, 'embedded') };
  const onPostgres = { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: url };
  const starts = {
    'embedded, a new folder': await startOnce(embedded),
    'embedded, its second start': await startOnce(embedded),
    'PostgreSQL, migrated': await startOnce(onPostgres),
  };
  console.table(starts);
  for (const [what, { 'ms to first answer': milliseconds, 'RSS MB': megabytes }] of Object.entries(
    starts,
  )) {
    reportFigure({
      area: 'start',
      what,
      megabytes,
      note: `${milliseconds} ms to the first answer`,
    });
  }
}

async function startOnce(settings: Record<string, string>) {
  const startedAt = performance.now();
  const { stop, pid } = await startApp(settings);
  const milliseconds = Math.round(performance.now() - startedAt);
  const megabytes = residentMegabytes(pid);
  await stop();
  return { 'ms to first answer': milliseconds, 'RSS MB': megabytes };
}

async function printLoad() {
  const code = JSON.stringify({ email: 'person{n}@x.ke', purpose: 'login', otp: '000000' });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const jobs: Record<string, Omit<Job, 'url' | 'connections'> & { path: string }> = {
    'GET /healthz': { path: '/healthz', variants: 1 },
    'otp.verify, wrong code': { path: '/trpc/otp.verify', variants: PEOPLE, body: code },
    'buyer.profile, logged in': { path: '/trpc/buyer.profile', variants: 1, headers },
  };
  const app = await startApp({ DATA_DIR: join(folder, 'load'), DATABASE_URL: url });
  const bare = await startBare();
  const before = residentMegabytes(app.pid);
  const rows: Record<string, object> = {};
  for (const [what, { path, ...job }] of Object.entries(jobs)) {
    const fired: Partial<Record<'application' | 'bare', Fired>> = {};
    for (const [who, { origin }] of [['application', app] as const, ['bare', bare] as const]) {
      if (job.body) await forgetGuesses();
      // Loads everything first, because start-up is not measured.
      cannon({ ...job, url: origin + path, connections: CONNECTIONS, seconds: 1 });
      if (job.body) await forgetGuesses();
      fired[who] = cannon({
        ...job,
        url: origin + path,
        connections: CONNECTIONS,
        seconds: SECONDS,
      });
      rows[`${what}: ${who}`] = fired[who];
    }
    const { application, bare: without } = fired;
    if (!application || !without) continue;
    const { perSecond, p50, p99 } = application;
    reportFigure({
      area: 'accounts',
      what,
      perSecond,
      p50,
      p99,
      ofBare: shareOf(application, without),
    });
  }
  console.table(rows);
  cannon({
    url: `${app.origin}/trpc/buyer.profile`,
    connections: CONNECTIONS,
    amount: 10_000,
    variants: 1,
    headers,
  });
  const after = residentMegabytes(app.pid);
  console.table({
    memory: { 'RSS MB at the start': before, 'after the load and 10,000 requests more': after },
  });
  reportFigure({
    area: 'accounts',
    what: 'after the load and 10,000 requests more',
    megabytes: after,
    note: `${before} MB before`,
  });
  await app.stop();
  await bare.stop();
}

function cannon(job: Job): Fired {
  const file = fileURLToPath(new URL('cannon.ts', import.meta.url));
  const ran = spawnSync(process.execPath, ['--import', 'tsx', file, JSON.stringify(job)], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '{}') as Fired;
}

async function fill() {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const tokenHash = createHash('sha256').update(TOKEN).digest('hex');
  await sql`insert into users (email, role, password_hash, first_name, last_name, phone_number, email_verified_at, created_at, updated_at)
    values ('achieng@duka.example', 'buyer', 'none', 'Achieng', 'Otieno', '+254712345678', now(), now(), now())`;
  await sql`insert into buyers (user_id, business_name, business_type) select id, 'Duka', 'retail' from users`;
  await sql`insert into sessions (user_id, token_hash, is_remembered, created_at, last_used_at, idle_ends_at, ends_at)
    select id, ${tokenHash}, true, now(), now(), now() + interval '1 day', now() + interval '1 day' from users`;
  await sql`insert into one_time_codes (email, purpose, code_hash, created_at, expires_at, asked_from)
    select 'person' || n || '@x.ke', 'login', repeat('0', 64), now(), now() + interval '1 hour', 'elsewhere'
    from generate_series(0, ${PEOPLE - 1}) as n`;
  await sql.unsafe('analyze');
  await sql.end();
}

async function forgetGuesses() {
  const sql = postgres(url, { max: 1 });
  await sql`update one_time_codes set attempts = 0`;
  await sql`truncate wrong_codes, rate_limit_counters`;
  await sql.unsafe('vacuum analyze one_time_codes');
  await sql.end();
}

async function startApp(settings: Record<string, string>) {
  const port = await freePort();
  return start([program], port, {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1',
    // All requests here come from one address.
    READS_PER_SECOND: '1000000',
    APP_SECRET: 'only for measuring, nothing is kept with it',
    ...settings,
  });
}

async function startBare() {
  const port = await freePort();
  const file = fileURLToPath(new URL('bare/bare-accounts.ts', import.meta.url));
  return start(['--import', 'tsx', file, url, String(port)], port, { NODE_ENV: 'production' });
}

async function start(command: string[], port: number, env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...withFewArenas({ PATH: process.env.PATH }), ...env },
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(origin);
  const stop = async () => {
    const exit = new Promise((gone) => child.once('exit', gone));
    child.kill('SIGTERM');
    await exit;
  };
  return { origin, pid: child.pid ?? 0, stop };
}

/** Polls more often than `untilListening`, because the waiting time itself is measured. */
async function untilAnswering(origin: string) {
  const answers = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const startedAt = performance.now(); !(await answers()); await pause(10)) {
    if (performance.now() - startedAt > 60_000) throw new Error(`Nothing listens at ${origin}`);
  }
}
