import { Secret, TOTP } from 'otpauth';
import { OPERATOR_ATTEMPTS_PER_HOUR } from '#operator/rules/desk-input.ts';
import { operatorActions } from '#operator/server/tables.ts';
import { makeAuthenticator } from '#tests/setup/authenticator.ts';
import {
  advance,
  and,
  caller,
  command,
  db,
  eq,
  givenMarket,
  mailbox,
  makeOperator,
  now,
  operate,
  outcomeOf,
  refused,
  request,
  runOutbox,
  tally,
  wrongCode,
} from '#tests/setup/in-market.ts';

const PASSWORD = 'correct horse battery';
const reason = 'New here';
const EMAIL = 'amina@soko.example';
givenMarket();
const entry = () => caller().desk.entry;
const me = (token: string) => caller({ token }).desk.entry.me();
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: now().getTime(),
  });

async function invite(name: string) {
  const words = ['invite', name, '--role', 'finance', '--email', EMAIL, '--reason', reason];
  return tokenIn((await command(...words)).text);
}
function tokenIn(text: string): string {
  const token = /\/desk#([\w-]{43})/.exec(text)?.[1];
  if (!token) throw new Error(`no link in ${text}`);
  return token;
}
async function mailedLink(does: 'invite' | 'newOperatorLink', name: string) {
  const person = { name, email: EMAIL, reason };
  if (does === 'invite') await operate(does, { ...person, role: 'reader' });
  else await operate(does, person);
  await runOutbox();
  const mail = mailbox.at(-1);
  expect(mail?.to).toBe(EMAIL);
  return tokenIn(mail?.text ?? '');
}
const refusalsOf = (operator: string, action: string) =>
  db.$count(
    operatorActions,
    and(
      eq(operatorActions.operator, operator),
      eq(operatorActions.action, action),
      eq(operatorActions.outcome, 'refused'),
    ),
  );
async function openLink(token: string) {
  const { secret } = await entry().openLink({ token });
  return { secret, chosen: { token, password: PASSWORD, code: codeOf(secret) } };
}
async function withPassword() {
  const token = await invite('amina');
  const { secret, chosen } = await openLink(token);
  return { link: token, secret, session: (await entry().choosePassword(chosen)).token };
}
async function withPasskey() {
  const token = await invite('amina');
  const authenticator = makeAuthenticator();
  const response = authenticator.create(await entry().offerPasskey({ token }));
  const { token: session } = await entry().choosePasskey({ token, response });
  return { authenticator, session };
}

test('a link lets in once, within a day, with a password and an authenticator', async () => {
  const { link, session, secret } = await withPassword();
  expect(await me(session)).toMatchObject({ name: 'amina', role: 'finance' });
  await refused(entry().openLink({ token: link }), 'OPERATOR_LINK_INVALID');
  advance(30);
  const again = { token: link, password: PASSWORD, code: codeOf(secret) };
  await refused(entry().choosePassword(again), 'OPERATOR_LINK_INVALID');
  const late = await makeLink('baraka');
  advance(24 * 60 * 60);
  await refused(entry().openLink({ token: late }), 'OPERATOR_LINK_INVALID');
});

test('a link is used up by two browsers at once only once', async () => {
  const token = await invite('amina');
  const { chosen } = await openLink(token);
  const both = await Promise.allSettled([
    entry().choosePassword(chosen),
    entry().choosePassword(chosen),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a password alone, a code alone and a used code let nobody in', async () => {
  const { secret } = await withPassword();
  const logIn = (password: string, code: string, name = 'amina') =>
    outcomeOf(entry().logInWithPassword({ name, password, code }));
  // The code that chose the password was used with it.
  expect(await logIn(PASSWORD, codeOf(secret))).toBe('LOGIN_FAILED');
  advance(60);
  const code = codeOf(secret);
  expect(await logIn(PASSWORD, wrongCode(code))).toBe('LOGIN_FAILED');
  expect(await logIn('Another password', code)).toBe('LOGIN_FAILED');
  expect(await logIn(PASSWORD, code, 'nobody')).toBe('LOGIN_FAILED');
  const { token } = await entry().logInWithPassword({ name: 'Amina', password: PASSWORD, code });
  expect(await me(token)).toMatchObject({ name: 'amina' });
  expect(await logIn(PASSWORD, code)).toBe('LOGIN_FAILED');
});

test('guesses are limited for each name in any spelling, also from many addresses', async () => {
  await withPassword();
  const outcomes: string[] = [];
  for (let guess = 0; guess < OPERATOR_ATTEMPTS_PER_HOUR + 5; guess += 1) {
    const name = [...'amina']
      .map((letter, at) => ((guess >> at) & 1 ? letter.toUpperCase() : letter))
      .join('');
    const { desk } = caller({ clientAddress: `10.0.${guess}.1` });
    const given = { name, password: PASSWORD, code: '000000' };
    outcomes.push(await outcomeOf(desk.entry.logInWithPassword(given)));
  }
  expect(tally(outcomes)).toBe(`${OPERATOR_ATTEMPTS_PER_HOUR} LOGIN_FAILED, 5 TOO_MANY_ATTEMPTS`);
});

test('A146: strangers who guess and ask for challenges lock no operator out of a known device', async () => {
  const { session, secret } = await withPassword();
  const { deviceToken } = await me(session);
  const guess = (from: object) => {
    const given = { name: 'amina', password: 'Another password', code: '000000' };
    return outcomeOf(caller(from).desk.entry.logInWithPassword(given));
  };
  for (let at = 0; at <= OPERATOR_ATTEMPTS_PER_HOUR; at += 1) {
    await guess({ clientAddress: `10.0.${at}.1` });
    await caller({ clientAddress: '10.1.1.1' }).desk.entry.askForPasskey();
  }
  expect(await guess({})).toBe('TOO_MANY_ATTEMPTS');
  advance(60);
  const right = () => ({ name: 'amina', password: PASSWORD, code: codeOf(secret) });
  const known = caller({ clientAddress: '10.1.1.1', deviceToken }).desk.entry;
  expect((await known.logInWithPassword(right())).token).toHaveLength(43);
  for (let at = 0; at < OPERATOR_ATTEMPTS_PER_HOUR; at += 1) await guess({ deviceToken });
  expect(await guess({ deviceToken })).toBe('TOO_MANY_ATTEMPTS');
});

test('a lost passkey that logs in while the new link is used keeps no session', async () => {
  const { authenticator } = await withPasskey();
  const token = await mailedLink('newOperatorLink', 'amina');
  const { chosen } = await openLink(token);
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => authenticator.get(await entry().askForPasskey())),
  );
  const [owner, ...thieves] = await Promise.allSettled([
    entry().choosePassword(chosen),
    ...answers.map((response) => entry().logInWithPasskey(response)),
  ]);
  expect(owner?.status).toBe('fulfilled');
  for (const thief of thieves) {
    if (thief.status === 'fulfilled') await refused(me(thief.value.token), 'NOT_LOGGED_IN');
  }
});

test('a passkey lets in, whatever its counter says', async () => {
  const { authenticator } = await withPasskey();
  for (const counter of [5, 3, 0]) {
    const response = authenticator.get(await entry().askForPasskey(), { counter });
    const { token } = await entry().logInWithPasskey(response);
    expect(await me(token)).toMatchObject({ name: 'amina' });
  }
});

test('a challenge is accepted once, within five minutes, and only if this server gave it out', async () => {
  const { authenticator } = await withPasskey();
  const logIn = (response: ReturnType<typeof authenticator.get>) =>
    outcomeOf(entry().logInWithPasskey(response));
  const used = authenticator.get(await entry().askForPasskey());
  expect(await logIn(used)).toBe('accepted');
  expect(await logIn(used)).toBe('PASSKEY_REFUSED');
  const late = authenticator.get(await entry().askForPasskey());
  advance(5 * 60);
  expect(await logIn(late)).toBe('PASSKEY_REFUSED');
  const own = authenticator.get({ challenge: 'b3du' });
  expect(await logIn(own)).toBe('PASSKEY_REFUSED');
  expect(await refusalsOf('amina', 'enter')).toBe(3);
});

test.for([
  ['of another site', { origin: 'http://localhost.evil.example' }],
  ['of another port', { origin: 'http://localhost:3001' }],
  ['for another site', { rpId: 'evil.example' }],
  ['without user verification', { isVerified: false }],
] as const)('a passkey %s is refused, new or known', async ([, situation]) => {
  const { authenticator } = await withPasskey();
  const known = authenticator.get(await entry().askForPasskey(), situation);
  await refused(entry().logInWithPasskey(known), 'PASSKEY_REFUSED');
  const token = await makeLink('baraka');
  const options = await entry().offerPasskey({ token });
  const response = makeAuthenticator().create(options, situation);
  await refused(entry().choosePasskey({ token, response }), 'PASSKEY_REFUSED');
});

/** A link for a further account, which takes two people. */
const makeLink = (name: string) => mailedLink('invite', name);

test('a passkey of somebody else answers no challenge for a new one', async () => {
  const token = await invite('amina');
  const response = makeAuthenticator().create(await entry().askForPasskey());
  await refused(entry().choosePasskey({ token, response }), 'PASSKEY_REFUSED');
});

test('a session ends after 30 idle minutes, and after eight hours', async () => {
  const { session } = await withPassword();
  for (let minutes = 0; minutes < 8 * 60 - 25; minutes += 25) {
    await me(session);
    advance(25 * 60);
  }
  await me(session);
  advance(25 * 60);
  await refused(me(session), 'NOT_LOGGED_IN');
  const { token } = await makeOperator({ name: 'neema' });
  advance(30 * 60);
  await refused(me(token), 'NOT_LOGGED_IN');
});
test('a new link ends sessions at once, and the lost passkey when it is used', async () => {
  const { authenticator, session } = await withPasskey();
  const token = await mailedLink('newOperatorLink', 'amina');
  await refused(me(session), 'NOT_LOGGED_IN');
  await entry().choosePassword((await openLink(token)).chosen);
  const response = authenticator.get(await entry().askForPasskey());
  await refused(entry().logInWithPasskey(response), 'PASSKEY_REFUSED');
});

test('a session that comes from another device ends, with a row in the log', async () => {
  const { session } = await withPassword();
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' };
  const answer = await request('/trpc/desk.entry.me', { token: session, headers });
  expect(answer.status).toBe(401);
  await refused(me(session), 'NOT_LOGGED_IN');
  expect(await refusalsOf('amina', 'session')).toBe(1);
});

test('a closed account logs in no more', async () => {
  const { authenticator, session } = await withPasskey();
  await operate('closeOperator', { name: 'amina', reason });
  await refused(me(session), 'NOT_LOGGED_IN');
  const response = authenticator.get(await entry().askForPasskey());
  await refused(entry().logInWithPasskey(response), 'PASSKEY_REFUSED');
});
