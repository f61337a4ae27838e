import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServices } from '#app/server/start-services.ts';
import { readSettings } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import {
  buyerSignup,
  call,
  caller,
  givenMarket,
  mailbox,
  makeBuyer,
  makeSession,
  outcomeOf,
  refused,
  report,
  resetPassword,
  rowsOf,
  runOutbox,
  services,
  sql,
} from '#tests/setup/in-market.ts';

const { email } = buyerSignup();
givenMarket();
const logInWith = (password: string) =>
  outcomeOf(caller().auth.verifyBuyerCredentials({ email, password }));

test.each([
  ['of 200 characters', `Aa1${'x'.repeat(197)}`],
  ['with emoji', 'Shamba1 🌽🌽🌽'],
])(
  'A11: passwords: one %s is stored in full: without its last character it is wrong',
  async (_, password) => {
    await makeBuyer({ password });
    expect(await logInWith([...password].slice(0, -1).join(''))).toBe('LOGIN_FAILED');
    expect(await logInWith(`${password}x`)).toBe('LOGIN_FAILED');
    expect(await logInWith(password)).toBe('accepted');
  },
);

test('A11: a composed letter and its decomposed form are one password', async () => {
  await makeBuyer({ password: 'Caf\u00e9-2026' });
  expect(await logInWith('Cafe\u0301-2026')).toBe('accepted');
});

test('A11: passwords: one of a megabyte is refused at once, unhashed', async () => {
  const startedAt = performance.now();
  const signup = buyerSignup({ password: `Aa1${'x'.repeat(1_000_000)}` });
  const { status } = await call('/api/auth/buyer/signup', signup);
  const milliseconds = performance.now() - startedAt;
  expect(status).toBe(400);
  expect(milliseconds).toBeLessThan(1000);
  report('A11', `a password of 1 MB: ${status} after ${Math.round(milliseconds)} ms`);
});

test('A11: the started server hashes with argon2id, 19 MiB and two passes, and stores that', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soko-passwords-'));
  const started = await startServices(readSettings({ DATA_DIR: folder }), createLog('silent'));
  services.passwords = started.services.passwords;
  await started.stop();
  rmSync(folder, { recursive: true });
  await makeBuyer();
  const [row] = await rowsOf(sql`select password_hash as hash from users`);
  expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('A12: resetting a password ends every session, and tells the owner by mail', async () => {
  const buyer = await makeBuyer();
  const sessions = [buyer.token, await makeSession(buyer, true)];
  await resetPassword(email, 'Mpya-kabisa-2026');
  for (const token of sessions) await refused(caller({ token }).buyer.profile(), 'NOT_LOGGED_IN');
  await runOutbox();
  expect(mailbox.at(-1)).toMatchObject({
    to: email,
    subject: 'Your SokoShamba password was changed',
  });
  expect(await logInWith(buyer.password)).toBe('LOGIN_FAILED');
  expect(await logInWith('Mpya-kabisa-2026')).toBe('accepted');
});

test('A12: a never verified account gets no code', async () => {
  await caller().auth.signupBuyer(buyerSignup());
  await caller().auth.forgotPassword({ email });
  await runOutbox();
  expect(mailbox).toEqual([]);
});
