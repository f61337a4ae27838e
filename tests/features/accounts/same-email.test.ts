import type { BuyerSignup } from '#accounts/rules/account.ts';
import { prune } from '#app/features.ts';
import { meanwhile } from '#tests/setup/database/meanwhile.ts';
import {
  advance,
  buyerSignup,
  call,
  caller,
  countRows,
  DAY,
  db,
  dumpDatabase,
  farmerSignup,
  givenMarket,
  lastCode,
  mailbox,
  mailedCode,
  makeBuyer,
  market,
  now,
  outcomeOf,
  PASSWORD,
  proveEmail,
  refused,
} from '#tests/setup/in-market.ts';

givenMarket();

const signUp = (change: Partial<BuyerSignup> = {}) =>
  outcomeOf(caller().auth.signupBuyer(buyerSignup(change)));

const logInWith = (email: string) =>
  outcomeOf(caller().auth.verifyBuyerCredentials({ email, password: PASSWORD }));

test('A14: one account per email: A@x.ke and a@x.ke are one account', async () => {
  await makeBuyer({ email: 'A@x.ke' });
  expect(await signUp({ email: 'a@X.KE' })).toBe('EMAIL_TAKEN');
  expect(await logInWith('a@x.ke')).toBe('accepted');
});

test('A14: one account per email: ten signups at once create one row, and none fails', async () => {
  const signups = [...'abcdefghij'].map((letter, i) =>
    buyerSignup({ email: i % 2 ? 'a@x.ke' : 'A@X.ke', firstName: `Name${letter}` }),
  );
  const answers = await Promise.all(
    signups.map((signup) => call('/api/auth/buyer/signup', signup)),
  );
  expect(await countRows('users')).toBe(1);
  expect(await countRows('buyers')).toBe(1);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
});

test('A14: a farmer and a buyer at once with one email create one account', async () => {
  const { email } = farmerSignup();
  const signupToken = await proveEmail(email);
  const outcomes = await Promise.all([
    outcomeOf(caller().auth.signupFarmer({ ...farmerSignup(), signupToken })),
    signUp({ email }),
  ]);
  expect(outcomes[0]).toBe('accepted');
  expect(await signUp({ email })).toBe('EMAIL_TAKEN');
  expect(await countRows('users')).toBe(1);
  expect(await countRows('farms')).toBe(1);
});

test.each([
  ['a Turkish İ for an i', 'k\u0130mani@x.ke'],
  ['a Kelvin sign for a k', '\u212aimani@x.ke'],
])(
  "A14: one account per email: %s never sends the owner's code to another mailbox",
  async (_, lookalike) => {
    const email = 'kimani@x.ke';
    await signUp({ email });
    await caller().otp.send({ email: lookalike, purpose: 'signup' });
    const { to } = mailbox.at(-1) ?? { to: '' };
    const confirmed = await market
      .caller()
      .otp.verify({ email: lookalike, purpose: 'signup', otp: lastCode(to) });
    // Either it equals her address in every letter, or it belongs to somebody else and proves
    // nothing about hers.
    if (to.toLowerCase() !== email) {
      expect(confirmed.outcome).toBe('emailProven');
      await refused(caller().auth.signupFarmer(farmerSignup({ email })), 'EMAIL_NOT_PROVEN');
    }
  },
);

test('A14: an account replaced during its password check opens no session, without an internal error', async () => {
  await signUp();
  meanwhile(market, () => signUp({ password: 'Ndizi-mbivu-2026' }));
  expect(await logInWith(buyerSignup().email)).toBe('LOGIN_FAILED');
  expect(await countRows('login_passes')).toBe(0);
});

const pruneNow = () => prune(db, now());

test('F73: an unverified signup is deleted after seven days, with its data; verified accounts stay', async () => {
  await makeBuyer({ email: 'verified@x.ke' });
  for (let i = 0; i < 5; i++) {
    const own = { nationalId: `3141592${i}`, phoneNumber: `+25470011220${i}` };
    await signUp({ ...own, email: `unverified${i}@x.ke` });
  }
  advance(7 * DAY - 60);
  await pruneNow();
  expect(await countRows('users')).toBe(6);
  advance(120);
  await pruneNow();
  expect(await countRows('users')).toBe(1);
  const dump = await dumpDatabase();
  expect(dump).not.toMatch(/3141592\d|\+25470011220|unverified/);
});

test('F73: an unverified signup is kept while its owner has a live code', async () => {
  const { email } = buyerSignup();
  await signUp();
  advance(7 * DAY + 60);
  const otp = await mailedCode({ email });
  await pruneNow();
  const confirmed = await caller().otp.verify({ email, purpose: 'signup', otp });
  expect(confirmed.outcome).toBe('sessionOpened');
});
