import { sha256 } from '#platform/server/hashes.ts';
import {
  buyerSignup,
  makeBuyer,
  makeFarmer,
  proveEmail,
  resetPassword,
} from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { dumpDatabase } from '#tests/setup/rows.ts';
import { standingAlone } from '#tests/setup/standing-alone.ts';

let market: Market;
const passwords = ['Mavuno-mema-2026', 'Mpya-kabisa-2026', 'Kosa-kubwa-2026'];
const phones = ['733111222', '144555666'];
const nationalIds = ['31415926', '27182818'];
let tokens: string[] = [];
let codes: string[] = [];

beforeAll(async () => {
  market = await makeMarket();
  const buyer = await makeBuyer(market, { phoneNumber: '0733111222', nationalId: '31415926' });
  const farmer = await makeFarmer(market, { phoneNumber: '0144555666', nationalId: '27182818' });
  const { email } = buyer;
  await outcomeOf(
    market.caller().auth.verifyBuyerCredentials({ email, password: 'Kosa-kubwa-2026' }),
  );
  await touchRest(buyer.token, farmer.token);
  const signupToken = await proveEmail(market, 'unknown@x.ke');
  await resetPassword(market, email, 'Mpya-kabisa-2026');
  await market.workThroughOutbox();
  market.outage.mail = true;
  await outcomeOf(market.caller().otp.send({ email: 'third@x.ke', purpose: 'signup' }));
  await market.caller().auth.forgotPassword({ email: farmer.email });
  await market.workThroughOutbox();
  market.outage.mail = false;
  await market.caller().otp.send({ email: 'live@x.ke', purpose: 'signup' });
  tokens = [buyer.token, farmer.token, signupToken];
  codes = market.mailbox.flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? []);
});

async function touchRest(buyerToken: string, farmerToken: string) {
  await market.request('/api/buyer/profile', { token: buyerToken });
  await market.request('/api/farmer/profile', { token: farmerToken });
  await market.request('/trpc/buyer.profile', { token: buyerToken });
  for (const body of [
    buyerSignup({ phoneNumber: '0733111222', nationalId: '31415926' }),
    { ...buyerSignup(), phoneNumber: '0733111222x', firstName: { nationalId: '31415926' } },
    '{"nationalId":"31415926","phoneNumber":"0733111222"',
  ])
    await market.request('/api/auth/buyer/signup', { body });
  await market.request(`/api/buyer/profile?token=${buyerToken}`);
  const body = { ...buyerSignup(), email: 7, password: 'Kosa-kubwa-2026' };
  await market.request('/trpc/auth.signupBuyer', { body });
  const input = encodeURIComponent(`{"token":"${farmerToken}"`);
  await market.request(`/trpc/buyer.profile?input=${input}`);
}

test('A10: the database contains no code, token or password', async () => {
  const dump = await dumpDatabase(market.db);
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
  const log = market.logged.join('\n');
  const secrets = [...phones, ...nationalIds, ...tokens, ...passwords];
  for (const secret of secrets) expect(log).not.toContain(secret);
  for (const code of codes) expect(log).not.toMatch(standingAlone(code));
  expect(log).not.toMatch(/@(duka|shamba|x)\./);
  expect(market.logged.length).toBeGreaterThan(9);
  report('F47', `${market.logged.length} log lines: no secret, no email address`);
});
