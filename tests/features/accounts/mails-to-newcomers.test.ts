import { letters } from '#server/outbox.ts';
import { newcomerPools } from '#server/rate-limits.ts';
import {
  advance,
  buyerSignup,
  call,
  caller,
  givenMarket,
  logIn,
  mailbox,
  makeBuyer,
  market,
  PASSWORD,
  runOutbox,
  services,
  tally,
} from '#tests/setup/in-market.ts';

const TRIED = 240;
const NOT_SENT = 'No code was sent, because too many were requested. Please try again later.';
const ATTACKER = '10.6.6.6';
const { mail } = newcomerPools;
const [MAILS_PER_ADDRESS = 0] = mail.perAsker;
givenMarket();

const path = '/api/auth/send-otp';
const from = (clientAddress: string) => ({ headers: { 'x-forwarded-for': clientAddress } });
const ask = (email: string, clientAddress: string, purpose = 'signup') =>
  call(path, { email, purpose }, from(clientAddress));
const mailsTo = (pattern: RegExp) => mailbox.filter(({ to }) => pattern.test(to)).length;
async function withheld() {
  const text = await services.metrics.registry.metrics();
  return Number(/outcome="withheld"\} (\d+)/.exec(text)?.[1] ?? 0);
}
const fill = (clientAddress: string, points = MAILS_PER_ADDRESS) =>
  services.rateLimits.add(mail, points, clientAddress, 'asker 0', '');

test('two hundred strangers an hour from one address get a mail, and the others hear that no code was sent', {
  timeout: 120_000,
}, async () => {
  const answers = [];
  for (let i = 0; i < TRIED; i++) answers.push(await ask(`stranger${i}@x.ke`, ATTACKER));
  expect(tally(answers.map(({ status, body }) => `${status} ${body.message}`))).toBe(
    `${MAILS_PER_ADDRESS} 200 OTP sent. Check your email., ${TRIED - MAILS_PER_ADDRESS} 429 ${NOT_SENT}`,
  );
  expect(mailsTo(/stranger/)).toBe(MAILS_PER_ADDRESS);
  expect(await withheld()).toBe(TRIED - MAILS_PER_ADDRESS);
  await ask('wanjiru@x.ke', '10.1.1.1');
  expect(mailsTo(/wanjiru/)).toBe(1);
});

test('A121: once a network has used up its mails no code is sent, and the answer says so, whether or not there is an account', async () => {
  const { email } = await makeBuyer();
  await fill('10.1.1.2');
  const body = { success: false, message: NOT_SENT, code: 'CODE_NOT_SENT' };
  for (const to of ['nobody@x.ke', email]) {
    const answer = await ask(to, '10.1.1.2');
    expect([answer.status, answer.body]).toEqual([429, body]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(mailsTo(/nobody/)).toBe(0);
  expect((await ask('nobody@x.ke', '10.1.1.2')).body.message).toBe(NOT_SENT);
});

test('A150: an answer that says who has an account counts like a mail', async () => {
  const [first, second] = [await makeBuyer(), await makeBuyer({ email: 'b@x.ke' })];
  advance(61);
  await fill(ATTACKER, MAILS_PER_ADDRESS - 1);
  expect((await ask(first.email, ATTACKER)).body.code).toBe('EMAIL_TAKEN');
  expect((await ask(second.email, ATTACKER)).body.code).toBe('CODE_NOT_SENT');
});

test('login codes of an unverified account count too', async () => {
  const email = 'victim@x.ke';
  await fill(ATTACKER);
  const attacker = caller({ clientAddress: ATTACKER });
  await attacker.auth.signupBuyer(buyerSignup({ email }));
  await attacker.auth.verifyBuyerCredentials({ email, password: PASSWORD });
  expect((await ask(email, ATTACKER, 'login')).body).toMatchObject({ message: NOT_SENT });
  expect(mailsTo(/victim/)).toBe(0);
});

test('people with an account can log in whatever was used up', async () => {
  const { email } = await makeBuyer();
  await fill('127.0.0.1');
  await ask('stranger@x.ke', '127.0.0.1');
  expect(mailsTo(/stranger/)).toBe(0);
  expect(await logIn({ email, password: PASSWORD, role: 'buyer' })).toMatchObject({
    token: expect.any(String),
  });
});

test('A164: resets that a flood asked for from many networks wait, and a quiet network is next', async () => {
  const { email } = await makeBuyer();
  for (let i = 0; i < letters.atOnce; i++)
    await ask(`somebody${i}@x.ke`, `2001:db8:${i}::1`, 'password_reset');
  mailbox.length = 0;
  await ask(email, '10.1.1.1', 'password_reset');
  await runOutbox();
  expect(mailbox).toMatchObject([{ to: email }]);
});

test('a mail that could not be sent does not count', async () => {
  market.outage.mail = true;
  await fill('10.1.1.1', MAILS_PER_ADDRESS - 1);
  for (let i = 0; i < 3; i++) expect((await ask(`early${i}@x.ke`, '10.1.1.1')).status).toBe(503);
  market.outage.mail = false;
  await ask('late@x.ke', '10.1.1.1');
  expect(mailsTo(/late/)).toBe(1);
});
