import { smsCauses } from '#notifications/server/sms-causes.ts';
import {
  buyer,
  caller,
  db,
  FARM_PHONE,
  farm,
  farmerWithoutEmail,
  givenPhones,
  givePhone,
  makeBuyer,
  makeFarmer,
  market,
  outcomeOf,
  PASSWORD,
  PIN,
  phoneOf,
  refused,
  sms,
  sql,
  writes,
} from '#tests/setup/in-market.ts';

const phoneNumber = FARM_PHONE;
const nobodys = '+254112000999';
const purpose = 'verify-phone';
const [NEWCOMER_SMS_PER_ADDRESS] = smsCauses.newcomer.perAsker;
const [SMS_CODES_PER_PERSON] = smsCauses.verify.perAsker;
const form = farmerWithoutEmail();

givenPhones({ hasSignedUp: true });

describe('B96: probing numbers does not reveal accounts', () => {
  test('by requesting codes without a login', async () => {
    const ask = () => outcomeOf(caller().otp.send({ phoneNumber, purpose }));
    for (let i = 0; i < NEWCOMER_SMS_PER_ADDRESS; i++) expect(await ask()).toBe('PHONE_TAKEN');
    expect(await ask()).toBe('PROVE_BY_SMS');
    expect(sms.messages).toEqual([]);
  });

  test('with unproven accounts, which count towards their network', async () => {
    const [, perAddress] = smsCauses.verify.perAsker;
    for (let i = 0; i <= perAddress; i++) {
      const { token } = await makeBuyer({ email: `mailbox${i}@x.ke` });
      const outcome = await outcomeOf(caller({ token }).otp.send({ phoneNumber, purpose }));
      expect(outcome).toBe(i === perAddress ? 'PROVE_BY_SMS' : 'PHONE_TAKEN');
    }
  });

  test('with a proven account; the owner still gets every code', async () => {
    await givePhone(buyer, { phoneNumber: '+254722000999' });
    const ask = () => outcomeOf(caller(buyer).otp.send({ phoneNumber, purpose }));
    for (let i = 0; i < SMS_CODES_PER_PERSON; i++) expect(await ask()).toBe('PHONE_TAKEN');
    expect(await ask()).toBe('PROVE_BY_SMS');
    expect(SMS_CODES_PER_PERSON).toBeGreaterThan(smsCauses.verify.perRecipient);
    const owner = caller(farm);
    expect(await outcomeOf(owner.otp.send({ phoneNumber, purpose }))).toBe('accepted');
    await caller().auth.verifyFarmerCredentials({ phoneNumber, password: PASSWORD });
    expect(await outcomeOf(caller().otp.send({ phoneNumber, purpose: 'login' }))).toBe('accepted');
  });

  test('by signing up with them, or changing to them, without a code', async () => {
    const agent = caller({ token: (await makeBuyer()).token });
    const other = await makeFarmer({ email: 'other@x.ke', phoneNumber: '+254733000111' });
    const { farmer } = caller(other);
    const [signupToken, password] = ['a'.repeat(43), PASSWORD];
    for (const number of [phoneNumber, nobodys]) {
      const proof = { phoneNumber: number, signupToken };
      await refused(
        caller().auth.signupFarmerByPhone({ ...form, ...proof, password }),
        'PHONE_NOT_PROVEN',
      );
      const byAgent = agent.phone.signUpFarmer({ ...form, ...proof, language: 'sw' });
      await refused(byAgent, 'PHONE_NOT_PROVEN');
      await refused(farmer.changePhoneNumber({ ...proof, password }), 'PHONE_NOT_PROVEN');
    }
  });
});

test('a number changed with its code and the password is trusted after the PIN, although the previous SIM was reported', async () => {
  const moved = '+254733000111';
  const caller = market.caller(farm);
  await caller.phone.reportSimChange();
  await caller.otp.send({ phoneNumber: moved, purpose });
  const proven = await caller.otp.verify({ phoneNumber: moved, purpose, otp: sms.lastCode(moved) });
  if (proven.outcome !== 'phoneProven') throw new Error(proven.outcome);
  await db.execute(sql`update phone_lines set heard_at = null`);
  const { signupToken } = proven;
  await caller.farmer.changePhoneNumber({ phoneNumber: moved, password: PASSWORD, signupToken });
  const changed = { phoneNumber: moved, isVerified: true, isSimChanged: false };
  expect(await caller.phone.get()).toMatchObject({ ...changed, doubt: 'numberChanged' });
  const owner = phoneOf(sms, moved);
  await writes('PESA', 'PIN', owner);
  await writes(PIN, 'Salio:', owner);
  expect((await caller.phone.get()).doubt).toBeNull();
});

test('a number that a session thief changes away and back stays doubtful', async () => {
  const person = await makeBuyer();
  const own = '+254722000333';
  await givePhone(person, { phoneNumber: own });
  const caller = market.caller(person);
  await caller.phone.reportSimChange();
  const { firstName, lastName } = person;
  const profile = { firstName, lastName, deliveryAddress: '', city: '' };
  for (const number of ['+254722000444', own])
    await caller.buyer.editProfile({ ...profile, phoneNumber: number });
  await caller.otp.send({ phoneNumber: own, purpose });
  await caller.otp.verify({ phoneNumber: own, purpose, otp: sms.lastCode(own) });
  expect((await caller.phone.get()).isSimChanged).toBe(true);
});
