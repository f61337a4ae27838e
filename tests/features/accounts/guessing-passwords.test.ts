import { createRateLimits } from '#server/rate-limits.ts';
import {
  caller,
  db,
  givenMarket,
  makeBuyer,
  outcomeOf,
  PASSWORD,
  refusalOf,
  refused,
  services,
  TEST_SECRET,
} from '#tests/setup/in-market.ts';

givenMarket();
const guess = (email: string, password = 'Wrong-password-1', clientAddress = '10.0.0.1') =>
  caller({ clientAddress }).auth.verifyBuyerCredentials({ email, password });

const tenWrong = (refusal: string) => [
  ...Array(10).fill(refusal),
  ...Array(2).fill('TOO_MANY_ATTEMPTS'),
];

test.each(['known', 'unknown'])(
  'after ten wrong passwords for a %s email further ones get a 429 with the time to wait',
  async (which) => {
    const buyer = await makeBuyer({ email: 'known@x.ke' });
    const email = `${which}@x.ke`;
    const outcomes = [];
    for (let i = 0; i < 12; i++)
      outcomes.push(await outcomeOf(guess(i % 2 ? email : email.toUpperCase())));
    expect(outcomes).toEqual(tenWrong('LOGIN_FAILED'));
    const refusal = await refusalOf(guess(email, PASSWORD));
    expect(refusal.code).toBe('TOO_MANY_ATTEMPTS');
    expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
    await caller(buyer).buyer.profile();
    await guess('known@x.ke', PASSWORD, '10.0.0.2');
  },
);

test('of thirty passwords at once ten are checked', async () => {
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcomeOf(guess('a@x.ke'))));
  expect(outcomes.filter((outcome) => outcome === 'LOGIN_FAILED')).toHaveLength(10);
});

test('letters that the database treats as equal share one counter', async () => {
  await makeBuyer({ email: 'kiki@x.ke' });
  const outcomes = [];
  for (const email of ['kiki@x.ke', 'k\u0130k\u0130@x.ke', '\u212aiki@x.ke', 'k\u0130ki@x.ke']) {
    for (let i = 0; i < 6; i++) outcomes.push(await outcomeOf(guess(email)));
  }
  // Those with a Turkish i are other emails with their own counter; the Kelvin sign is a k.
  expect(outcomes.slice(12, 18)).toEqual([
    ...Array(4).fill('LOGIN_FAILED'),
    ...Array(2).fill('TOO_MANY_ATTEMPTS'),
  ]);
  await refused(guess('k\u0130ki@x.ke', PASSWORD, '10.0.0.3'), 'LOGIN_FAILED');
});

test('with a session wrong passwords are counted across all addresses', async () => {
  const { token } = await makeBuyer();
  const outcomes = [];
  for (let i = 0; i < 12; i++) {
    const asOwner = caller({ token, clientAddress: `10.1.${i}.1` });
    outcomes.push(await outcomeOf(asOwner.auth.deleteAccount({ password: 'Wrong-password-1' })));
  }
  expect(outcomes).toEqual(tenWrong('PASSWORD_WRONG'));
});

test('correct passwords are not counted', async () => {
  await makeBuyer({ email: 'a@x.ke' });
  for (let i = 0; i < 12; i++) await guess('a@x.ke', PASSWORD);
});

test('the counters survive a restart', async () => {
  for (let i = 0; i < 10; i++) await outcomeOf(guess('a@x.ke'));
  services.rateLimits = createRateLimits(db, TEST_SECRET);
  await refused(guess('a@x.ke'), 'TOO_MANY_ATTEMPTS');
});

test('neighbours behind one address do not block each other: five people with eight wrong ones each', async () => {
  const outcomes = new Set<string>();
  for (let i = 0; i < 5 * 8; i++) outcomes.add(await outcomeOf(guess(`person${i % 5}@x.ke`)));
  expect([...outcomes]).toEqual(['LOGIN_FAILED']);
});

test('an address can make 300 account calls a minute, and is limited beyond that', async () => {
  const code = { email: 'a@x.ke', purpose: 'signup', otp: '000000' } as const;
  const outcomes = [];
  for (let i = 0; i < 620; i++) outcomes.push(await outcomeOf(caller().otp.verify(code)));
  expect(outcomes.slice(0, 300)).not.toContain('TOO_MANY_ATTEMPTS');
  expect(outcomes.at(-1)).toBe('TOO_MANY_ATTEMPTS');
});
