import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { orders } from '#orders/server/orders/tables.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { orderForm } from '#tests/factories/trade.ts';
import { bearer, makeBuyers, makeLiveMarket, pathOf } from '#tests/hostile/parts/clients.ts';
import { startServerProcess } from '#tests/hostile/parts/server-process.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const IN_FLIGHT = 10;
const LOOK_AGAIN_MILLISECONDS = 20;

async function beginOrder(url: string, token: string) {
  const body = JSON.stringify(orderForm());
  const sent: ClientRequest = request(`${url}/api/buyer/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
      ...bearer(token),
      'idempotency-key': 'the-one',
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => {});
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(body.slice(0, 10));
  return async () => {
    sent.end(body.slice(10));
    const [response] = await answered;
    let text = '';
    for await (const piece of response) text += String(piece);
    return { status: response.statusCode, text };
  };
}

test.runIf(isOnPostgres)(
  'E43: SIGTERM under load: requests in flight complete, streams are ended, nothing new is accepted, and it exits within ten seconds',
  async () => {
    const market = await makeLiveMarket();
    const { id: productId } = await makeProduct(market, await makeFarm(market), { quantity: 1000 });
    const tokens = await makeBuyers(market, IN_FLIGHT);
    for (const token of tokens)
      await market.caller({ token }).buyer.cart.put({ lines: [{ productId, quantity: 1 }] });
    const server = await startServerProcess();
    onTestFinished(server.stop);
    const stream = await fetch(`${server.url}/trpc/buyer.orders.changes`, {
      headers: { ...bearer(tokens[0] ?? ''), accept: 'text/event-stream' },
    });
    const reader = stream.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    const rests = await Promise.all(tokens.map((token) => beginOrder(server.url, token)));
    let answered = 0;
    const coming = Array.from({ length: 4 }, async () => {
      for (;;) {
        const response = await fetch(server.url + pathOf('market.cards', {})).catch(() => null);
        if (!response) return;
        if ((await response.text()) && response.status === 200) answered += 1;
      }
    });
    await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(20);

    const exit = once(server.child, 'exit') as Promise<[number | null, string | null]>;
    const startedAt = performance.now();
    server.child.kill('SIGTERM');
    while (await fetch(`${server.url}/healthz`).catch(() => null))
      await pause(LOOK_AGAIN_MILLISECONDS);
    const answers = await Promise.all(rests.map((finish) => finish()));
    let isEnded = false;
    while (!isEnded) isEnded = (await reader?.read())?.done ?? true;
    await Promise.all(coming);
    const [code] = await exit;
    const milliseconds = Math.round(performance.now() - startedAt);

    expect(answers.map(({ status }) => status)).toEqual(Array(IN_FLIGHT).fill(201));
    expect(await market.db.$count(orders)).toBe(IN_FLIGHT);
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(10_000);
    report(
      'E43',
      `SIGTERM with ${IN_FLIGHT} orders half sent, a stream and ${answered} reads before it: ${IN_FLIGHT} ordered, stream ended, gone after ${milliseconds} ms`,
    );
  },
);
