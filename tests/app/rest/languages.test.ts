import { beforeEach, describe, expect, test } from 'vitest';
import { buyerSignup } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

const ENGLISH = 'Login failed. Please check your credentials and try again.';
const SWAHILI = /^(?!Login failed)./;
const stranger = { email: 'nobody@x.ke', password: 'Secret-12345' };

describe('the language of an answer', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });
  const messageWith = async (headers: Record<string, string>) =>
    (await call(market, '/api/auth/login', stranger, { headers })).body.message;

  test.each([
    ['nothing is chosen', {}, ENGLISH],
    ['the device asks for Swahili', { 'accept-language': 'sw' }, SWAHILI],
    [
      "the device asks for Kenya's Swahili before English",
      { 'accept-language': 'sw-KE,sw;q=0.9,en;q=0.8' },
      SWAHILI,
    ],
    ['the device prefers English', { 'accept-language': 'en-KE,sw;q=0.5' }, ENGLISH],
    ['the weights contradict the order', { 'accept-language': 'en;q=0.3,sw;q=0.9' }, SWAHILI],
    ['the device supports neither', { 'accept-language': 'fr,de' }, ENGLISH],
    ['the header is nonsense', { 'accept-language': ';;q=,*' }, ENGLISH],
    ['the user chose Swahili', { cookie: 'language=sw', 'accept-language': 'en' }, SWAHILI],
    ['the user chose English', { cookie: 'language=en', 'accept-language': 'sw' }, ENGLISH],
    [
      'the choice is not one of ours',
      { cookie: 'language=<script>', 'accept-language': 'sw' },
      SWAHILI,
    ],
  ])('when %s', async (_, headers, expected) => {
    expect(await messageWith(headers)).toMatch(expected);
  });

  test('applies to field messages and to a body that is too large, over REST and tRPC', async () => {
    const headers = { 'accept-language': 'sw' };
    const { body } = await call(
      market,
      '/api/auth/buyer/signup',
      { ...buyerSignup(), email: 'x' },
      { headers },
    );
    expect(body.fieldErrors).not.toEqual({ email: 'Please enter a valid email address' });
    expect(body.message).toBe((body.fieldErrors as Record<string, string>).email);
    const english = await call(market, '/api/auth/login', 'x'.repeat(1_100_000));
    const swahili = await call(market, '/api/auth/login', 'x'.repeat(1_100_000), { headers });
    expect(english.body.message).toBe('This is too large to send.');
    expect(swahili.body.message).not.toBe(english.body.message);
    const procedure = await market.request('/trpc/buyer.profile', { headers });
    expect(await procedure.text()).not.toContain('Your session has expired');
  });

  test('applies to mails', async () => {
    await market.request('/api/auth/buyer/signup', { body: buyerSignup() });
    await market.request('/api/auth/send-otp', {
      body: { email: buyerSignup().email, purpose: 'signup' },
      headers: { cookie: 'language=sw' },
    });
    expect(market.mailbox[0]).toMatchObject({
      language: 'sw',
      subject: expect.not.stringContaining('verification code'),
    });
  });
});
