import {
  advance,
  buyerSignup,
  call,
  caller,
  countRows,
  givenMarket,
  lastCode,
  mailbox,
  mailedCode,
  makeBuyer,
  outcomeOf,
  PASSWORD,
  refusalOf,
  refused,
  request,
  rowsOf,
  sql,
  wrongCode,
} from '#tests/setup/in-market.ts';

givenMarket();
const { email } = buyerSignup();
const purpose = 'signup';

describe('the life of a code', () => {
  beforeEach(async () => {
    await caller().auth.signupBuyer(buyerSignup());
  });

  const send = () => mailedCode({ email });
  const enter = (otp: string) => outcomeOf(caller().otp.verify({ email, purpose, otp }));

  test.each([
    [599, 'accepted'],
    [600, 'CODE_INVALID'],
    [601, 'CODE_INVALID'],
  ])('A3: entered after %d s it is %s', async (seconds, outcome) => {
    const code = await send();
    advance(seconds);
    expect(await enter(code)).toBe(outcome);
  });

  test('A4: a code is accepted once, and a new one invalidates the old one', async () => {
    const old = await send();
    advance(60);
    const fresh = await send();
    expect(await enter(old)).toBe('CODE_INVALID');
    expect(await enter(fresh)).toBe('accepted');
    expect(await enter(fresh)).toBe('CODE_INVALID');
  });

  test("A4: a new code does not reset the account's failures", async () => {
    for (let code = 1; code <= 2; code++) {
      const right = await send();
      for (let i = 1; i <= 5; i++) expect(await enter(wrongCode(right, i))).toBe('CODE_INVALID');
      advance(60);
    }
    expect(await enter(await send())).toBe('TOO_MANY_ATTEMPTS');
    expect(await countRows('wrong_codes')).toBe(10);
  });

  test('a guess without a live code does not count', async () => {
    for (let i = 0; i < 30; i++) expect(await enter('000000')).toBe('CODE_INVALID');
    expect(await countRows('wrong_codes')).toBe(0);
    expect(await enter(await send())).toBe('accepted');
  });

  test('an email and purpose never have two live codes, however many requests arrive at once', async () => {
    const { otp } = caller();
    await Promise.all(Array.from({ length: 10 }, () => outcomeOf(otp.send({ email, purpose }))));
    expect(mailbox).toHaveLength(1);
    const live = sql`consumed_at is null and voided_at is null`;
    expect(await countRows('one_time_codes', live)).toBe(1);
  });

  test("upper and lower case of an address share a code, which is mailed to the account's address", async () => {
    await caller().otp.send({ email: email.toUpperCase(), purpose });
    expect(await enter(lastCode(email))).toBe('accepted');
  });
});

describe('guessing a code', () => {
  let right: string;
  beforeEach(async () => {
    await caller().auth.signupBuyer(buyerSignup());
    right = await mailedCode({ email });
  });

  const guess = (otp: string, clientAddress = '127.0.0.1') =>
    outcomeOf(caller({ clientAddress }).otp.verify({ email, purpose, otp }));
  async function evaluated() {
    const sum = sql`select sum(attempts)::int as n from one_time_codes`;
    return (await rowsOf<{ n: number }>(sum))[0]?.n;
  }

  test('A1: of fifty wrong codes at once at most five are evaluated, and the right one fails afterwards', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => guess(wrongCode(right, i + 1), `10.0.0.${i}`)),
    );
    expect(new Set(outcomes)).toEqual(new Set(['CODE_INVALID']));
    expect(await evaluated()).toBe(5);
    expect(await guess(right)).toBe('CODE_USED_UP');
    expect(await evaluated()).toBe(5);
    expect(await countRows('sessions')).toBe(0);
  });

  test('A2: the right code, sent twenty times at once, opens one session', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => guess(right)));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await countRows('sessions')).toBe(1);
  });

  test('after four wrong codes the right one still works', async () => {
    for (let i = 1; i <= 4; i++) expect(await guess(wrongCode(right, i))).toBe('CODE_INVALID');
    expect(await guess(right)).toBe('accepted');
  });

  test('A8: a tRPC batch of a hundred verifications is refused, and none of them counts', async () => {
    const { status, headers } = await batch(100);
    expect(String(status)).toMatch(/^4/);
    expect(headers.get('content-type')).toContain('application/json');
    expect(await evaluated()).toBe(0);
  });

  test('A8: in a batch of allowed size every verification counts, and REST shares the counter', async () => {
    const overRest = async (otp: string) =>
      (await call('/api/auth/verify-otp', { email, purpose, otp })).status;
    for (let i = 1; i <= 2; i++) await overRest(wrongCode(right, 100 + i));
    await batch(10);
    expect(await evaluated()).toBe(5);
    expect(await overRest(right)).toBe(400);
  });

  async function batch(size: number) {
    const paths = Array.from({ length: size }, () => 'otp.verify').join(',');
    const inputs = Object.fromEntries(
      Array.from({ length: size }, (_, i) => [i, { email, purpose, otp: wrongCode(right, i + 1) }]),
    );
    return request(`/trpc/${paths}?batch=1`, { body: inputs });
  }
});

const send = (purpose: 'signup' | 'login' | 'password_reset', to = email) =>
  caller().otp.send({ email: to, purpose });

test('the rate of code mails: A6: a second code within 60 s is refused, with the seconds to wait, whether or not the first was used', async () => {
  await caller().auth.signupBuyer(buyerSignup());
  await send('signup');
  advance(15);
  const tooSoon = { code: 'CODE_TOO_SOON', retryAfterSeconds: 45 };
  expect(await refusalOf(send('signup'))).toMatchObject({
    ...tooSoon,
    codeExpiresInSeconds: 585,
  });
  const otp = lastCode(email);
  await caller().otp.verify({ email, purpose: 'signup', otp });
  expect(await refusalOf(send('signup'))).toMatchObject({ ...tooSoon, codeExpiresInSeconds: 0 });
  advance(44);
  await refused(send('signup'), 'CODE_TOO_SOON');
  advance(1);
  await refused(send('signup'), 'EMAIL_TAKEN');
});

test('the rate of code mails: A6: the case of the address does not matter, and each purpose has its own limit', async () => {
  await makeBuyer();
  await refused(send('signup', email.toUpperCase()), 'CODE_TOO_SOON');
  await caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
  await send('login');
  await send('password_reset');
  await refused(send('password_reset'), 'CODE_TOO_SOON');
});

test('the rate of code mails: A6: an email gets ten code mails in any hour, and the eleventh is told when to retry', async () => {
  await caller().auth.signupBuyer(buyerSignup());
  for (let i = 0; i < 10; i++) {
    await send('signup');
    advance(61);
  }
  expect(await refusalOf(send('signup'))).toMatchObject({
    code: 'CODE_TOO_SOON',
    retryAfterSeconds: 3600 - 610,
  });
  advance(3600 - 610);
  await send('signup');
  expect(mailbox).toHaveLength(11);
});

test('the rate of code mails: password resets, which anybody may request, leave three mails an hour for login codes', async () => {
  await makeBuyer();
  advance(3600);
  const outcomes = [];
  for (let i = 0; i < 10; i++) {
    outcomes.push(await outcomeOf(send('password_reset')));
    advance(61);
  }
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(7);
  await caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
  for (let i = 0; i < 3; i++) {
    await send('login');
    advance(61);
  }
  await refused(send('login'), 'CODE_TOO_SOON');
});
