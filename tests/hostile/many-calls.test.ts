import { setTimeout as pause } from 'node:timers/promises';
import { makeFarm } from '#tests/factories/farms.ts';
import { PASSWORD } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { orderForm } from '#tests/factories/trade.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { report, tally } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { atRate } from './parts/ask.ts';
import {
  asJson,
  bearer,
  makeBuyers,
  makeFilledMarket,
  makeRealBuyers,
  smsSettings,
} from './parts/clients.ts';
import { loadedTrees, percentile, startServerProcess } from './parts/server-process.ts';

const SECONDS = Number(process.env.HOSTILE_CALLS_SECONDS ?? 3);
const OTHERS_PER_SECOND = 9;
const WARM_UP_SECONDS = 3;
const LOAD_STARTS_MILLISECONDS = 500;
const LINES = 90;
const BATCH = 10;

const SECRET = 'the-path-of-the-service';
const PHONE = '+254712000199';
const BUYERS = 12;

describe.runIf(isOnPostgres).each(loadedTrees)('E153: $label one buyer’s many calls', (tree) => {
  let server: Awaited<ReturnType<typeof startServerProcess>>;
  let tokens: string[];
  let productIds: number[];
  beforeEach(async () => {
    const market = await makeFilledMarket();
    await makeRealBuyers(market, BUYERS);
    tokens = await makeBuyers(market, BUYERS);
    const farm = await makeFarm(market);
    await givePhone(market, farm, { phoneNumber: PHONE, pin: '1357' });
    productIds = [];
    while (productIds.length < LINES)
      productIds.push((await makeProduct(market, farm, { quantity: 500_000 })).id);
    server = await startServerProcess(
      { TRUSTED_PROXIES: '127.0.0.1', ...smsSettings('http://127.0.0.1:9', SECRET) },
      tree,
    );
  }, 240_000);
  afterEach(() => server?.stop());

  async function statusOf(path: string, init: RequestInit): Promise<string> {
    try {
      const response = await fetch(server.url + path, init);
      await response.arrayBuffer();
      return String(response.status);
    } catch {
      return 'no answer';
    }
  }
  const from = (number: number) => ({ 'x-forwarded-for': `198.18.${number % 25}.${number}` });
  const putCart = (token: string, lines: object[], headers = {}) =>
    statusOf('/api/buyer/cart', asJson({ method: 'PUT', token, body: { lines }, headers }));
  const wholeCart = () => productIds.map((productId) => ({ productId, quantity: 1 }));

  const others = {
    login: (number: number) =>
      statusOf(
        '/api/auth/buyer/verify-credentials',
        asJson({
          headers: from(number),
          body: { email: `buyer${number % BUYERS}@x.ke`, password: PASSWORD },
        }),
      ),
    checkout: async (number: number) => {
      const token = tokens[1 + (number % (BUYERS - 1))] ?? '';
      const headers = from(number);
      await putCart(token, [{ productId: productIds[number % LINES], quantity: 1 }], headers);
      const order = { token, key: `order-${number}-${performance.now()}`, body: orderForm() };
      return statusOf('/api/buyer/orders', asJson({ ...order, headers }));
    },
    screen: (number: number) =>
      statusOf(`/api/ussd/${SECRET}`, {
        method: 'POST',
        body: new URLSearchParams({
          sessionId: `ATUid_${number}_${performance.now()}`,
          phoneNumber: PHONE,
          text: ['', '4', '1*1'][number % 3] ?? '',
          serviceCode: '*384*77#',
          networkCode: '63902',
        }),
      }),
  };
  type Deed = keyof typeof others;

  async function goOn(seconds: number) {
    const seen = { login: [] as number[], checkout: [] as number[], screen: [] as number[] };
    const statuses: string[] = [];
    await atRate(OTHERS_PER_SECOND, seconds, async (number, dueAt) => {
      const deed = (['login', 'checkout', 'screen'] as const)[number % 3] as Deed;
      statuses.push(`${deed} ${await others[deed](Math.floor(number / 3))}`);
      seen[deed].push(performance.now() - dueAt);
    });
    return { seen, statuses };
  }

  const batch = `/trpc/${Array(BATCH).fill('buyer.cart.get').join()}?batch=1&input=%7B%7D`;
  const eager = { headers: { 'x-forwarded-for': '203.0.113.7' } };
  test.each<[load: string, connections: number, ask: (token: string) => Promise<string>]>([
    ['nothing else', 0, async () => ''],
    [
      `carts of ${LINES} lines in batches of ${BATCH}`,
      48,
      (token) => statusOf(batch, { headers: { ...eager.headers, ...bearer(token) } }),
    ],
    ['replaced carts', 200, (token) => putCart(token, wholeCart().slice(0, 2), eager.headers)],
  ])(
    '%s over %i connections leave others their login, checkout and USSD',
    { timeout: (SECONDS + 120) * 1000 },
    async (load, connections, ask) => {
      const [token = ''] = tokens;
      expect(await putCart(token, wholeCart(), eager.headers)).toBe('200');
      await goOn(WARM_UP_SECONDS);
      let isOver = false;
      const answered: string[] = [];
      const asking = Array.from({ length: connections }, async () => {
        while (!isOver) answered.push(await ask(token));
      });
      await pause(LOAD_STARTS_MILLISECONDS);
      const { seen, statuses } = await goOn(SECONDS);
      isOver = true;
      await Promise.all(asking);
      const times = (Object.keys(seen) as Deed[]).map(
        (deed) => `${deed} p50 ${percentile(seen[deed], 50)} p95 ${percentile(seen[deed], 95)} ms`,
      );
      report(
        'E153',
        `${tree.label}${load} over ${connections} connections for ${SECONDS} s: answered ${tally(answered.toSorted())}; others ${tally(statuses.toSorted())}; ${times.join(', ')}`,
      );
      if (!tree.isBound) return;
      expect(new Set(statuses)).toEqual(new Set(['login 200', 'checkout 201', 'screen 200']));
    },
  );
});
