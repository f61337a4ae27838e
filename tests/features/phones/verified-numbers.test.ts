import { smsCauses } from '#notifications/server/sms-causes.ts';
import {
  advance,
  buyerSignup,
  call,
  caller,
  countRows,
  FARM_PHONE,
  givenSms,
  makeBuyer,
  makeFarmer,
  market,
  outcomeOf,
  refused,
  services,
  sms,
  sql,
  workThrough,
} from '#tests/setup/in-market.ts';
import { enterCode } from '#tests/setup/sms.ts';

const phoneNumber = FARM_PHONE;
const purpose = 'verify-phone';
const [NEWCOMER_SMS_PER_ADDRESS] = smsCauses.newcomer.perAsker;
const NEW_PASSWORD = 'Mpya-kabisa-2026';

givenSms();

const verify = (token: string) => enterCode({ market, sms }, { token, phoneNumber });

describe('a phone number is verified by a code', () => {
  test('sent by SMS, and stays verified until it changes', async () => {
    const buyer = await makeBuyer();
    const caller = market.caller(buyer);
    const isVerified = async () => (await caller.phone.get()).isVerified;
    expect(await isVerified()).toBe(false);
    expect(await verify(buyer.token)).toMatchObject({ outcome: 'phoneVerified', phoneNumber });
    expect(sms.inbox(phoneNumber)[0]).toContain('Tell nobody.');
    const { firstName, lastName } = buyer;
    const change = { firstName, lastName, deliveryAddress: '', city: '' };
    await caller.buyer.editProfile({ ...change, phoneNumber });
    expect(await isVerified()).toBe(true);
    await caller.buyer.editProfile({ ...change, phoneNumber: '+254722000111' });
    expect(await isVerified()).toBe(false);
  });

  test('for a visitor only within a small budget', async () => {
    const send = (last: number) =>
      outcomeOf(
        market
          .caller()
          .otp.send({ phoneNumber: `+2547120002${String(last).padStart(2, '0')}`, purpose }),
      );
    for (let last = 0; last < NEWCOMER_SMS_PER_ADDRESS; last++)
      expect(await send(last)).toBe('accepted');
    expect(await send(NEWCOMER_SMS_PER_ADDRESS)).toBe('PROVE_BY_SMS');
    expect(sms.messages).toHaveLength(NEWCOMER_SMS_PER_ADDRESS);
  });

  test('C93: one number is verified for one account', async () => {
    const buyer = await makeBuyer();
    const other = await makeFarmer({ phoneNumber });
    const code = async ({ token }: { token: string }) => {
      await caller({ token }).otp.send({ phoneNumber, purpose });
      return sms.lastCode(phoneNumber);
    };
    const first = await code(buyer);
    const enter = ({ token }: { token: string }) =>
      outcomeOf(caller({ token }).otp.verify({ phoneNumber, purpose, otp: first }));
    const outcomes = await Promise.all([buyer, other, buyer, other].map(enter));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await countRows('users', sql`phone_verified_at is not null`)).toBe(1);
    const late: string[] = [];
    for (const { token } of [buyer, other]) {
      advance(60);
      late.push(await outcomeOf(caller({ token }).otp.send({ phoneNumber, purpose })));
    }
    expect(late.toSorted()).toEqual(['PHONE_TAKEN', 'accepted']);
  });

  test('without SMS nothing is sent, and the answer says so', async () => {
    const { token } = await makeBuyer();
    services.sms = null;
    await refused(caller({ token }).otp.send({ phoneNumber, purpose }), 'SMS_UNAVAILABLE');
    expect((await caller({ token }).phone.get()).isOffered).toBe(false);
  });
});

describe('logging in with a phone number', () => {
  beforeEach(async () => {
    const buyer = await makeBuyer();
    await verify(buyer.token);
    advance(60);
  });
  const visitor = () => caller();

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

  test('a reset by SMS: an unknown number gets the same answer, and no SMS', async () => {
    const answers = await Promise.all(
      [phoneNumber, '+254799999999'].map((number) =>
        call('/api/auth/send-otp', { phoneNumber: number, purpose: 'reset' }),
      ),
    );
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    await workThrough();
    expect(sms.inbox('+254799999999')).toEqual([]);
    const otp = sms.lastCode(phoneNumber);
    expect(await outcomeOf(visitor().otp.verify({ phoneNumber, purpose: 'reset', otp }))).toBe(
      'accepted',
    );
  });
});
