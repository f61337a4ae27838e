import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { smsCauses } from '#features/notifications/server/sms-causes.ts';
import { farmerSignup, makeBuyer, makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';
const nobodys = '+254112000999';
const purpose = 'verify-phone';
const [NEWCOMER_SMS_PER_ADDRESS] = smsCauses.newcomer.perAsker;
const [SMS_CODES_PER_PERSON] = smsCauses.verify.perAsker;
const { email: _, password: __, userType: ___, emailVerified: ____, ...farm } = farmerSignup();

let market: Market;
let sms: OpenSms;
let farmer: { id: number; token: string };
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  farmer = await makeFarmer(market);
  await givePhone(market, farmer, { phoneNumber, pin: '4821' });
});

describe('B96: probing numbers does not reveal accounts', () => {
  test('by requesting codes without a login', async () => {
    const ask = () => outcomeOf(market.caller().otp.send({ phoneNumber, purpose }));
    for (let i = 0; i < NEWCOMER_SMS_PER_ADDRESS; i++) expect(await ask()).toBe('PHONE_TAKEN');
    expect(await ask()).toBe('CODE_NOT_SENT');
    expect(sms.messages).toEqual([]);
  });

  test('with unproven accounts, which count towards their network', {
    tags: ['long'],
  }, async () => {
    const [, perAddress] = smsCauses.verify.perAsker;
    for (let i = 0; i <= perAddress; i++) {
      const { token } = await makeBuyer(market, { email: `mailbox${i}@x.ke` });
      const outcome = await outcomeOf(market.caller({ token }).otp.send({ phoneNumber, purpose }));
      expect(outcome).toBe(i === perAddress ? 'CODE_NOT_SENT' : 'PHONE_TAKEN');
    }
  });

  test('with a proven account; the owner still gets every code', async () => {
    const buyer = await makeBuyer(market);
    await givePhone(market, buyer, { phoneNumber: '+254722000999' });
    const { token } = buyer;
    const ask = () => outcomeOf(market.caller({ token }).otp.send({ phoneNumber, purpose }));
    for (let i = 0; i < SMS_CODES_PER_PERSON; i++) expect(await ask()).toBe('PHONE_TAKEN');
    expect(await ask()).toBe('CODE_NOT_SENT');
    expect(SMS_CODES_PER_PERSON).toBeGreaterThan(smsCauses.verify.perRecipient);
    const owner = market.caller({ token: farmer.token });
    expect(await outcomeOf(owner.otp.send({ phoneNumber, purpose }))).toBe('accepted');
    await market.caller().auth.verifyFarmerCredentials({ phoneNumber, password: PASSWORD });
    expect(await outcomeOf(market.caller().otp.send({ phoneNumber, purpose: 'login' }))).toBe(
      'accepted',
    );
  });

  test('by signing up with them, or changing to them, without a code', async () => {
    const agent = await makeBuyer(market);
    const signupToken = 'a'.repeat(43);
    for (const number of [phoneNumber, nobodys]) {
      const signup = { ...farm, phoneNumber: number, signupToken };
      expect(
        await outcomeOf(
          market.caller().auth.signupFarmerByPhone({ ...signup, password: PASSWORD }),
        ),
      ).toBe('PHONE_NOT_PROVEN');
      const byAgent = market
        .caller({ token: agent.token })
        .phone.signUpFarmer({ ...signup, language: 'sw' });
      expect(await outcomeOf(byAgent)).toBe('PHONE_NOT_PROVEN');
    }
    const other = await makeFarmer(market, { email: 'other@x.ke', phoneNumber: '+254733000111' });
    for (const number of [phoneNumber, nobodys]) {
      const change = { phoneNumber: number, password: PASSWORD, signupToken };
      expect(
        await outcomeOf(market.caller({ token: other.token }).farmer.changePhoneNumber(change)),
      ).toBe('PHONE_NOT_PROVEN');
    }
  });
});

test('a number changed with its code and the password is trusted after the PIN, although the previous SIM was reported', async () => {
  const moved = '+254733000111';
  const caller = market.caller({ token: farmer.token });
  await caller.phone.reportSimChange();
  await caller.otp.send({ phoneNumber: moved, purpose });
  const proven = await caller.otp.verify({ phoneNumber: moved, purpose, otp: sms.lastCode(moved) });
  if (proven.outcome !== 'phoneProven') throw new Error(proven.outcome);
  await market.db.execute(sql`update phone_lines set heard_at = null`);
  await caller.farmer.changePhoneNumber({
    phoneNumber: moved,
    password: PASSWORD,
    signupToken: proven.signupToken,
  });
  expect(await caller.phone.get()).toMatchObject({
    phoneNumber: moved,
    isVerified: true,
    isSimChanged: false,
    doubt: 'numberChanged',
  });
  const phone = phoneOf(market, sms, moved);
  expect(await phone.write('PESA')).toContain('PIN');
  expect(await phone.write('4821')).toContain('Unadai');
  expect((await caller.phone.get()).doubt).toBeNull();
});

test('a number that a session thief changes away and back stays doubtful', async () => {
  const buyer = await makeBuyer(market);
  await givePhone(market, buyer, { phoneNumber: '+254722000333' });
  const caller = market.caller({ token: buyer.token });
  await caller.phone.reportSimChange();
  const { firstName, lastName } = buyer;
  const profile = { firstName, lastName, deliveryAddress: '', city: '' };
  for (const number of ['+254722000444', '+254722000333'])
    await caller.buyer.editProfile({ ...profile, phoneNumber: number });
  await caller.otp.send({ phoneNumber: '+254722000333', purpose });
  await caller.otp.verify({
    phoneNumber: '+254722000333',
    purpose,
    otp: sms.lastCode('+254722000333'),
  });
  expect((await caller.phone.get()).isSimChanged).toBe(true);
});
