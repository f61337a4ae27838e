import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { smsCauses } from '#features/notifications/server/sms-causes.ts';
import { buyerSignup, logIn, makeBuyer, makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { FARM_PHONE, givenSms, market, refused, sms, workThrough } from '#tests/setup/each-test.ts';
import { wrongCode } from '#tests/setup/market.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';
import { enterCode } from '#tests/setup/sms.ts';

const phoneNumber = FARM_PHONE;
const purpose = 'verify-phone';
const [NEWCOMER_SMS_PER_ADDRESS] = smsCauses.newcomer.perAsker;
const NEW_PASSWORD = 'Mpya-kabisa-2026';

givenSms();

const verify = (token: string) => enterCode({ market, sms }, { token, phoneNumber });

describe('a phone number is verified by a code', () => {
  test('sent by SMS, and stays verified until it changes', async () => {
    const buyer = await makeBuyer(market);
    expect((await market.caller({ token: buyer.token }).phone.get()).isVerified).toBe(false);
    expect(await verify(buyer.token)).toMatchObject({ outcome: 'phoneVerified', phoneNumber });
    expect(sms.inbox(phoneNumber)[0]).toContain("Don't share it with anyone");
    expect((await market.caller({ token: buyer.token }).phone.get()).isVerified).toBe(true);
    const { firstName, lastName } = buyer;
    const change = { firstName, lastName, deliveryAddress: '', city: '' };
    await market.caller({ token: buyer.token }).buyer.editProfile({ ...change, phoneNumber });
    expect((await market.caller({ token: buyer.token }).phone.get()).isVerified).toBe(true);
    await market
      .caller({ token: buyer.token })
      .buyer.editProfile({ ...change, phoneNumber: '+254722000111' });
    expect((await market.caller({ token: buyer.token }).phone.get()).isVerified).toBe(false);
  });

  test('over REST, in the terms of both paths', async () => {
    const { token } = await makeBuyer(market);
    const sent = await call(
      market,
      '/api/auth/send-otp',
      { phoneNumber: '0712345678', purpose },
      { token },
    );
    expect(sent.status).toBe(200);
    const body = { phoneNumber, purpose, otp: sms.lastCode(phoneNumber) };
    expect(await call(market, '/api/auth/verify-otp', body, { token })).toMatchObject({
      status: 200,
      body: { success: true, phoneNumber },
    });
  });

  test('for a visitor only within a small budget, and not by email', async () => {
    const send = (last: number) =>
      outcomeOf(
        market
          .caller()
          .otp.send({ phoneNumber: `+2547120002${String(last).padStart(2, '0')}`, purpose }),
      );
    for (let last = 0; last < NEWCOMER_SMS_PER_ADDRESS; last++)
      expect(await send(last)).toBe('accepted');
    expect(await send(NEWCOMER_SMS_PER_ADDRESS)).toBe('CODE_NOT_SENT');
    expect(sms.messages).toHaveLength(NEWCOMER_SMS_PER_ADDRESS);
    const answer = await call(market, '/api/auth/send-otp', { email: 'a@x.ke', purpose });
    expect(answer).toMatchObject({
      status: 400,
      body: { fieldErrors: { purpose: expect.any(String) } },
    });
    expect(
      (await call(market, '/api/auth/send-otp', { phoneNumber, purpose: 'signup' })).status,
    ).toBe(400);
    expect((await call(market, '/api/auth/send-otp', { purpose: 'login' })).body).toMatchObject({
      fieldErrors: { email: expect.any(String) },
    });
  });

  test('C93: one number is verified for one account', async () => {
    const buyer = await makeBuyer(market);
    const other = await makeFarmer(market, { phoneNumber });
    const code = async ({ token }: { token: string }) => {
      await market.caller({ token }).otp.send({ phoneNumber, purpose });
      return sms.lastCode(phoneNumber);
    };
    const first = await code(buyer);
    const enter = ({ token }: { token: string }) =>
      outcomeOf(market.caller({ token }).otp.verify({ phoneNumber, purpose, otp: first }));
    const outcomes = await Promise.all([buyer, other, buyer, other].map(enter));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(
      await rowsOf(
        market.db,
        sql`select count(*)::int as n from users where phone_verified_at is not null`,
      ),
    ).toEqual([{ n: 1 }]);
    const late: string[] = [];
    for (const { token } of [buyer, other]) {
      market.advance(60);
      late.push(await outcomeOf(market.caller({ token }).otp.send({ phoneNumber, purpose })));
    }
    expect(late.toSorted()).toEqual(['PHONE_TAKEN', 'accepted']);
  });

  test('without SMS nothing is sent, and the answer says so', async () => {
    const { token } = await makeBuyer(market);
    market.services.sms = null;
    await refused(market.caller({ token }).otp.send({ phoneNumber, purpose }), 'SMS_UNAVAILABLE');
    expect((await market.caller({ token }).phone.get()).isOffered).toBe(false);
  });

  test('an SMS that could not be sent causes no waiting time', async () => {
    const { token } = await makeBuyer(market);
    await sms.whileDown(async () => {
      await refused(market.caller({ token }).otp.send({ phoneNumber, purpose }), 'CODE_SMS_FAILED');
    });
    expect(await verify(token)).toMatchObject({ outcome: 'phoneVerified' });
  });
});

describe('logging in with a phone number', () => {
  beforeEach(async () => {
    const buyer = await makeBuyer(market);
    await verify(buyer.token);
    market.advance(60);
  });
  const visitor = () => market.caller();

  test('takes the password and a code by SMS; the email still works', async () => {
    await askToLogIn();
    const confirmed = await visitor().otp.verify({
      phoneNumber,
      purpose: 'login',
      otp: sms.lastCode(phoneNumber),
    });
    expect(confirmed).toMatchObject({
      outcome: 'sessionOpened',
      user: { email: buyerSignup().email },
    });
    expect((await logIn(market, { ...buyerSignup(), role: 'buyer' })).token).toHaveLength(43);
  });

  const askToLogIn = async () => {
    await visitor().auth.verifyBuyerCredentials({ phoneNumber, password: PASSWORD });
    return outcomeOf(visitor().otp.send({ phoneNumber, purpose: 'login' }));
  };

  test('A7: without the password no code is sent', async () => {
    await refused(visitor().otp.send({ phoneNumber, purpose: 'login' }), 'LOGIN_FAILED');
    await refused(
      visitor().auth.verifyBuyerCredentials({ phoneNumber, password: NEW_PASSWORD }),
      'LOGIN_FAILED',
    );
    await refused(
      visitor().auth.verifyFarmerCredentials({ phoneNumber, password: PASSWORD }),
      'BUYER_ACCOUNT',
    );
    expect(sms.messages).toHaveLength(1);
  });

  test('A15: wrong passwords count together for number and email', async () => {
    const { email } = buyerSignup();
    const guess = (who: object) =>
      outcomeOf(visitor().auth.verifyBuyerCredentials({ ...who, password: NEW_PASSWORD }));
    const outcomes = [];
    for (let i = 0; i < 6; i++) outcomes.push(await guess({ phoneNumber }), await guess({ email }));
    expect(outcomes.filter((outcome) => outcome === 'LOGIN_FAILED')).toHaveLength(10);
    expect(outcomes.slice(10)).toEqual(['TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
  });

  test("A15a: a stranger's guesses do not lock out an owner who resets the password by SMS", async () => {
    const guess = () =>
      outcomeOf(visitor().auth.verifyBuyerCredentials({ phoneNumber, password: NEW_PASSWORD }));
    for (let i = 0; i < 11; i++) await guess();
    expect(await guess()).toBe('TOO_MANY_ATTEMPTS');
    await visitor().otp.send({ phoneNumber, purpose: 'reset' });
    await workThrough();
    await visitor().auth.resetPassword({
      phoneNumber,
      otp: sms.lastCode(phoneNumber),
      password: NEW_PASSWORD,
    });
    const { email } = buyerSignup();
    for (const who of [{ phoneNumber }, { email }]) {
      expect(
        await outcomeOf(visitor().auth.verifyBuyerCredentials({ ...who, password: NEW_PASSWORD })),
      ).toBe('accepted');
    }
  });

  test('A1: after five wrong codes the right one fails too', async () => {
    await askToLogIn();
    const right = sms.lastCode(phoneNumber);
    const enter = (otp: string) =>
      outcomeOf(visitor().otp.verify({ phoneNumber, purpose: 'login', otp }));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => enter(wrongCode(right, i + 1))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['CODE_INVALID_OR_EXPIRED']));
    expect(await countRows(market.db, 'wrong_codes')).toBe(5);
    expect(await enter(right)).toBe('CODE_USED_UP');
  });

  test('A6: one code a minute', async () => {
    await askToLogIn();
    market.advance(59);
    await refused(visitor().otp.send({ phoneNumber, purpose: 'login' }), 'SMS_CODE_TOO_SOON');
    market.advance(1);
    expect(await outcomeOf(visitor().otp.send({ phoneNumber, purpose: 'login' }))).toBe('accepted');
  });

  test('a reset by SMS: an unknown number gets the same answer, and no SMS', async () => {
    const answers = await Promise.all(
      [phoneNumber, '+254799999999'].map((number) =>
        call(market, '/api/auth/send-otp', { phoneNumber: number, purpose: 'reset' }),
      ),
    );
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    await workThrough();
    expect(sms.inbox('+254799999999')).toEqual([]);
    const otp = sms.lastCode(phoneNumber);
    expect(await outcomeOf(visitor().otp.verify({ phoneNumber, purpose: 'reset', otp }))).toBe(
      'accepted',
    );
    await visitor().auth.resetPassword({ phoneNumber, otp, password: NEW_PASSWORD });
    expect(
      await outcomeOf(
        visitor().auth.verifyBuyerCredentials({ phoneNumber, password: NEW_PASSWORD }),
      ),
    ).toBe('accepted');
  });

  test('A10: no row contains a code', async () => {
    await askToLogIn();
    const rows = JSON.stringify(await rowsOf(market.db, sql`select * from sms_messages`));
    expect(rows).not.toContain(sms.lastCode(phoneNumber));
  });
});
