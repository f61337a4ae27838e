import { sha256 } from '#server/hashes.ts';
import {
  buyerSignup,
  caller,
  dumpDatabase,
  givenOneMarket,
  logged,
  mailbox,
  makeBuyer,
  makeFarmer,
  market,
  outcomeOf,
  proveEmail,
  report,
  request,
  resetPassword,
  runOutbox,
} from '#tests/setup/in-market.ts';
import { standingAlone } from '#tests/setup/standing-alone.ts';

const passwords = ['Mavuno-mema-2026', 'Mpya-kabisa-2026', 'Kosa-kubwa-2026'];
const phones = ['733111222', '144555666'];
const nationalIds = ['31415926', '27182818'];
let tokens: string[] = [];
let codes: string[] = [];

givenOneMarket();
beforeAll(async () => {
  const buyer = await makeBuyer({ phoneNumber: '0733111222', nationalId: '31415926' });
  const farmer = await makeFarmer({ phoneNumber: '0144555666', nationalId: '27182818' });
  const { email } = buyer;
  await outcomeOf(caller().auth.verifyBuyerCredentials({ email, password: 'Kosa-kubwa-2026' }));
  await touchRest(buyer.token, farmer.token);
  const signupToken = await proveEmail('unknown@x.ke');
  await resetPassword(email, 'Mpya-kabisa-2026');
  await runOutbox();
  market.outage.mail = true;
  await outcomeOf(caller().otp.send({ email: 'third@x.ke', purpose: 'signup' }));
  await caller().auth.forgotPassword({ email: farmer.email });
  await runOutbox();
  market.outage.mail = false;
  await caller().otp.send({ email: 'live@x.ke', purpose: 'signup' });
  tokens = [buyer.token, farmer.token, signupToken];
  codes = mailbox.flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? []);
});

async function touchRest(buyerToken: string, farmerToken: string) {
  await request('/api/buyer/profile', { token: buyerToken });
  await request('/api/farmer/profile', { token: farmerToken });
  await request('/trpc/buyer.profile', { token: buyerToken });
  for (const body of [
    buyerSignup({ phoneNumber: '0733111222', nationalId: '31415926' }),
    { ...buyerSignup(), phoneNumber: '0733111222x', firstName: { nationalId: '31415926' } },
    '{"nationalId":"31415926","phoneNumber":"0733111222"',
  ])
    await request('/api/auth/buyer/signup', { body });
  await request(`/api/buyer/profile?token=${buyerToken}`);
  const body = { ...buyerSignup(), email: 7, password: 'Kosa-kubwa-2026' };
  await request('/trpc/auth.signupBuyer', { body });
  const input = encodeURIComponent(`{"token":"${farmerToken}"`);
  await request(`/trpc/buyer.profile?input=${input}`);
}

test('A10: the database contains no code, token or password', async () => {
  const dump = await dumpDatabase();
  expect(tokens.every((token) => token.length === 43)).toBe(true);
  expect(codes.length).toBeGreaterThanOrEqual(6);
  for (const secret of [...tokens, ...passwords]) expect(dump).not.toContain(secret);
  for (const code of codes) expect(dump).not.toMatch(standingAlone(code));
  for (const code of codes) expect(dump).not.toContain(sha256(code));
  expect(dump).toContain('$argon2id$');
  expect(dump).toContain(sha256(tokens[1] ?? ''));
  report('A10', `${dump.length} characters of database: no token, code or password`);
});

test('F47: the log contains no phone number, national ID, code, token or password', async () => {
  const log = logged.join('\n');
  const secrets = [...phones, ...nationalIds, ...tokens, ...passwords];
  for (const secret of secrets) expect(log).not.toContain(secret);
  for (const code of codes) expect(log).not.toMatch(standingAlone(code));
  expect(log).not.toMatch(/@(duka|shamba|x)\./);
  expect(logged.length).toBeGreaterThan(9);
  report('F47', `${logged.length} log lines: no secret, no email address`);
});
