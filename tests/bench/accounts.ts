import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { makeFilledDatabase } from '#tests/setup/database/filled-database.ts';
import type { Fired, Job } from './cannon.ts';
import { reportFigure, shareOf } from './figures.ts';
import { onPostgres } from './postgres-server.ts';
import { bundled, startApp as startAnyApp, startServer } from './server-process.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = 20;
const TOKEN = 'b'.repeat(43);
const PEOPLE = 20_000;

const program = await bundled('app-server.ts');
const bareProgram = await bundled('bare/bare-accounts.ts');
const startApp = (settings: Record<string, string>) =>
  startAnyApp(program, { LOG_LEVEL: 'warn', ...settings });

await onPostgres(async (server) => {
  const name = `sokoshamba_bench_${process.pid}`;
  const { url, drop } = await makeFilledDatabase(server.url, name, async () => {});
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await measureStarts(url, server.folder);
    await fill(sql);
    await measureLoad({ url, sql, folder: server.folder });
  } finally {
    await sql.end();
    await drop();
  }
});

async function measureStarts(url: string, folder: string) {
  const embedded = { DATA_DIR: join(folder, 'embedded') };
  const migrated = { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: url };
  for (const [what, settings] of [
    ['embedded, a new folder', embedded],
    ['embedded, its second start', embedded],
    ['PostgreSQL, migrated', migrated],
  ] as const) {
    const startedAt = performance.now();
    const app = await startApp(settings);
    const note = `${Math.round(performance.now() - startedAt)} ms to the first answer`;
    reportFigure({ area: 'start', what, megabytes: app.megabytes(), note });
    await app.stop();
  }
}

async function measureLoad({ url, sql, folder }: { url: string; sql: Sql; folder: string }) {
  const code = JSON.stringify({ email: 'person{n}@x.ke', purpose: 'login', otp: '000000' });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const jobs: Record<string, Omit<Job, 'url' | 'connections'> & { path: string }> = {
    'GET /healthz': { path: '/healthz', variants: 1 },
    'otp.verify, wrong code': { path: '/trpc/otp.verify', variants: PEOPLE, body: code },
    'buyer.profile, logged in': { path: '/trpc/buyer.profile', variants: 1, headers },
  };
  const app = await startApp({ DATA_DIR: join(folder, 'load'), DATABASE_URL: url });
  const bare = await startServer([bareProgram, url]);
  const before = app.megabytes();
  for (const [what, { path, ...job }] of Object.entries(jobs)) {
    const measured: Fired[] = [];
    for (const { origin } of [app, bare]) {
      const asked = { ...job, url: origin + path, connections: CONNECTIONS };
      await forgetGuesses(sql);
      cannon({ ...asked, seconds: 1 });
      await forgetGuesses(sql);
      measured.push(cannon({ ...asked, seconds: SECONDS }));
    }
    const [application, without] = measured as [Fired, Fired];
    const { perSecond, p50, p99, failed, statuses } = application;
    const ofBare = shareOf(application, without);
    console.log(`${statuses}, ${failed} failed; bare ${JSON.stringify(without)}`);
    reportFigure({ area: 'accounts', what, perSecond, p50, p99, ofBare });
  }
  const profile = `${app.origin}/trpc/buyer.profile`;
  cannon({ url: profile, connections: CONNECTIONS, amount: 10_000, variants: 1, headers });
  reportFigure({
    area: 'accounts',
    what: 'after the load and 10,000 requests more',
    megabytes: app.megabytes(),
    note: `${before} MB before`,
  });
  await app.stop();
  await bare.stop();
}

function cannon(job: Job): Fired {
  const file = fileURLToPath(new URL('cannon.ts', import.meta.url));
  const options = ['--import', 'tsx', file, JSON.stringify(job)];
  const ran = spawnSync(process.execPath, options, { encoding: 'utf8', maxBuffer: 1e8 });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '{}') as Fired;
}

async function fill(sql: Sql) {
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
}

async function forgetGuesses(sql: Sql) {
  await sql`update one_time_codes set attempts = 0`;
  await sql`truncate wrong_codes, rate_limit_counters`;
  await sql.unsafe('vacuum analyze one_time_codes');
}
