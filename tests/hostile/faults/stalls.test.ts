import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  buyerSignup,
  farmerSignup,
  givenOneMarket,
  isOnPostgres,
  openMarket,
  report,
  request,
  tally,
} from '#tests/setup/in-market.ts';

const MEGABYTE = 1_000_000;
const STALL_MILLISECONDS = 100;

const longTexts = {
  letters: 'a'.repeat(MEGABYTE),
  'blanks with an end': `${' '.repeat(MEGABYTE)}x\n.`,
  'an address without end': `a@${'x.'.repeat(MEGABYTE / 2)}`,
  'at signs': '@'.repeat(MEGABYTE),
  digits: '7'.repeat(MEGABYTE),
  'combining marks': `a${'\u0301'.repeat(MEGABYTE / 2)}`,
  'the longest ligature': 'ﷺ'.repeat(MEGABYTE / 3),
  NUL: '\u0000'.repeat(MEGABYTE / 6),
  'right to left': 'م\u202e'.repeat(MEGABYTE / 5),
  'halves of characters': '\ud800'.repeat(MEGABYTE / 6),
};

const deepArray = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

// On the embedded database a query itself blocks the loop, and this test is about the server's own
// code.
describe.runIf(isOnPostgres)('C22: no input stalls the server', () => {
  givenOneMarket();

  /**
   * Expects all bodies to be refused without blocking the event loop. For a body that seems to
   * block it, the shortest of five tries counts: pauses of the machine are random, while those of a
   * body recur every time.
   */
  async function expectRefused(what: string, bodies: [path: string, body: string][]) {
    let longest = 0;
    const statuses: string[] = [];
    for (const [at, [path, body]] of bodies.entries()) {
      const headers = { 'x-forwarded-for': `10.0.${at % 250}.1` };
      let least = Number.POSITIVE_INFINITY;
      for (let go = 1; go <= 5 && least >= STALL_MILLISECONDS; go++) {
        const delays = monitorEventLoopDelay({ resolution: 5 });
        delays.enable();
        const { status } = await request(path, { body, headers });
        await new Promise(setImmediate);
        delays.disable();
        least = Math.min(least, delays.max / 1e6);
        if (go === 1) statuses.push(String(status));
      }
      longest = Math.max(longest, least);
    }
    report(
      'C22',
      `${statuses.length} ${what}: ${tally(statuses)}; longest stall ${longest.toFixed(0)} ms`,
    );
    expect(statuses.filter((status) => !status.startsWith('4'))).toEqual([]);
    expect(longest).toBeLessThan(STALL_MILLISECONDS);
  }

  test('texts of a megabyte in every field are 4xx', async () => {
    const fields = ['firstName', 'email', 'phoneNumber', 'nationalId', 'password', 'city'];
    const bodies = Object.values(longTexts).flatMap((text): [string, string][] => {
      const location = { ...farmerSignup().location, addressDescription: text };
      const code = { email: 'a@x.ke', purpose: 'login', otp: text };
      return [
        ...fields.map((field): [string, string] => [
          '/api/auth/buyer/signup',
          JSON.stringify({ ...buyerSignup(), [field]: text }),
        ]),
        ['/trpc/auth.signupFarmer', JSON.stringify({ ...farmerSignup(), location })],
        ['/api/auth/verify-otp', JSON.stringify(code)],
      ];
    });
    await expectRefused('bodies of 1 MB', bodies);
  });

  test('JSON a thousand and a hundred thousand deep is 4xx', async () => {
    const bodies: [string, string][] = [['/api/auth/login', deepArray(500_000)]];
    for (const depth of [1000, 100_000]) {
      const object = `${'{"email":'.repeat(depth)}1${'}'.repeat(depth)}`;
      for (const deep of [deepArray(depth), object, `{"email":${deepArray(depth)}}`]) {
        for (const path of ['/api/auth/login', '/trpc/otp.verify', '/trpc/otp.verify?batch=1'])
          bodies.push([path, deep]);
      }
    }
    await expectRefused('bodies of JSON up to 500,000 deep', bodies);
  });

  test('60,000 fields, and a list of 30,000 lines, are 4xx', async () => {
    const fields = Array.from({ length: 60_000 }, (_, i) => [`field${i}`, 1]);
    const wide = JSON.stringify(Object.fromEntries(fields));
    const lines = Array(30_000).fill({ productId: 'x', quantity: -1 });
    await expectRefused('wide bodies', [
      ['/api/auth/login', wide],
      ['/trpc/otp.send', wide],
      ['/trpc/farmer.products.setQuantities', JSON.stringify({ lines })],
    ]);
  });
});

test.each(['\u0000', '\ud800', '\u202e', '\u2066'])(
  'C22: %j in a name, an address or a place is a 4xx',
  async (odd) => {
    await openMarket();
    for (const field of ['firstName', 'email', 'city', 'businessName', 'deliveryAddress']) {
      const body = { ...buyerSignup(), [field]: `Ann${odd}a` };
      const response = await request('/api/auth/buyer/signup', { body });
      expect([field, response.status]).toEqual([field, 400]);
    }
  },
);
