import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { USSD_RESUMED_SECONDS } from '#features/notifications/rules/limits.ts';
import { hmac } from '#platform/server/hashes.ts';
import { farmerWithoutEmail, makeBuyer, makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { givenSms, market, refused, sms, workThrough } from '#tests/setup/each-test.ts';
import { TEST_SECRET } from '#tests/setup/market.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';
import { enterCode } from '#tests/setup/sms.ts';

givenSms();

const verify = (token: string, phoneNumber: string) =>
  enterCode({ market, sms }, { token, phoneNumber });

describe('a farmer without an email', () => {
  const farm = farmerWithoutEmail({ phoneNumber: '+254112000111' });
  const number = farm.phoneNumber;

  test('gets an account from an agent with the code of the own phone, chooses a password and logs in', async () => {
    const agent = await makeBuyer(market);
    const proven = await verify(agent.token, number);
    if (proven.outcome !== 'phoneProven') throw new Error(proven.outcome);
    expect(sms.inbox(number)[0]).toContain(
      'Tell it only to the person with you who is opening your account.',
    );
    const signup = { ...farm, language: 'sw', signupToken: proven.signupToken } as const;
    const { farmerId } = await market.caller({ token: agent.token }).phone.signUpFarmer(signup);
    expect(
      await rowsOf(market.db, sql`select email, signed_up_by from users where id = ${farmerId}`),
    ).toEqual([{ email: null, signed_up_by: agent.id }]);
    await refused(market.caller({ token: agent.token }).phone.signUpFarmer(signup), 'PHONE_TAKEN');

    await market.caller().otp.send({ phoneNumber: number, purpose: 'reset' });
    await workThrough();
    const otp = sms.lastCode(number);
    await market.caller().auth.resetPassword({ phoneNumber: number, otp, password: PASSWORD });
    await workThrough();
    expect(sms.inbox(number)[0]).toMatch(
      /nenosiri lako limebadilishwa\. Kama si wewe, .* \+254 700 000 000\.$/,
    );
    market.advance(60);
    await market.caller().auth.verifyFarmerCredentials({ phoneNumber: number, password: PASSWORD });
    await market.caller().otp.send({ phoneNumber: number, purpose: 'login' });
    const login = await market
      .caller()
      .otp.verify({ phoneNumber: number, purpose: 'login', otp: sms.lastCode(number) });
    if (login.outcome !== 'sessionOpened') throw new Error(login.outcome);
    const farmer = market.caller({ token: login.token });
    expect((await farmer.farmer.profile()).email).toBeNull();
    expect(await farmer.phone.get()).toMatchObject({ isVerified: true, hasPin: false });
  });

  test('reads the code that the agent asks for in the own language', async () => {
    const agent = await makeBuyer(market);
    const caller = market.caller({ token: agent.token });
    await caller.otp.send({ phoneNumber: number, purpose: 'verify-phone', language: 'sw' });
    expect(sms.inbox(number)[0]).toContain('Mwambie tu mtu mliye naye anayekufungulia akaunti.');
  });

  test('A111: chooses the PIN at the first USSD dial; one that an agent sends is ignored', async () => {
    const agent = await makeBuyer(market);
    const proven = await verify(agent.token, number);
    if (proven.outcome !== 'phoneProven') throw new Error(proven.outcome);
    const signup = {
      ...farm,
      language: 'sw',
      signupToken: proven.signupToken,
      pin: '1111',
    } as const;
    await market.caller({ token: agent.token }).phone.signUpFarmer(signup);
    const dial = (sessionId: string, text: string) =>
      sms.dial({ phoneNumber: number, sessionId, text });
    expect(await dial('ATUid_1', '')).toMatch(/^CON Chagua PIN ya tarakimu nne\..*\n0 Rudi$/);
    expect(await dial('ATUid_1', '0')).toContain('1 Oda zangu');
    market.advance(USSD_RESUMED_SECONDS);
    expect(await dial('ATUid_2', '')).toContain('Chagua PIN');
    expect(await dial('ATUid_2', '4821')).toContain('PIN yako imehifadhiwa');
    expect(await dial('ATUid_3', '')).toContain('1 Oda zangu');
    const pinHash = hmac(
      TEST_SECRET,
      'phone pin',
      String((await rowsOf(market.db, sql`select user_id from phone_lines`))[0]?.user_id),
      '4821',
    );
    expect(await rowsOf(market.db, sql`select pin_hash from phone_lines`)).toEqual([
      { pin_hash: pinHash },
    ]);
  });

  test('the agent sees whom they have signed up, and of nobody more than name, farm and day', async () => {
    const [agent, other] = [await makeBuyer(market), await makeFarmer(market)];
    const names = [];
    for (const [last, firstName] of ['Achieng', 'Barasa'].entries()) {
      market.advance(60);
      const phone = `+25411200020${last}`;
      const proven = await verify(agent.token, phone);
      if (proven.outcome !== 'phoneProven') throw new Error(proven.outcome);
      const signup = {
        ...farm,
        firstName,
        phoneNumber: phone,
        language: 'sw',
        signupToken: proven.signupToken,
      } as const;
      await market.caller({ token: agent.token }).phone.signUpFarmer(signup);
      names.unshift(`${firstName} ${farm.lastName}`);
    }
    const { farmers } = await market.caller({ token: agent.token }).phone.signedUpFarmers();
    expect(farmers.map(({ name }) => name)).toEqual(names);
    expect(Object.keys(farmers[0] ?? {}).toSorted()).toEqual([
      'farmName',
      'farmerId',
      'name',
      'signedUpAt',
    ]);
    expect(await market.caller({ token: other.token }).phone.signedUpFarmers()).toEqual({
      farmers: [],
    });
    await refused(market.caller().phone.signedUpFarmers(), 'NOT_LOGGED_IN');
  });

  test('nothing is made without the code, and a code works once', async () => {
    const agent = await makeBuyer(market);
    const signup = { ...farm, language: 'sw', signupToken: 'a'.repeat(43) } as const;
    await refused(
      market.caller({ token: agent.token }).phone.signUpFarmer(signup),
      'PHONE_NOT_PROVEN',
    );
    expect(await countRows(market.db, 'farms')).toBe(0);
  });
});
