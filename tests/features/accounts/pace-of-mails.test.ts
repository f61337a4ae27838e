import { beforeEach, describe, expect, test } from 'vitest';
import { buyerSignup, makeBuyer, PASSWORD } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { call, outcomeOf, refusalOf } from '#tests/setup/rest.ts';

const { email } = buyerSignup();

describe('the rate of code mails', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });
  const send = (purpose: 'signup' | 'login' | 'password_reset', to = email) =>
    market.caller().otp.send({ email: to, purpose });

  test('A6: a second code within 60 s is refused, with the seconds to wait, whether or not the first was used', async () => {
    await market.caller().auth.signupBuyer(buyerSignup());
    await send('signup');
    market.advance(15);
    expect(await refusalOf(send('signup'))).toMatchObject({
      code: 'CODE_TOO_SOON',
      retryAfterSeconds: 45,
      codeExpiresInSeconds: 585,
    });
    const otp = market.lastCode(email);
    await market.caller().otp.verify({ email, purpose: 'signup', otp });
    expect(await refusalOf(send('signup'))).toMatchObject({
      code: 'CODE_TOO_SOON',
      retryAfterSeconds: 45,
      codeExpiresInSeconds: 0,
    });
    market.advance(44);
    expect(await outcomeOf(send('signup'))).toBe('CODE_TOO_SOON');
    market.advance(1);
    // The account is verified now, so the check after the rate limit refuses.
    expect(await outcomeOf(send('signup'))).toBe('EMAIL_TAKEN');
    report(
      'A6',
      'a second code after 15 s and 59 s refused, with Retry-After 45 and 1; after 60 s no longer',
    );
  });

  test('A6: over REST it is a 429 with Retry-After, before any other check', async () => {
    await makeBuyer(market);
    const { status, headers, body } = await call(market, '/api/auth/resend-otp', {
      email,
      purpose: 'signup',
    });
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({
      status: 429,
      retryAfter: '60',
    });
    expect(body).toEqual({
      success: false,
      message: expect.stringContaining('in 60 seconds'),
      code: 'CODE_TOO_SOON',
      codeExpiresInSeconds: 0,
    });
  });

  test('A6: the case of the address does not matter, and each purpose has its own limit', async () => {
    await makeBuyer(market);
    expect(await outcomeOf(send('signup', email.toUpperCase()))).toBe('CODE_TOO_SOON');
    await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    expect(await outcomeOf(send('login'))).toBe('accepted');
    expect(await outcomeOf(send('password_reset'))).toBe('accepted');
    expect(await outcomeOf(send('password_reset'))).toBe('CODE_TOO_SOON');
  });

  test('A6: an email gets ten code mails in any hour, and the eleventh is told when to retry', async () => {
    await market.caller().auth.signupBuyer(buyerSignup());
    for (let i = 0; i < 10; i++) {
      expect(await outcomeOf(send('signup'))).toBe('accepted');
      market.advance(61);
    }
    expect(await refusalOf(send('signup'))).toMatchObject({
      code: 'CODE_TOO_SOON',
      retryAfterSeconds: 3600 - 610,
    });
    market.advance(3600 - 610);
    expect(await outcomeOf(send('signup'))).toBe('accepted');
    expect(market.mailbox).toHaveLength(11);
    report('A6', '10 mails in an hour, the 11th refused until an hour after the first');
  });

  test('password resets, which anybody may request, leave three mails an hour for login codes', async () => {
    await makeBuyer(market);
    market.advance(3600);
    const outcomes = [];
    for (let i = 0; i < 10; i++) {
      outcomes.push(await outcomeOf(send('password_reset')));
      market.advance(61);
    }
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(7);
    await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    for (let i = 0; i < 3; i++) {
      expect(await outcomeOf(send('login'))).toBe('accepted');
      market.advance(61);
    }
    expect(await outcomeOf(send('login'))).toBe('CODE_TOO_SOON');
  });

  test('a request refused for another reason does not count', async () => {
    await makeBuyer(market);
    expect(await outcomeOf(send('login'))).toBe('LOGIN_FAILED');
    await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    expect(await outcomeOf(send('login'))).toBe('accepted');
  });
});
