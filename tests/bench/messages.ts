/*
 * Messages over HTTP, from sending one until the recipient's page hears of it: npx tsx
 * tests/bench/messages.ts. Each farmer has a change stream open; eight clients write, as one buyer
 * after another, up to the number of messages that a person may send in a minute. Client, server
 * and PostgreSQL share the machine.
 */
import { Agent, type ClientRequest, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { MESSAGES_PER_MINUTE } from '#features/messages/rules/limits.ts';
import { fillDatabase } from '#tests/setup/database/filled-database.ts';
import { bundle } from '#tests/setup/processes/bundle.ts';
import { reportFigure } from './figures.ts';
import { figuresOf, type Round } from './measure.ts';
import { withCpu } from './order-rounds.ts';
import { onPostgres } from './postgres-server.ts';
import { startServer } from './server-process.ts';

const CLIENTS = 8;
const TALKS = Number(process.env.BENCH_TALKS ?? 200);
const MESSAGES_EACH = MESSAGES_PER_MINUTE - 2;
const WARM_UP_EACH = 6;

type Talk = { id: number; buyerId: number; farmerId: number };

await onPostgres(async ({ url, folder }) => {
  const program = await bundle(fileURLToPath(new URL('app-server.ts', import.meta.url)));
  const database = await fillDatabase(url, `sokoshamba_bench_${process.pid}_messages`, {
    products: 1000,
    now: new Date(),
  });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const pairs = await makePairs(sql);
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    APP_SECRET: 'x'.repeat(40),
  };
  const app = await startServer(
    () => [program],
    (port) => ({ ...settings, PORT: String(port) }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const streams: ClientRequest[] = [];
  try {
    const talks: Talk[] = [];
    for (const { productId, ...pair } of pairs) {
      const body = JSON.stringify({ productId, text: 'Is it still good?' });
      const { conversation } = await post(`${app.origin}/api/conversations`, {
        userId: pair.buyerId,
        agent,
        body,
      });
      talks.push({ id: conversation.id, ...pair });
    }
    const heard = new Map<number, () => void>();
    for (const { farmerId } of talks)
      streams.push(await watch(app.origin, farmerId, (id) => heard.get(id)?.()));
    const write = (each: number) => writeAll(talks, { origin: app.origin, agent, heard, each });
    await write(WARM_UP_EACH);
    const { round, cpu } = await withCpu({ sql, app }, () => write(MESSAGES_EACH - WARM_UP_EACH));
    reportFigure({
      area: 'messages',
      what: `from sent to seen, ${CLIENTS} clients, ${TALKS} streams`,
      ...figuresOf([round]),
      megabytes: app.megabytes(),
      note: `CPU ${cpu}`,
    });
  } finally {
    for (const stream of streams) stream.destroy();
    agent.destroy();
    await app.stop();
    await sql.end();
    await database.drop();
  }
});

/**
 * Buyers, and farmers with a product each; everybody has a session, whose token is the account's
 * number.
 */
async function makePairs(sql: postgres.Sql): Promise<(Omit<Talk, 'id'> & { productId: number })[]> {
  const [last] = await sql`select max(id) as id from users`;
  const first = Number(last?.id) + 1;
  await sql`update products set quantity = 1000, deleted_at = null, hidden_at = null, status = 'available', expiry_date = null`;
  await sql`insert into users (email, role, password_hash, first_name, last_name, phone_number, email_verified_at, created_at, updated_at)
    select 'bench' || n || '@x.ke', 'buyer', 'none', 'Achieng', 'Otieno', '+254712345678', now(), now(), now() from generate_series(1, ${TALKS}) n`;
  const products = await sql<{ id: number; farmerId: number }[]>`
    select distinct on (farmer_id) id, farmer_id as "farmerId" from products order by farmer_id, id limit ${TALKS}`;
  await sql`insert into sessions (user_id, token_hash, device, is_remembered, created_at, last_used_at, idle_ends_at, ends_at)
    select id, encode(sha256(convert_to(lpad(id::text, 43, '0'), 'UTF8')), 'hex'), '', false, now(), now(), now() + interval '4 h', now() + interval '12 h'
    from users where id >= ${first} or id in ${sql(products.map(({ farmerId }) => farmerId))}`;
  await sql.unsafe('vacuum analyze');
  return Array.from({ length: TALKS }, (_, at) => {
    const product = products[at % products.length];
    if (!product) throw new Error('There are no products to write about');
    return { buyerId: first + at, farmerId: product.farmerId, productId: product.id };
  });
}

function headersOf(userId: number) {
  return {
    authorization: `Bearer ${String(userId).padStart(43, '0')}`,
    'x-forwarded-for': `10.${(userId >> 16) & 255}.${(userId >> 8) & 255}.${userId & 255}`,
  };
}

type Post = { userId: number; agent: Agent; body: string };

function post(
  url: string,
  { userId, agent, body }: Post,
): Promise<{ conversation: { id: number } }> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...headersOf(userId),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(url, { method: 'POST', agent, headers }, async (response) => {
      let text = '';
      for await (const piece of response) text += piece;
      if (response.statusCode === 201) resolve(JSON.parse(text));
      else reject(new Error(`${url} answered ${response.statusCode}: ${text}`));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

function watch(
  origin: string,
  farmerId: number,
  onChange: (conversationId: number) => void,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { ...headersOf(farmerId), accept: 'text/event-stream' };
    const stream = request(`${origin}/trpc/farmer.orders.changes`, { headers }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`The stream was answered ${response.statusCode}`));
      response.setEncoding('utf8').on('data', (text: string) => {
        for (const [, id] of text.matchAll(/"conversationId":(\d+)/g)) onChange(Number(id));
        resolve(stream);
      });
    });
    stream.on('error', reject);
    stream.end();
  });
}

type Writing = { origin: string; agent: Agent; heard: Map<number, () => void>; each: number };

/**
 * Writes this many messages into each conversation, one at a time, each until its stream has
 * reported it.
 */
async function writeAll(talks: Talk[], { origin, agent, heard, each }: Writing): Promise<Round> {
  const milliseconds: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < talks.length * each) {
      const talk = talks[next++ % talks.length];
      if (!talk) return;
      const startedAt = performance.now();
      const seen = new Promise<void>((resolve) => heard.set(talk.id, resolve));
      const body = JSON.stringify({
        text: 'We take 20 kilos on Friday, if they are as good as last time.',
      });
      await post(`${origin}/api/conversations/${talk.id}/messages`, {
        userId: talk.buyerId,
        agent,
        body,
      });
      await seen;
      milliseconds.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { milliseconds, seconds: (performance.now() - startedAt) / 1000 };
}
