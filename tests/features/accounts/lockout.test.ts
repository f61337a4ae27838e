import { prune } from '#app/features.ts';
import {
  advance,
  buyerSignup,
  call,
  caller,
  db,
  dumpDatabase,
  givenMarket,
  mailedCode,
  now,
  outcomeOf,
  PASSWORD,
  refused,
  resetPassword,
  tally,
} from '#tests/setup/in-market.ts';

const NEW_PASSWORD = 'Ndizi-mbivu-2026';
const HOME = '10.5.5.5';
const { email } = buyerSignup();
let deviceToken: string;
givenMarket();
beforeEach(async () => {
  deviceToken = await signUp(email);
});

async function signUp(to: string, sent?: string): Promise<string> {
  const visitor = caller({ clientAddress: HOME, ...(sent && { deviceToken: sent }) });
  await visitor.auth.signupBuyer(buyerSignup({ email: to }));
  const otp = await mailedCode({ email: to }, visitor);
  const confirmed = await visitor.otp.verify({ email: to, purpose: 'signup', otp });
  if (confirmed.outcome !== 'sessionOpened') throw new Error(confirmed.outcome);
  return confirmed.deviceToken;
}
const login = (
  password: string,
  device: { deviceToken?: string; clientAddress?: string } = {},
  to = email,
) => {
  const { auth } = caller({ clientAddress: HOME, ...device });
  return outcomeOf(auth.verifyBuyerCredentials({ email: to, password }));
};
async function lockOut(to = email) {
  const outcomes = [];
  for (let i = 0; i < 50; i++)
    outcomes.push(await login('Wrong-password-1', { clientAddress: `10.6.6.${i % 5}` }, to));
  return outcomes;
}

test('strangers lock the owner out no longer than until a reset by mail', async () => {
  await lockOut();
  expect(await login(PASSWORD)).toBe('TOO_MANY_ATTEMPTS');
  advance(61);
  const { deviceToken: ofReset } = await resetPassword(email, NEW_PASSWORD);
  expect(await login(NEW_PASSWORD)).toBe('accepted');
  await lockOut();
  expect(await login(NEW_PASSWORD)).toBe('TOO_MANY_ATTEMPTS');
  expect(await login(NEW_PASSWORD, { deviceToken: ofReset })).toBe('accepted');
});

test('strangers never lock out a device on which the owner has logged in; it has its own ten tries', async () => {
  await lockOut();
  expect(await login(PASSWORD)).toBe('TOO_MANY_ATTEMPTS');
  expect(await login(PASSWORD, { deviceToken })).toBe('accepted');
  const outcomes = [];
  for (let i = 0; i < 12; i++)
    outcomes.push(await login('Wrong-password-1', { deviceToken, clientAddress: `10.7.7.${i}` }));
  expect(tally(outcomes)).toBe('10 LOGIN_FAILED, 2 TOO_MANY_ATTEMPTS');
});

test('strangers gain nothing from their own device, a made-up token, or an unknown account', async () => {
  const strangers = await signUp('stranger@x.ke');
  for (const sent of [strangers, 'a'.repeat(43)]) {
    for (const to of [email, 'nobody@x.ke']) {
      const clientAddress = `10.8.${to.length}.${sent === strangers ? 1 : 2}`;
      const outcomes = [];
      for (let i = 0; i < 11; i++)
        outcomes.push(await login('Wrong-password-1', { deviceToken: sent, clientAddress }, to));
      expect(tally(outcomes)).toBe('10 LOGIN_FAILED, 1 TOO_MANY_ATTEMPTS');
    }
  }
  const another = await signUp('another@x.ke');
  await lockOut();
  expect(await login('Wrong-password-1', { deviceToken: another })).toBe('TOO_MANY_ATTEMPTS');
});

test('a device token opens nothing: password and code are still required', async () => {
  expect(await login('Wrong-password-1', { deviceToken })).toBe('LOGIN_FAILED');
  await refused(caller({ token: deviceToken }).buyer.profile(), 'NOT_LOGGED_IN');
  advance(61);
  const owner = caller({ deviceToken, clientAddress: HOME });
  await refused(owner.otp.send({ email, purpose: 'login' }), 'LOGIN_FAILED');
  expect(await dumpDatabase()).not.toContain(deviceToken);
});

test('people who share a device share its token, each with their own tries', async () => {
  expect(await signUp('sister@x.ke', deviceToken)).toBe(deviceToken);
  for (let i = 0; i < 11; i++) await login('Wrong-password-1', { deviceToken });
  expect(await login(PASSWORD, { deviceToken })).toBe('TOO_MANY_ATTEMPTS');
  expect(await login(PASSWORD, { deviceToken }, 'sister@x.ke')).toBe('accepted');
  expect(await signUp('brother@x.ke', 'a'.repeat(43))).not.toBe('a'.repeat(43));
});

test('over REST the token travels in a header, and the bodies are unchanged', async () => {
  await lockOut();
  const statusWith = async (own: Record<string, string>) => {
    const headers = { 'x-forwarded-for': HOME, ...own };
    const credentials = { email, password: PASSWORD };
    const path = '/api/auth/buyer/verify-credentials';
    return (await call(path, credentials, { headers })).status;
  };
  expect(await statusWith({})).toBe(429);
  expect(await statusWith({ 'x-device-token': deviceToken })).toBe(200);
  expect(await statusWith({ 'x-device-token': `${deviceToken}x` })).toBe(429);
  const otp = await mailedCode({ email, purpose: 'login' });
  const loggedIn = await call('/api/auth/verify-otp', { email, purpose: 'login', otp });
  expect(loggedIn.headers.get('x-device-token')).toMatch(/^[\w-]{43}$/);
  expect(loggedIn.body).not.toHaveProperty('deviceToken');
});

test('a device is forgotten after 180 days without a login', async () => {
  advance(181 * 24 * 3600);
  await prune(db, now());
  await lockOut();
  expect(await login(PASSWORD, { deviceToken })).toBe('TOO_MANY_ATTEMPTS');
});
