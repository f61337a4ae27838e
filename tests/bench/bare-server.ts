import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';
import type { Asked } from './catalogue-mix.ts';

/*
 * What the application is measured against: nothing but Hono and postgres.js, sending the same SQL in the same way and
 * answering with the rows as they come. Arguments: database URL, port, file of recorded requests.
 */
const [url = '', port = '', file = ''] = process.argv.slice(2);
const recorded = new Map((JSON.parse(readFileSync(file, 'utf8')) as Asked[]).map(({ path, statements }) => [path, statements]));
const connection = { jit: false, plan_cache_mode: 'force_custom_plan' } as const;
const sql = postgres(url, { max: 10, onnotice: () => {}, connection });

const app = new Hono().get('/trpc/*', async (c) => {
  const { pathname, search } = new URL(c.req.url);
  const answers = [];
  for (const { query, params } of recorded.get(pathname + search) ?? [])
    answers.push(await sql.unsafe(query, params as never[], { prepare: true }));
  return c.json(answers);
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
