import { Agent, request } from 'node:http';
import type postgres from 'postgres';
import type { Round } from './measure.ts';
import { databaseCpuSeconds, type ServerProcess } from './server-process.ts';

export const CLIENTS = 8;
const BODY = JSON.stringify({ fulfilment: 'collection', paymentMethod: 'Cash on delivery' });

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
      const buyer = next++;
      const origin = origins[buyer % origins.length] ?? '';
      const startedAt = performance.now();
      if (productsOf) await fillCart(origin, { buyer, agent }, productsOf(buyer));
      await send(`${origin}/api/buyer/orders`, {
        method: 'POST',
        buyer,
        agent,
        body: BODY,
        expected: 201,
      });
      milliseconds.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, buy));
  agent.destroy();
  return { milliseconds, seconds: (performance.now() - startedAt) / 1000 };
}

type Client = { buyer: number; agent: Agent };

function fillCart(origin: string, client: Client, products: number[]): Promise<void> {
  const lines = products.map((productId) => ({ productId, quantity: 2 }));
  return send(`${origin}/api/buyer/cart`, {
    ...client,
    method: 'PUT',
    body: JSON.stringify({ lines }),
    expected: 200,
  });
}

type Call = Client & { method: string; body: string; expected: number };

function send(url: string, { method, buyer, agent, body, expected }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      authorization: `Bearer ${String(buyer).padStart(43, '0')}`,
      'idempotency-key': `${method}-of-${buyer}`,
      'x-forwarded-for': `10.${(buyer >> 16) & 255}.${(buyer >> 8) & 255}.${buyer & 255}`,
    };
    const sent = request(url, { method, agent, headers }, (response) => {
      if (response.statusCode !== expected)
        reject(new Error(`${method} ${url} was answered ${response.statusCode}`));
      response.resume().once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

export async function withCpu(
  { sql, app }: { sql: postgres.Sql; app: ServerProcess },
  measure: () => Promise<Round>,
) {
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

/**
 * From here on letters wait, so that what an order takes of the processor can be told from what its
 * letter takes.
 */
export async function postponeLetters(sql: postgres.Sql) {
  await sql`delete from outbox_messages`;
  await sql.unsafe(`create function bench_postpone() returns trigger language plpgsql as
    'begin new.available_at := new.available_at + interval ''1 day''; return new; end'`);
  await sql`create trigger bench_postpone before insert on outbox_messages for each row execute function bench_postpone()`;
}

/**
 * Sends the letters that wait. @returns what one of them takes of the server's and the database's
 * processor
 */
export async function sendLetters({
  sql,
  app,
}: {
  sql: postgres.Sql;
  app: ServerProcess;
}): Promise<string> {
  const { cpu } = await withCpu({ sql, app }, async () => {
    const letters = await sql`update outbox_messages set available_at = now() returning id`;
    const startedAt = performance.now();
    const waiting = () => sql`select from outbox_messages limit 1`;
    while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    const seconds = (performance.now() - startedAt) / 1000;
    return { milliseconds: letters.map(() => (seconds * 1000) / letters.length), seconds };
  });
  return cpu;
}
