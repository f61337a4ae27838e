import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { STOP_DELAY_SECONDS_DEFAULT } from '#rules/limits.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import {
  asJson,
  makeBuyers,
  makeLiveMarket,
  temporaryFolder,
} from '#tests/hostile/parts/clients.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { canStartCaddy, startCaddy } from '#tests/setup/processes/caddy.ts';
import { kill, startServerChild } from '#tests/setup/processes/children.ts';
import { report, tally } from '#tests/setup/report.ts';
import { closedPort } from '#tests/setup/servers/closed-port.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const ROUNDS = Number(process.env.HOSTILE_RESTARTS ?? 1);
/** The guarantee applies to the long run, on an otherwise idle machine. */
const isLong = ROUNDS >= 10;
const PER_SECOND = isLong ? 200 : 50;
const PROXY_LOOKS_MILLISECONDS = 2000;
const BUYERS = isLong ? 400 : 20;
const INTERVAL_MILLISECONDS = 1000 / PER_SECOND;
const UNANSWERED_MAX = isLong ? PER_SECOND : 10;
const TURNED_AWAY_MAX = 0.02;
const BEFORE_AND_AFTER_MILLISECONDS = 1000;
const SENT_BEFORE = 20;

type Server = Awaited<ReturnType<typeof startServerChild>>;

describe.runIf(isOnPostgres)('E52: a restart', () => {
  const folder = temporaryFolder();
  const startServer = (port = 0, more: Record<string, string> = {}) =>
    startServerChild({
      DATABASE_URL: testDatabaseUrl(),
      DATA_DIR: join(folder, String(port)),
      TRUSTED_PROXIES: '127.0.0.1',
      MAX_PENDING_ORDERS: '1000000',
      PORT: String(port),
      ...more,
    });
  const stopServer = async ({ child }: Server, signal: NodeJS.Signals) => {
    const exit = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await exit)[0];
  };

  test('answers requests that arrived just before SIGTERM and shortly after it, and closes each connection with its answer', async () => {
    await makeMarket();
    const server = await startServer();
    onTestFinished(() => kill(server.child));
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => kept.destroy());
    const ask = (path: string, agent?: Agent) => readAnswer(server.word, path, agent);
    expect(await ask('/healthz', kept)).toMatchObject({ status: 200, connection: 'keep-alive' });
    expect(await ask('/readyz')).toMatchObject({ status: 200 });

    const before = Array.from({ length: SENT_BEFORE }, () => sendOnNewConnection(server.word));
    const startedAt = performance.now();
    const exit = stopServer(server, 'SIGTERM');
    expect(tally(await Promise.all(before))).toBe(`${SENT_BEFORE} 200`);
    await expect.poll(async () => (await ask('/readyz')).status, { interval: 10 }).toBe(503);
    expect(await ask('/readyz?exclude=database')).toMatchObject({ status: 503 });
    expect(await ask('/healthz', kept)).toMatchObject({ status: 200, connection: 'close' });
    let during = 0;
    while (performance.now() - startedAt < STOP_DELAY_SECONDS_DEFAULT * 500) {
      const answer = await ask('/trpc/market.cards?input=%7B%7D');
      expect(answer).toEqual({ status: 200, connection: 'close' });
      during += 1;
    }
    expect(await exit).toBe(0);
    const milliseconds = Math.round(performance.now() - startedAt);
    expect(milliseconds).toBeGreaterThanOrEqual(STOP_DELAY_SECONDS_DEFAULT * 1000);
    report(
      'E52',
      `${SENT_BEFORE} requests on connections opened just before SIGTERM and ${during} in the second after it: all answered, each of the latter with Connection: close; gone after ${milliseconds} ms`,
    );
  });

  test('stops without that delay on Ctrl-C', async () => {
    await makeMarket();
    const server = await startServer(0, { STOP_DELAY_SECONDS: '30' });
    const startedAt = performance.now();
    expect(await stopServer(server, 'SIGINT')).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  const name = `of two servers behind the shipped proxy, ${ROUNDS} times each in turn, loses none of ${PER_SECOND} requests a second`;
  test.runIf(canStartCaddy)(name, { timeout: 60_000 + ROUNDS * 30_000 }, async () => {
    const market = await makeLiveMarket();
    const farm = await makeFarm(market);
    const { id: productId } = await makeProduct(market, farm, { quantity: 1_000_000 });
    const tokens = await makeBuyers(market, BUYERS);
    const ports = [await closedPort(), await closedPort()];
    const servers = await Promise.all(ports.map((port) => startServer(port)));
    onTestFinished(async () => {
      for (const { child } of servers) await kill(child);
    });
    const proxy = await startCaddy(ports);
    onTestFinished(proxy.stop);

    const list = `${proxy.url}/trpc/market.cards?input=%7B%22limit%22%3A5%7D`;
    const body = { lines: [{ productId, quantity: 1 }] };
    // Every other one writes: a proxy must not repeat such a request if a server may have received
    // it.
    const load = startLoad((number) => {
      if (number % 2 === 0) return fetch(list);
      const token = tokens[number % tokens.length] ?? '';
      return fetch(`${proxy.url}/api/buyer/cart`, asJson({ method: 'PUT', token, body }));
    });
    onTestFinished(load.stop);
    await pause(BEFORE_AND_AFTER_MILLISECONDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [which, port] of ports.entries()) {
        const old = servers[which];
        if (old) expect(await stopServer(old, 'SIGTERM')).toBe(0);
        servers[which] = await startServer(port);
        const isReady = async () => (await readAnswer(String(port), '/readyz')).status;
        await expect.poll(isReady, { timeout: 20_000 }).toBe(200);
        // The proxy checks once a second and has to notice too: until then the other server is the
        // only one.
        await pause(PROXY_LOOKS_MILLISECONDS);
      }
    }
    await pause(BEFORE_AND_AFTER_MILLISECONDS);
    const { outcomes, perSecond } = await load.finish();

    report(
      'E52',
      `${ROUNDS * ports.length} restarts under ${perSecond} requests a second, half of them writes: ${outcomes.length} requests, ${tally(outcomes.toSorted())}`,
    );
    expect(outcomes.filter((outcome) => outcome.startsWith('lost'))).toEqual([]);
    // A starting server uses one of two cores, and the application may then refuse a few with 503,
    // which is an answer and not a loss.
    const turnedAway = outcomes.filter((outcome) => outcome === '503').length;
    expect(outcomes.filter((outcome) => outcome !== '200' && outcome !== '503')).toEqual([]);
    if (isLong) expect(turnedAway / outcomes.length).toBeLessThan(TURNED_AWAY_MAX);
  });
});

async function readAnswer(port: string, path: string, agent = new Agent()) {
  const sent = request({ host: '127.0.0.1', port, path, agent }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode, connection: response.headers.connection };
}

async function sendOnNewConnection(port: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let text = '';
  try {
    for await (const piece of socket) text += String(piece);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'lost';
  }
  return /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'no answer';
}

/**
 * Sends this many requests a second, whether or not earlier ones are answered, unless so many are
 * unanswered that the machine cannot keep up. `finish` waits for the last one and returns all
 * outcomes and the actual rate; `stop` does not wait.
 */
function startLoad(send: (number: number) => Promise<Response>) {
  const outcomes: Promise<string>[] = [];
  let unanswered = 0;
  const sendNext = () => {
    unanswered += 1;
    const outcome = outcomeOf(send(outcomes.length)).finally(() => {
      unanswered -= 1;
    });
    outcomes.push(outcome);
  };
  const startedAt = performance.now();
  let skipped = 0;
  const sending = setInterval(() => {
    const due = (performance.now() - startedAt) / INTERVAL_MILLISECONDS;
    while (outcomes.length + skipped < due) {
      if (unanswered < UNANSWERED_MAX) sendNext();
      else skipped += 1;
    }
  }, INTERVAL_MILLISECONDS);
  const stop = () => clearInterval(sending);
  return {
    stop,
    async finish() {
      stop();
      const perSecond = Math.round(outcomes.length / ((performance.now() - startedAt) / 1000));
      return { outcomes: await Promise.all(outcomes), perSecond };
    },
  };
}

async function outcomeOf(answer: Promise<Response>): Promise<string> {
  const startedAt = performance.now();
  const lost = (how: unknown) =>
    `lost (${how} after ${Math.round(performance.now() - startedAt)} ms)`;
  try {
    const response = await answer;
    await response.text();
    return response.headers.has('x-request-id') ? String(response.status) : lost(response.status);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return lost(cause instanceof Error && 'code' in cause ? cause.code : 'cut off');
  }
}
