import { buyerSignup, call, givenMarket, mailbox, request } from '#tests/setup/in-market.ts';

const ENGLISH = 'Login failed. Please check your credentials and try again.';
const SWAHILI = /^(?!Login failed)./;
const stranger = { email: 'nobody@x.ke', password: 'Secret-12345' };

givenMarket();
const wanted = (language: string) => ({ 'accept-language': language });
test.each([
  ['nothing is chosen', {}, ENGLISH],
  ["the device asks for Kenya's Swahili first", wanted('sw-KE,sw;q=0.9,en;q=0.8'), SWAHILI],
  ['the device prefers English', wanted('en-KE,sw;q=0.5'), ENGLISH],
  ['the weights contradict the order', wanted('en;q=0.3,sw;q=0.9'), SWAHILI],
  ['the device supports neither', wanted('fr,de'), ENGLISH],
  ['the header is nonsense', wanted(';;q=,*'), ENGLISH],
  ['the user chose Swahili', { cookie: 'language=sw', ...wanted('en') }, SWAHILI],
  ['the user chose English', { cookie: 'language=en', ...wanted('sw') }, ENGLISH],
  ['the choice is not one of ours', { cookie: 'language=<script>', ...wanted('sw') }, SWAHILI],
])('the language of an answer, when %s', async (_, headers, expected) => {
  const { body } = await call('/api/auth/login', stranger, { headers });
  expect(body.message).toMatch(expected);
});

test('the language of an answer applies to field messages and to refusals, over REST and tRPC', async () => {
  const headers = wanted('sw');
  const signup = { ...buyerSignup(), email: 'x' };
  const { body } = await call('/api/auth/buyer/signup', signup, { headers });
  const { email } = body.fieldErrors as { email: string };
  expect(email).not.toBe('Please enter a valid email address');
  expect(body.message).toBe(email);
  const large = await call('/api/auth/login', 'x'.repeat(1_100_000), { headers });
  expect(large.body.message).not.toMatch(/too large|undefined/);
  const procedure = await request('/trpc/buyer.profile', { headers });
  expect(await procedure.text()).not.toContain('Your session has expired');
});

test('the language of an answer applies to mails', async () => {
  await request('/api/auth/buyer/signup', { body: buyerSignup() });
  await request('/api/auth/send-otp', {
    body: { email: buyerSignup().email, purpose: 'signup' },
    headers: { cookie: 'language=sw' },
  });
  expect(mailbox[0]).toMatchObject({
    language: 'sw',
    subject: expect.not.stringContaining('verification code'),
  });
});
