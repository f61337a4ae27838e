import postgres from 'postgres';
import {
  PHONE_LINK_SECONDS,
  PHONE_LINKS_OPENED_PER_MINUTE,
  PHONE_LINKS_PER_HOUR,
} from '#accounts/rules/limits.ts';
import { secondsAfter } from '#server/clock.ts';
import { createToken } from '#server/hashes.ts';
import {
  advance,
  caller,
  countRows,
  countWaiting,
  db,
  dumpDatabase,
  type Farm,
  givenMarket,
  isOnPostgres,
  makeFarm,
  makeTestBuyer,
  outcomeOf,
  refused,
  services,
  sql,
  tally,
} from '#tests/setup/in-market.ts';
import { testDatabaseUrl } from '#tests/setup/test-database.ts';

const REFUSED = 'PHONE_LINK_INVALID';
let farmer: Farm;
givenMarket();
beforeEach(async () => {
  farmer = await makeFarm();
});
const link = async () => (await caller(farmer).auth.createPhoneLink()).token;
const open = (
  token: string,
  { clientAddress = '127.0.0.1', ...phone }: { token?: string; clientAddress?: string } = {},
) => caller({ ...phone, clientAddress }).auth.openPhoneLink({ token, isConfirmed: true });
const ask = (token: string, phone: { token?: string } = {}) =>
  caller(phone).auth.openPhoneLink({ token });

test('A112: the link asks a logged-out device whose account to open, and opens nothing until confirmed', async () => {
  const token = await link();
  const before = await countRows('sessions');
  const name = expect.stringMatching(/^Wanjiru /);
  const asked = { outcome: 'unconfirmed', name, isLoggedIn: false };
  expect(await ask(token)).toEqual(asked);
  expect(await ask(token)).toEqual(asked);
  expect(await countRows('sessions')).toBe(before);
  expect(await outcomeOf(ask(createToken()))).toBe(REFUSED);
  expect(await open(token)).toMatchObject({ outcome: 'sessionOpened', user: { id: farmer.id } });
  const session = { isCurrent: false, isRemembered: false, device: 'Chrome, Android' };
  expect(await caller(farmer).auth.sessions()).toContainEqual(expect.objectContaining(session));
  expect(await outcomeOf(ask(token))).toBe(REFUSED);
});

test('the link opens one session for ten phones that use it at once', async () => {
  const token = await link();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(open(token))));
  expect(tally(outcomes.sort())).toBe(`9 ${REFUSED}, 1 accepted`);
});

test('the link expires after a minute', async () => {
  expect(PHONE_LINK_SECONDS).toBe(60);
  const late = await link();
  advance(PHONE_LINK_SECONDS);
  expect(await outcomeOf(open(late))).toBe(REFUSED);
  const next = await link();
  advance(PHONE_LINK_SECONDS - 1);
  await open(next);
});

test('the link ends when a new one is shown, when its computer logs out, and when the account is suspended', async () => {
  const first = await link();
  const second = await link();
  expect(await outcomeOf(open(first))).toBe(REFUSED);
  await db.execute(sql`update users set suspended_at = now()`);
  expect(await outcomeOf(open(second))).toBe(REFUSED);
  await db.execute(sql`update users set suspended_at = null`);
  await caller(farmer).auth.logout();
  expect(await outcomeOf(open(second))).toBe(REFUSED);
});

test('the link ends with the session of its computer', async () => {
  const now = services.clock();
  await db.execute(sql`update sessions set ends_at = ${secondsAfter(now, PHONE_LINK_SECONDS / 2)}`);
  const token = await link();
  advance(PHONE_LINK_SECONDS / 2);
  expect(await outcomeOf(open(token))).toBe(REFUSED);
});

test.runIf(isOnPostgres)(
  'the link leaves no session behind when its owner logs out everywhere while it is being opened',
  async () => {
    const token = await link();
    const admin = postgres(testDatabaseUrl(), { max: 2 });
    const waiting = (number: number) => expect.poll(() => countWaiting()).toBe(number);
    let opening: ReturnType<typeof open> | undefined;
    let leaving: Promise<unknown> | undefined;
    await admin.begin(async (tx) => {
      // The new session waits for the lock on its user's row.
      await tx`select id from users for update`;
      opening = open(token);
      await waiting(1);
      leaving = caller(farmer).auth.logoutEverywhere();
      await waiting(2);
    });
    const [opened] = await Promise.all([opening, leaving]);
    await admin.end();
    expect(opened).toMatchObject({ outcome: 'sessionOpened' });
    expect(await countRows('sessions')).toBe(0);
  },
);

test('the link cannot be guessed, or read from the database', async () => {
  const token = await link();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await outcomeOf(open(createToken()))).toBe(REFUSED);
  expect(await dumpDatabase()).not.toContain(token);
  for (let tries = 1; tries < PHONE_LINKS_OPENED_PER_MINUTE; tries++)
    await outcomeOf(open(createToken()));
  await refused(open(token), 'TOO_MANY_ATTEMPTS');
  await open(token, { clientAddress: '10.0.0.9' });
});

test('the link is created for farmers only, a limited number of times', async () => {
  const buyer = await makeTestBuyer();
  await refused(caller(buyer).auth.createPhoneLink(), 'FARMERS_ONLY');
  for (let made = 0; made < PHONE_LINKS_PER_HOUR; made++) await link();
  await refused(caller(farmer).auth.createPhoneLink(), 'TOO_MANY_ATTEMPTS');
});

test('the link leaves a phone already logged in to the account as it is, and switches accounts only when confirmed', async () => {
  const phone = await makeFarm();
  const token = await link();
  expect(await ask(token, phone)).toMatchObject({ outcome: 'unconfirmed', isLoggedIn: true });
  const replaced = await caller(phone).auth.openPhoneLink({ token, isConfirmed: true });
  expect(replaced).toMatchObject({ outcome: 'sessionOpened', user: { id: farmer.id } });
  const again = await link();
  expect(await ask(again, farmer)).toEqual({ outcome: 'sameAccount' });
  expect(await outcomeOf(open(again))).toBe(REFUSED);
});
