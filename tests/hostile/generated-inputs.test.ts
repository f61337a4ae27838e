import fc from 'fast-check';
import { procedures } from '#app/server/app-router.ts';
import {
  givenOneMarket,
  logged,
  makeBuyer,
  makeFarmer,
  makeProduct,
  makeSession,
  report,
  request,
  tally,
} from '#tests/setup/in-market.ts';
import { INTERNALS, nested, oddValue, pathsOf, replaced } from './parts/odd-values.ts';
import { validInputs } from './parts/valid-inputs.ts';

const INPUTS = Number(process.env.HOSTILE_INPUTS ?? 2000) / 2;
const timeout = 60_000 + INPUTS * 50;

let callers: Record<'buyer' | 'farmer' | 'leaver', number>;
let inputs: Record<string, Record<string, unknown>>;
givenOneMarket();
beforeAll(async () => {
  const [buyer, farmer] = [await makeBuyer(), await makeFarmer()];
  const leaver = await makeFarmer({ email: 'leaver@x.ke' });
  callers = { buyer: buyer.id, farmer: farmer.id, leaver: leaver.id };
  inputs = validInputs({ productId: (await makeProduct(farmer)).id });
});

/**
 * Mostly a new session of the role that the path is for, because paths under auth may end all
 * sessions of their caller.
 */
async function tokenFor(path: string, chance: number): Promise<{ token?: string }> {
  if (chance === 0) return {};
  const isBuyers = path.includes('buyer') === chance > 1;
  const id = /auth/.test(path) ? callers.leaver : callers[isBuyers ? 'buyer' : 'farmer'];
  return { token: await makeSession({ id }) };
}

const spoilt = (valid: Record<string, unknown> | undefined): fc.Arbitrary<unknown> => {
  const paths = valid && pathsOf(valid);
  if (!paths?.length) return oddValue;
  const path = fc.constantFrom(...paths);
  const once = fc.tuple(path, oddValue).map(([at, part]) => replaced(valid, at, part));
  const twice = fc
    .tuple(once, path, oddValue)
    .map(([value, at, part]) => replaced(value, at, part));
  return fc.oneof(
    { weight: 1, arbitrary: oddValue },
    { weight: 5, arbitrary: once },
    { weight: 2, arbitrary: twice },
  );
};

async function inspect(response: Response, what: string): Promise<number> {
  const text = await response.text();
  expect(response.status, `${what} answered ${text}`).toBeLessThan(500);
  expect(text, what).not.toMatch(INTERNALS);
  expect(response.headers.get('content-type'), what).toContain('application/json');
  return response.status;
}

test(`C20: generated inputs to the procedures: ${INPUTS} of them, no 5xx, no internals in an answer`, {
  timeout,
}, async () => {
  const statuses: string[] = [];
  // A stream never ends, and takes no input.
  const name = fc.constantFrom(
    ...Object.keys(procedures).filter((path) => procedures[path]?._def.type !== 'subscription'),
  );
  const call = name.chain((path) =>
    fc.tuple(fc.constant(path), spoilt(inputs[path]), fc.nat(9), fc.nat(255)),
  );
  await fc.assert(
    fc.asyncProperty(call, async ([path, input, chance, address]) => {
      const json = JSON.stringify(input);
      const headers = { 'x-forwarded-for': `10.0.0.${address}` };
      const who = { headers, ...(await tokenFor(path, chance)) };
      const response = await (procedures[path]?._def.type === 'query'
        ? request(`/trpc/${path}?input=${encodeURIComponent(json)}`, who)
        : request(`/trpc/${path}`, { ...who, body: json }));
      const status = await inspect(response, `${path} with ${json.slice(0, 300)}`);
      statuses.push(String(status));
    }),
    { numRuns: INPUTS, endOnFailure: true },
  );
  report(
    'C20',
    `${statuses.length} inputs over ${Object.keys(procedures).length} procedures: ${tally(statuses)}`,
  );
  expect(logged.filter((line) => line.includes('unexpectedly'))).toEqual([]);
});

test.each(['application/json', 'application/octet-stream', 'multipart/form-data', ''])(
  'C20: generated inputs bodies that are not JSON, sent as %j, are 4xx',
  async (type) => {
    const noise = [
      '\u0000\u0001',
      '{"a":',
      '--x\r\n\r\n',
      '"\\ud800"',
      '[['.repeat(500),
      '\ufeff{}',
    ];
    const token = await makeSession({ id: callers.farmer });
    const headers = { 'content-type': type };
    for (const body of noise) {
      for (const path of ['/trpc/otp.verify', '/trpc/otp.verify?batch=1', '/api/farmer/products']) {
        const response = await request(path, { body, headers, token });
        expect(await inspect(response, `${path} with ${body}`)).toBeGreaterThanOrEqual(400);
      }
    }
  },
);

test.each([
  '__proto__',
  'constructor',
  'auth',
  'auth.__proto__',
  'otp.verify.x',
  '%00',
  'a'.repeat(5000),
  '..%2f..',
  'otp.verify,',
])('C20: a procedure called %s is a 4xx', async (path) => {
  for (const options of [{}, { body: nested(10) }]) {
    const response = await request(`/trpc/${path}`, options);
    expect(await inspect(response, path)).toBeGreaterThanOrEqual(400);
  }
});
