/*
 * Each farmer has a change stream open; eight clients write, as one buyer after another, up to the
 * number of messages that a person may send in a minute.
 */

import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { MESSAGES_PER_MINUTE } from '#messages/rules/message.ts';
import { reportFigure } from './figures.ts';
import { figuresOf, type Round } from './measure.ts';
import { CLIENTS, headersOf, makeBuyers, send, withCpu } from './order-rounds.ts';
import { onPostgres, withProducts } from './postgres-server.ts';
import { bundled, startApp } from './server-process.ts';

const TALKS = Number(process.env.BENCH_TALKS ?? 200);
const MESSAGES_EACH = MESSAGES_PER_MINUTE - 2;
const WARM_UP_EACH = 6;

type Talk = { id: number; buyerId: number };
type Writing = { origin: string; agent: Agent; heard: Map<number, () => void>; each: number };

await onPostgres((server) =>
  withProducts(server, 1000, async ({ url, folder, sql }) => {
    const firstBuyer = await makeBuyers(sql, TALKS);
    const products = await sql<{ id: number; farmerId: number }[]>`
      select distinct on (farmer_id) id, farmer_id as "farmerId" from products order by farmer_id, id limit ${TALKS}`;
    await sql.unsafe('vacuum analyze');
    const settings = { DATABASE_URL: url, DATA_DIR: folder };
    const app = await startApp(await bundled('app-server.ts'), settings);
    const { origin } = app;
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const streams: ClientRequest[] = [];
    try {
      const talks: Talk[] = [];
      const heard = new Map<number, () => void>();
      for (let at = 0; at < TALKS; at += 1) {
        const product = products[at % products.length];
        if (!product) throw new Error('There are no products to write about');
        const buyerId = firstBuyer + at;
        const body = JSON.stringify({ productId: product.id, text: 'Is it still good?' });
        const begun = await send(`${origin}/api/conversations`, { userId: buyerId, agent, body });
        const { conversation } = JSON.parse(begun) as { conversation: { id: number } };
        talks.push({ id: conversation.id, buyerId });
        streams.push(await watch(origin, product.farmerId, (id) => heard.get(id)?.()));
      }
      const write = (each: number) => writeAll(talks, { origin, agent, heard, each });
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
    }
  }),
);

async function watch(origin: string, farmerId: number, onChange: (conversationId: number) => void) {
  const headers = { ...headersOf(farmerId), accept: 'text/event-stream' };
  const stream = request(`${origin}/trpc/farmer.orders.changes`, { headers }).end();
  const [response] = (await once(stream, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`No stream: ${response.statusCode}`);
  response.setEncoding('utf8').on('data', (text: string) => {
    for (const [, id] of text.matchAll(/"conversationId":(\d+)/g)) onChange(Number(id));
  });
  await once(response, 'data');
  return stream;
}

async function writeAll(talks: Talk[], { origin, agent, heard, each }: Writing): Promise<Round> {
  const body = JSON.stringify({
    text: 'We take 20 kilos on Friday, if they are as good as last time.',
  });
  const milliseconds: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < talks.length * each) {
      const talk = talks[next++ % talks.length];
      if (!talk) return;
      const startedAt = performance.now();
      const seen = new Promise<void>((resolve) => heard.set(talk.id, resolve));
      const url = `${origin}/api/conversations/${talk.id}/messages`;
      await send(url, { userId: talk.buyerId, agent, body });
      await seen;
      milliseconds.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { milliseconds, seconds: (performance.now() - startedAt) / 1000 };
}
