import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { countProducts, makeFarmsWithWebhooks } from '#tests/factories/webhooks.ts';
import {
  db,
  eq,
  givenOneMarket,
  isOnPostgres,
  market,
  report,
  services,
} from '#tests/setup/in-market.ts';
import { kill, killAll, startServerChild } from '#tests/setup/processes/children.ts';
import { type Received, type Receiver, startReceiver } from '#tests/setup/servers/receiver.ts';
import { testDatabaseUrl } from '#tests/setup/test-database.ts';
import { webhookEvents } from '#webhooks/server/tables.ts';

const EVENTS = Number(process.env.HOSTILE_WEBHOOK_EVENTS ?? 1000);
const FARMS = 8;
const PRODUCTS_OF_FARM = 10;
const FAILS_EVERY = 211;
const HANGS_EVERY = 499;

describe.runIf(isOnPostgres)('D141: webhooks of two processes', () => {
  let receiver: Receiver;
  let farms: Awaited<ReturnType<typeof makeFarmsWithWebhooks>>;
  givenOneMarket();
  beforeAll(async () => {
    services.clock = () => new Date();
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
  });

  const startServer = () =>
    startServerChild({
      DATABASE_URL: testDatabaseUrl(),
      WEBHOOK_RECEIVERS: receiver.origin,
    });

  test(`${EVENTS} events come in the order of their subject and one at a time, though one process is killed`, {
    timeout: 1_200_000,
  }, async () => {
    const seen = watch(receiver);
    const servers = await Promise.all([startServer(), startServer()]);
    let quantity = 10;
    let cut: string | undefined;
    while (seen.ids.size < EVENTS || cut === undefined) {
      quantity += 1;
      await countProducts(market, farms, quantity);
      if (cut !== undefined || seen.ids.size < EVENTS / 2) continue;
      const unanswered = await seen.withholdAnswer();
      const sender = servers.find(({ child }) => ownsPort(child, unanswered.port));
      if (!sender) continue;
      await kill(sender.child);
      cut = unanswered.id;
    }
    const subjects = farms.flatMap(({ productIds }) => productIds.map((id) => `product/${id}`));
    // The webhooks of the dead process rest until its leases have ended.
    for (const subject of subjects)
      await expect
        .poll(() => seen.acceptedQuantity.get(subject), { timeout: 300_000 })
        .toBe(quantity);
    const waiting = () => db.$count(webhookEvents, eq(webhookEvents.state, 'waiting'));
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);

    expect(seen.accepted.has(cut)).toBe(true);
    expect([...seen.ids.keys()].filter((id) => !seen.accepted.has(id))).toEqual([]);
    expect(seen.mostUnderWay).toBe(1);
    expect(seen.changedBodies).toEqual([]);
    let repeated = 0;
    for (const subject of subjects) {
      const numbers = receiver.sequencesOf(subject);
      const each = [...new Set(numbers)];
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

type Unanswered = { id: string; port: number };

function watch(receiver: Receiver) {
  const seen = {
    ids: new Map<string, string>(),
    changedBodies: [] as string[],
    underWay: new Map<string, number>(),
    mostUnderWay: 0,
    accepted: new Set<string>(),
    acceptedQuantity: new Map<string, number>(),
    withholdAnswer: () =>
      new Promise<Unanswered>((found) => {
        withhold = found;
      }),
  };
  let withhold: ((unanswered: Unanswered) => void) | null = null;
  let answers = 0;
  receiver.answerWith((response, { headers, body, event }: Received) => {
    const { subject } = event;
    const id = headers['webhook-id'] ?? '';
    if ((seen.ids.get(id) ?? body) !== body) seen.changedBodies.push(id);
    seen.ids.set(id, body);
    const underWay = (seen.underWay.get(subject) ?? 0) + 1;
    seen.underWay.set(subject, underWay);
    seen.mostUnderWay = Math.max(seen.mostUnderWay, underWay);
    response.on('close', () => {
      const left = (seen.underWay.get(subject) ?? 0) - 1;
      if (left > 0) seen.underWay.set(subject, left);
      else seen.underWay.delete(subject);
    });
    if (withhold) {
      withhold({ id, port: response.socket?.remotePort ?? 0 });
      withhold = null;
      return;
    }
    answers += 1;
    if (answers % HANGS_EVERY === 0) return;
    if (answers % FAILS_EVERY === 0) return void response.writeHead(500).end();
    response.writeHead(204).end();
    seen.accepted.add(id);
    const { product } = event.data as { product: { quantity: number } };
    seen.acceptedQuantity.set(subject, product.quantity);
  });
  return seen;
}

function ownsPort({ pid }: ChildProcess, port: number): boolean {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const fields = rows.map((row) => row.trim().split(/\s+/)).find((row) => row[1] === local);
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).some(
    (name) => linkOf(`${folder}/${name}`) === `socket:[${fields?.[9]}]`,
  );
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
