/*
 * The baseline of the account calls: Hono and postgres.js with the application's SQL, without
 * schemas, limits or translation. Argument: database URL.
 */

import { createHash } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';

const [url = ''] = process.argv.slice(2);
const sql = postgres(url, { max: 10, onnotice: () => {} });
const app = new Hono();

app.get('/healthz', (c) => c.json({ status: 'ok' }));

app.post('/trpc/otp.verify', async (c) => {
  const { email, purpose } = await c.req.json<{ email: string; purpose: string }>();
  const now = new Date().toISOString();
  const key = createHash('sha256')
    .update(c.req.header('x-forwarded-for') ?? '')
    .digest('hex');
  await sql`insert into rate_limit_counters as c (key, points, expire) values (${key}, 1, ${now}::timestamptz + interval '60 s')
    on conflict (key) do update set points = case when c.expire <= ${now} then 1 else c.points + 1 end,
      expire = case when c.expire <= ${now} then excluded.expire else c.expire end returning *`;
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 0))`;
    const [live] =
      await tx`select expires_at, asked_from from one_time_codes where email = ${email} and purpose = ${purpose}
      and consumed_at is null and voided_at is null and expires_at > ${now} and attempts < 5`;
    if (!live) return;
    await tx`select count(*), min(guessed_at), max(guessed_at) from wrong_codes where email = ${email} and purpose = ${purpose}
      and is_from_elsewhere = true and guessed_at > ${now}::timestamptz - interval '1 day'`;
    await tx`update one_time_codes set attempts = attempts + 1 where email = ${email} and purpose = ${purpose}
      and consumed_at is null and voided_at is null and expires_at > ${now} and attempts < 5 returning id, code_hash`;
    await tx`insert into wrong_codes (email, purpose, guessed_at, is_from_elsewhere) values (${email}, ${purpose}, ${now}, true)`;
  });
  return c.json({ error: 'wrong' }, 400);
});

app.get('/trpc/buyer.profile', async (c) => {
  const token = c.req.header('authorization')?.slice('Bearer '.length) ?? '';
  const now = new Date().toISOString();
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const [session] =
    await sql`select s.id, u.id as user_id, u.role, u.language, s.is_remembered, s.last_used_at from sessions s
    join users u on u.id = s.user_id where s.token_hash = ${tokenHash} and s.ends_at > ${now} and s.idle_ends_at > ${now}
    and u.suspended_at is null`;
  const [profile] =
    await sql`select u.id, u.first_name, u.last_name, u.email, u.phone_number, b.business_name, b.business_type,
    b.delivery_address, b.city from users u join buyers b on b.user_id = u.id where u.id = ${session?.user_id ?? 0}`;
  return c.json({ result: { data: profile } });
});

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
