import { PAYOUT_HOLD_SECONDS, SILENCE_SECONDS } from '#accounts/rules/limits.ts';
import {
  advance,
  call,
  caller,
  db,
  dropEmail,
  givenMarket,
  givePhone,
  logIn,
  makeBuyer,
  makeFarmer,
  makeShop,
  market,
  moneyOf,
  type OpenSms,
  openMpesa,
  openSms,
  operate,
  outcomeOf,
  PASSWORD,
  phoneOf,
  refused,
  resetPassword,
  rowsOf,
  sql,
} from '#tests/setup/in-market.ts';
import { enterCode } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';
const PIN = '4821';
const NEW_PASSWORD = 'Mpya-kabisa-2026';
let sms: OpenSms;
let farm: { id: number; token: string; email: string };
givenMarket();
beforeEach(async () => {
  sms = await openSms();
  farm = await makeFarmer();
  await givePhone(farm, { phoneNumber, pin: PIN });
});

const reportSim = (account = phoneNumber) =>
  operate('simChanged', { account, reason: 'She called' });
const withoutEmail = () => dropEmail(farm.id);
const phone = () => phoneOf(sms, phoneNumber);

async function resetBySms(): Promise<string> {
  advance(60);
  const before = sms.messages.length;
  await caller().otp.send({ phoneNumber, purpose: 'reset' });
  await phone().settle();
  if (sms.messages.length === before) return 'no code';
  const reset = { phoneNumber, otp: sms.lastCode(phoneNumber), password: NEW_PASSWORD };
  return outcomeOf(caller().auth.resetPassword(reset));
}

async function logInBySms(password = PASSWORD): Promise<string> {
  advance(60);
  const { auth, otp } = caller();
  const login = { phoneNumber, purpose: 'login' } as const;
  return outcomeOf(
    (async () => {
      await auth.verifyFarmerCredentials({ phoneNumber, password });
      await otp.send(login);
      await otp.verify({ ...login, otp: sms.lastCode(phoneNumber) });
    })(),
  );
}

async function confirmNumber(token: string, number = phoneNumber) {
  advance(60);
  await enterCode({ market, sms }, { token, phoneNumber: number });
}

const logInByEmail = async (password = PASSWORD) => {
  advance(60);
  return (await logIn({ email: farm.email, password, role: 'farmer' })).token;
};
const doubt = async (token: string) => (await caller({ token }).phone.get()).doubt;

describe('A107: a doubtful number alone opens nothing', () => {
  test.each([
    ['with an email and a PIN', async () => {}],
    ['without an email', withoutEmail],
    [
      'without an email or a PIN',
      async () => {
        await withoutEmail();
        await db.execute(sql`update phone_lines set pin_hash = null`);
      },
    ],
  ])('after 90 days of silence, for an account %s', async (_, prepare) => {
    await prepare();
    advance(SILENCE_SECONDS);
    expect(await resetBySms()).toBe('no code');
    expect(await phone().write('PESA')).toContain('PIN');
    const dialled = await sms.dial({ phoneNumber, sessionId: 'ATUid_s', text: '6*1234' });
    expect(dialled).not.toContain('imehifadhiwa');
    expect(await logInBySms()).toBe('accepted');
    expect(await resetBySms()).toBe('accepted');
  });

  test('over REST a known and an unknown number get the same answer, and no SMS is sent', async () => {
    advance(SILENCE_SECONDS);
    const ask = (number: string) =>
      call('/api/auth/send-otp', { phoneNumber: number, purpose: 'password_reset' });
    const [own, nobodys] = [await ask(phoneNumber), await ask('+254733999888')];
    expect([own.status, own.body]).toEqual([nobodys.status, nobodys.body]);
    await phone().settle();
    expect(sms.messages).toEqual([]);
  });

  test('a code sent before the report resets no password and opens no session', async () => {
    await caller().otp.send({ phoneNumber, purpose: 'reset' });
    await phone().settle();
    const resetCode = sms.lastCode(phoneNumber);
    await caller().auth.verifyFarmerCredentials({ phoneNumber, password: PASSWORD });
    await caller().otp.send({ phoneNumber, purpose: 'login' });
    const loginCode = sms.lastCode(phoneNumber);
    await reportSim();
    const reset = { phoneNumber, otp: resetCode, password: NEW_PASSWORD };
    await refused(caller().auth.resetPassword(reset), 'CODE_INVALID_OR_EXPIRED');
    const login = caller().otp.verify({ phoneNumber, purpose: 'login', otp: loginCode });
    await refused(login, 'CODE_INVALID_OR_EXPIRED');
  });

  test("a stolen session that changes a buyer's number gains no password", async () => {
    const buyer = await makeBuyer({ phoneNumber: '+254722000333' });
    const thiefs = '+254722000444';
    await caller(buyer).buyer.editProfile({ phoneNumber: thiefs });
    await confirmNumber(buyer.token, thiefs);
    expect(await doubt(buyer.token)).toBe('numberChanged');
    advance(60);
    const codes = sms.inbox(thiefs).length;
    await caller().otp.send({ phoneNumber: thiefs, purpose: 'reset' });
    await phoneOf(sms, thiefs).settle();
    expect(sms.inbox(thiefs)).toHaveLength(codes);
    const { auth, otp } = caller();
    await auth.verifyBuyerCredentials({ phoneNumber: thiefs, password: PASSWORD });
    await refused(otp.send({ phoneNumber: thiefs, purpose: 'login' }), 'NUMBER_DOUBTFUL');
  });
});

describe('A108: a doubt ends with the right PIN or proof of the email', () => {
  test('not with a new password, nor with the number itself', async () => {
    expect(await resetBySms()).toBe('accepted');
    await reportSim();
    expect(await logInBySms(NEW_PASSWORD)).toBe('NUMBER_DOUBTFUL');
    expect(await resetBySms()).toBe('no code');
    // The owner resets the password by email: the thief still has the SIM.
    advance(60);
    await resetPassword(farm.email, PASSWORD);
    expect(await logInBySms()).toBe('NUMBER_DOUBTFUL');
    expect(await resetBySms()).toBe('no code');
    await logInByEmail();
    expect(await resetBySms()).toBe('no code');
  });

  test('with the right PIN from the phone, also for an account without an email', async () => {
    await withoutEmail();
    await reportSim();
    expect(await logInBySms()).toBe('NUMBER_DOUBTFUL');
    await phone().write('PESA');
    expect(await phone().write('0000')).toContain('si sahihi');
    expect(await resetBySms()).toBe('no code');
    await phone().write('PESA');
    expect(await phone().write(PIN)).toContain('Salio:');
    expect(await logInBySms()).toBe('accepted');
  });

  test("with the number's code in a session opened by a mailed code afterwards, and in no other", async () => {
    await caller(farm).phone.reportSimChange();
    await confirmNumber(farm.token);
    expect(await doubt(farm.token)).toBe('simChanged');
    const { token: link } = await caller(farm).auth.createPhoneLink();
    const linked = await caller().auth.openPhoneLink({ token: link, isConfirmed: true });
    if (linked.outcome !== 'sessionOpened') throw new Error(linked.outcome);
    await confirmNumber(linked.token);
    expect(await doubt(linked.token)).toBe('simChanged');
    const token = await logInByEmail();
    expect(await doubt(token)).toBe('simChanged');
    await confirmNumber(token);
    expect(await doubt(token)).toBeNull();
    expect(await resetBySms()).toBe('accepted');
  });

  test('a PIN can be set meanwhile only in such a session, and setting one does not end the doubt', async () => {
    const setPin = (token: string) =>
      outcomeOf(caller({ token }).phone.setPin({ pin: '9182', password: PASSWORD }));
    await caller(farm).phone.reportSimChange();
    expect(await setPin(farm.token)).toBe('NUMBER_DOUBTFUL');
    const token = await logInByEmail();
    expect(await setPin(token)).toBe('accepted');
    expect(await doubt(token)).toBe('simChanged');
    expect(await phone().write('PESA')).toContain('PIN');
    expect(await phone().write('9182')).toContain('Salio:');
  });
});

describe('A109: sim-changed locks the thief out', () => {
  test('of the session and the password: the payout number cannot be changed, and the owner recovers by email', async () => {
    await resetBySms();
    const codes = caller({ token: await logInByEmail(NEW_PASSWORD) });
    const change = { phoneNumber: '+254733000111', password: NEW_PASSWORD };
    await reportSim();
    await refused(codes.farmer.changePhoneNumber(change), 'NOT_LOGGED_IN');
    expect(await logInBySms(NEW_PASSWORD)).toBe('NUMBER_DOUBTFUL');
    const numbers = await rowsOf(sql`select phone_number from users where id = ${farm.id}`);
    expect(numbers).toEqual([{ phone_number: phoneNumber }]);
    advance(60);
    await resetPassword(farm.email, PASSWORD);
    const { farmer } = caller({ token: await logInByEmail() });
    await farmer.changePhoneNumber({ ...change, password: PASSWORD });
  });

  test("an owner's own report keeps the reporting session, and ends the others, the API keys and the webhooks", async () => {
    const { auth, phone: own, webhooks } = caller(farm);
    await auth.keys.create({ name: 'Till', scopes: ['read'], password: PASSWORD });
    await webhooks.create({ url: 'https://shop.example/', password: PASSWORD });
    const other = await logInByEmail();
    await own.reportSimChange();
    expect(await doubt(farm.token)).toBe('simChanged');
    expect([await auth.keys.list(), await webhooks.list()]).toEqual([[], []]);
    await refused(caller({ token: other }).phone.get(), 'NOT_LOGGED_IN');
  });

  test('payouts are held for as long as the SIM is doubtful, beyond their usual hold', async () => {
    const mpesa = await openMpesa();
    const shop = await makeShop();
    const number = '+254112000999';
    await givePhone(shop.farm, { phoneNumber: number, pin: PIN });
    const id = await shop.confirmed();
    await shop.pay(id);
    await mpesa.answer('approve');
    await shop.handOver(id);
    await reportSim(number);
    advance(PAYOUT_HOLD_SECONDS + 600);
    await mpesa.workThrough();
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toEqual([]);
    expect(await moneyOf(id)).toMatchObject({ payout: { status: 'due' } });
    const line = phoneOf(sms, number);
    await line.write('PESA');
    await line.write(PIN);
    advance(600);
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toHaveLength(1);
  });
});
