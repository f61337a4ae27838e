import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Round } from './measure.ts';
import { databaseCpuSeconds, type ServerProcess } from './server-process.ts';

export const CLIENTS = 8;
const BODY = JSON.stringify({ fulfilment: 'collection', paymentMethod: 'Cash on delivery' });

export async function makeBuyers(sql: Sql, buyers: number): Promise<number> {
  const [last] = await sql`select max(id) as id from users`;
  await sql`update products set quantity = 1000000, deleted_at = null, hidden_at = null, status = 'available', expiry_date = null, price_cents = 8500`;
  await sql`insert into users (email, role, password_hash, first_name, last_name, phone_number, email_verified_at, created_at, updated_at)
    select 'bench' || n || '@x.ke', 'buyer', 'none', 'Achieng', 'Otieno', '+254712345678', now(), now(), now() from generate_series(1, ${buyers}) n`;
  await openSessions(sql);
  return Number(last?.id) + 1;
}

export async function openSessions(sql: Sql) {
  await sql`insert into sessions (user_id, token_hash, device, is_remembered, created_at, last_used_at, idle_ends_at, ends_at)
    select id, encode(sha256(convert_to(lpad(id::text, 43, '0'), 'UTF8')), 'hex'), '', false, now(), now(), now() + interval '4 h', now() + interval '12 h'
    from users`;
}

export const headersOf = (userId: number) => ({
  authorization: `Bearer ${String(userId).padStart(43, '0')}`,
  'x-forwarded-for': `${20 + (userId % 180)}.${(userId >> 8) & 255}.${userId & 255}.1`,
});

type OrderRound = {
  first: number;
  orders: number;
  clients?: number;
  productsOf?: (buyer: number) => number[];
};

export async function orderRound(
  origins: string[],
  { first, orders, productsOf, clients = CLIENTS }: OrderRound,
): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const milliseconds: number[] = [];
  let next = first;
  const buy = async () => {
    while (next < first + orders) {
      const userId = next++;
      const api = `${origins[userId % origins.length]}/api/buyer`;
      const startedAt = performance.now();
      if (productsOf) {
        const lines = productsOf(userId).map((productId) => ({ productId, quantity: 2 }));
        const body = JSON.stringify({ lines });
        await send(`${api}/cart`, { userId, agent, body, method: 'PUT', expected: 200 });
      }
      await send(`${api}/orders`, { userId, agent, body: BODY, key: `POST-of-${userId}` });
      milliseconds.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, buy));
  agent.destroy();
  return { milliseconds, seconds: (performance.now() - startedAt) / 1000 };
}

type Call = {
  userId: number;
  agent: Agent;
  body: string;
  method?: string;
  expected?: number;
  key?: string;
};

export async function send(
  url: string,
  { userId, agent, body, method = 'POST', expected = 201, key }: Call,
): Promise<string> {
  const headers = {
    ...headersOf(userId),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(key && { 'idempotency-key': key }),
  };
  const sent = request(url, { method, agent, headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== expected)
    throw new Error(`${method} ${url} was answered ${response.statusCode}: ${answer}`);
  return answer;
}

type Used = { sql: Sql; app: ServerProcess };

export async function withCpu({ sql, app }: Used, measure: () => Promise<Round>) {
  const used = async () => ({ server: app.cpuSeconds(), database: await databaseCpuSeconds(sql) });
  const before = await used();
  const round = await measure();
  const after = await used();
  const each = (seconds: number) => ((seconds * 1000) / round.milliseconds.length).toFixed(2);
  return {
    round,
    cpu: `${each(after.server - before.server)} + ${each(after.database - before.database)} ms`,
  };
}

export async function postponeLetters(sql: Sql) {
  await sql`delete from outbox_messages`;
  await sql.unsafe(`create function bench_postpone() returns trigger language plpgsql as
    'begin new.available_at := new.available_at + interval ''1 day''; return new; end'`);
  await sql`create trigger bench_postpone before insert on outbox_messages for each row execute function bench_postpone()`;
}

export async function sendLetters({ sql, app }: Used): Promise<string> {
  const { cpu } = await withCpu({ sql, app }, async () => {
    const letters = await sql`update outbox_messages set available_at = now() returning id`;
    const waiting = () => sql`select from outbox_messages limit 1`;
    while ((await waiting()).length > 0) await pause(100);
    return { milliseconds: letters.map(() => 0), seconds: 0 };
  });
  return cpu;
}
