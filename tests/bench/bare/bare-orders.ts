/*
 * The baseline of placing an order: Hono and postgres.js with the application's statements in the
 * same order, without schemas, limits, mail texts or translation. Argument: database URL.
 */

import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';
import { orderStatements } from '#tests/bench/orders-sql.ts';

const [url = ''] = process.argv.slice(2);
const sql = postgres(url, { max: 10, onnotice: () => {} });
const [session = '', ...order] = orderStatements('$1::int', "'POST-of-' || $1::int");
const app = new Hono();

app.get('/healthz', (c) => c.json({ status: 'ok' }));

app.post('/api/buyer/orders', async (c) => {
  await c.req.json();
  const buyer = Number(c.req.header('authorization')?.slice('Bearer '.length));
  const run = (on: postgres.Sql | postgres.TransactionSql, statement: string) =>
    on.unsafe(statement, statement.includes('$1') ? [buyer] : [], { prepare: true });
  await run(sql, session);
  await sql.begin(async (tx) => {
    for (const statement of order) await run(tx, statement);
  });
  return c.json({ success: true }, 201);
});

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
