import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { countProducts, makeFarmsWithWebhooks } from '#tests/factories/webhooks.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { kill, killAll, startServerChild } from '#tests/setup/processes/children.ts';
import { report } from '#tests/setup/report.ts';
import { type Received, type Receiver, startReceiver } from '#tests/setup/servers/receiver.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const EVENTS = Number(process.env.HOSTILE_WEBHOOK_EVENTS ?? 1000);
const FARMS = 8;
const PRODUCTS_OF_FARM = 10;
/** Every so many answers is a failure, and every so many is none at all. */
const FAILS_EVERY = 211;
const HANGS_EVERY = 499;

describe.runIf(isOnPostgres)('D141: webhooks of two processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soko-hooks-'));
  let market: Market;
  let receiver: Receiver;
  let farms: Awaited<ReturnType<typeof makeFarmsWithWebhooks>>;
  beforeAll(async () => {
    market = await makeMarket();
    market.services.clock = () => new Date();
    receiver = await startReceiver();
    farms = await makeFarmsWithWebhooks(market, {
      farms: FARMS,
      products: PRODUCTS_OF_FARM,
      urlOf: () => `${receiver.origin}/`,
    });
  });
  afterEach(killAll);
  afterAll(async () => {
    await receiver?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const startServer = (name: string) =>
    startServerChild({
      DATABASE_URL: testDatabaseUrl(),
      DATA_DIR: join(folder, name),
      LOG_LEVEL: 'silent',
      APP_SECRET: 'x'.repeat(40),
      WEBHOOK_RECEIVERS: receiver.origin,
    });

  test(`${EVENTS} events come in the order of their subject and one at a time, though one process is killed`, {
    timeout: 1_200_000,
    tags: ['long'],
  }, async () => {
    const seen = watch(receiver);
    const [first] = await Promise.all([startServer('one'), startServer('two')]);
    let quantity = 10;
    let isKilled = false;
    while (seen.ids.size < EVENTS || !isKilled) {
      quantity += 1;
      await countProducts(market, farms, quantity);
      if (isKilled || seen.ids.size < EVENTS / 2 || seen.underWay.size === 0) continue;
      await kill(first.child);
      isKilled = true;
    }
    const subjects = farms.flatMap(({ productIds }) => productIds.map((id) => `product/${id}`));
    // The webhooks of the dead process rest until its leases have ended.
    for (const subject of subjects)
      await expect.poll(() => seen.lastQuantity.get(subject), { timeout: 300_000 }).toBe(quantity);

    expect(seen.mostUnderWay).toBe(1);
    expect(seen.changedBodies).toEqual([]);
    let repeated = 0;
    for (const subject of subjects) {
      const numbers = receiver.sequencesOf(subject);
      const each = [...new Set(numbers)];
      // A repeated event comes before the next one.
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(each).toEqual(Array.from({ length: each.length }, (_, at) => at + 1));
      repeated += numbers.length - each.length;
    }
    report(
      'D141',
      `${seen.ids.size} events about ${subjects.length} products of ${FARMS} farms, one of two processes killed while sending, an answer in ${FAILS_EVERY} a failure, one in ${HANGS_EVERY} none: all in order, never two of a subject at once, ${repeated} came again with the same bytes`,
    );
  });
});

/** Lets a receiver fail and hang at times, and keeps what must never happen. */
function watch(receiver: Receiver) {
  const seen = {
    /** By event id, the body. */
    ids: new Map<string, string>(),
    changedBodies: [] as string[],
    underWay: new Map<string, number>(),
    mostUnderWay: 0,
    lastQuantity: new Map<string, number>(),
  };
  let answers = 0;
  receiver.answerWith((response, { headers, body, event }: Received) => {
    const { subject } = event;
    const id = headers['webhook-id'] ?? '';
    if ((seen.ids.get(id) ?? body) !== body) seen.changedBodies.push(id);
    seen.ids.set(id, body);
    seen.lastQuantity.set(
      subject,
      (event.data as { product: { quantity: number } }).product.quantity,
    );
    const underWay = (seen.underWay.get(subject) ?? 0) + 1;
    seen.underWay.set(subject, underWay);
    seen.mostUnderWay = Math.max(seen.mostUnderWay, underWay);
    response.on('close', () => {
      const left = (seen.underWay.get(subject) ?? 0) - 1;
      if (left > 0) seen.underWay.set(subject, left);
      else seen.underWay.delete(subject);
    });
    answers += 1;
    if (answers % HANGS_EVERY === 0) return;
    response.writeHead(answers % FAILS_EVERY === 0 ? 500 : 204).end();
  });
  return seen;
}
