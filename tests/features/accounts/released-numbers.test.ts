import type { SQL } from 'drizzle-orm';
import { SILENCE_SECONDS } from '#accounts/rules/limits.ts';
import { sharesIdentity } from '#accounts/server/people-queries.ts';
import { phoneLines, users } from '#accounts/server/tables/users.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  advance,
  caller,
  db,
  deskOf,
  dropEmail,
  eq,
  farmerWithoutEmail,
  givenMarket,
  givePhone,
  logIn,
  mailbox,
  makeBuyer,
  makeFarmer,
  makeShop,
  market,
  moneyOf,
  now,
  type OpenSms,
  openMpesa,
  openSms,
  operate,
  outcomeOf,
  PASSWORD,
  phoneOf,
  refusalText,
  refused,
  rowsOf,
  services,
  setUser,
  sql,
} from '#tests/setup/in-market.ts';
import { enterCode } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';
const newNumber = '+254733000111';
const purpose = 'verify-phone';
const farmOf = farmerWithoutEmail({ phoneNumber });
let sms: OpenSms;
let former: { id: number; token: string; email: string };
givenMarket();
beforeEach(async () => {
  sms = await openSms();
  former = await makeFarmer();
  await givePhone(former, { phoneNumber, pin: '4821' });
});

const settle = () => phoneOf(sms, phoneNumber).settle();

async function proven(caller = market.caller()): Promise<string> {
  advance(60);
  await caller.otp.send({ phoneNumber, purpose });
  const otp = sms.lastCode(phoneNumber);
  const confirmed = await caller.otp.verify({ phoneNumber, purpose, otp });
  if (!('signupToken' in confirmed)) throw new Error(confirmed.outcome);
  return confirmed.signupToken;
}

function signUp(signupToken: string) {
  const takenAt = now().toISOString();
  const { location } = farmOf;
  const fresh = { ...location, gpsFix: location.gpsFix && { ...location.gpsFix, takenAt } };
  const person = { ...farmOf, nationalId: '', firstName: 'Barasa', location: fresh };
  return caller().auth.signupFarmerByPhone({ ...person, password: PASSWORD, signupToken });
}
const usersWhere = (condition: SQL) =>
  db
    .select({ firstName: users.firstName, phoneNumber: users.phoneNumber, email: users.email })
    .from(users)
    .where(condition);
const formerAccount = async () => (await usersWhere(eq(users.id, former.id)))[0];
const holders = () =>
  usersWhere(sql`phone_number = ${phoneNumber} and phone_verified_at is not null`);

describe('A110: a silent number passes to its new holder, and the old account keeps everything else', () => {
  test('an account heard from within 90 days keeps it, and so does a suspended one', async () => {
    advance(SILENCE_SECONDS - 100);
    await refused(caller().otp.send({ phoneNumber, purpose }), 'PHONE_TAKEN');
    await setUser(former.id, { suspendedAt: new Date() });
    advance(SILENCE_SECONDS);
    await refused(caller().otp.send({ phoneNumber, purpose }), 'PHONE_TAKEN');
    expect(sms.messages).toEqual([]);
  });

  test('a code alone releases nothing: the number passes with the new account, and its former owner gets a mail', async () => {
    advance(SILENCE_SECONDS);
    await refused(signUp('a'.repeat(43)), 'PHONE_NOT_PROVEN');
    const signupToken = await proven();
    expect(await formerAccount()).toMatchObject({ phoneNumber });
    await signUp(signupToken);
    expect(await holders()).toMatchObject([{ firstName: 'Barasa' }]);
    expect(await formerAccount()).toMatchObject({ phoneNumber: '', email: former.email });
    await settle();
    expect(mailbox.at(-1)).toMatchObject({
      to: former.email,
      subject: expect.stringContaining('imeondolewa kwenye SokoShamba'),
    });
    const { email } = former;
    const { phone, farmer } = caller(await logIn({ email, password: PASSWORD, role: 'farmer' }));
    const lost = { phoneNumber: '', isVerified: false, hasPin: true };
    expect(await phone.get()).toMatchObject(lost);
    await farmer.changePhoneNumber({ phoneNumber: newNumber, password: PASSWORD });
    expect(await formerAccount()).toMatchObject({ phoneNumber: newNumber });
  });

  test('an SMS from the old holder between the code and the sign-up keeps the number', async () => {
    advance(SILENCE_SECONDS);
    const signupToken = await proven();
    const phone = phoneOf(sms, phoneNumber);
    await phone.write('PESA');
    await phone.write('4821');
    await refused(signUp(signupToken), 'PHONE_TAKEN');
    expect(await formerAccount()).toMatchObject({ phoneNumber });
  });

  test('of several people who sign up with it at once one gets it', async () => {
    advance(SILENCE_SECONDS);
    const signupToken = await proven();
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(signUp(signupToken))));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
  });

  test('somebody with an account can take it over', async () => {
    advance(SILENCE_SECONDS);
    const buyer = await makeBuyer({ phoneNumber });
    const caller = market.caller(buyer);
    await proven(caller);
    expect(await caller.phone.get()).toMatchObject({ phoneNumber, isVerified: true, doubt: null });
    expect(await formerAccount()).toMatchObject({ phoneNumber: '' });
  });

  test('two accounts without a number are not the same person', async () => {
    const person = { email: 'other@x.ke', phoneNumber: newNumber, nationalId: '2345678' };
    const other = await makeFarmer(person);
    for (const { id } of [former, other]) await setUser(id, { phoneNumber: '' });
    const isShared = sharesIdentity(sql`${former.id}::int`, sql`${other.id}::int`);
    const answer = await rowsOf(sql`select ${isShared} as "isShared"`);
    expect(answer).toEqual([{ isShared: false }]);
  });
});

describe('A110: an account with nothing but the number that it lost', () => {
  test('opens for nobody, is listed with its balance, and is recovered only by the operator', async () => {
    const mpesa = await openMpesa();
    const shop = await makeShop();
    const number = '+254112000999';
    await givePhone(shop.farm, { phoneNumber: number });
    await dropEmail(shop.farm.id);
    const order = await shop.confirmed();
    await shop.pay(order);
    await mpesa.answer('approve');
    await shop.handOver(order);
    const heardAt = secondsAfter(now(), -SILENCE_SECONDS);
    await db.update(phoneLines).set({ heardAt }).where(eq(phoneLines.userId, shop.farm.id));
    const { token } = await makeBuyer({ phoneNumber: number, email: 'new@x.ke' });
    await enterCode({ market, sms }, { token, phoneNumber: number });
    advance(24 * 3600);
    await mpesa.workThrough();
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toEqual([]);
    expect(await moneyOf(order)).toMatchObject({ payout: { status: 'due' } });
    services.sms = null;
    advance(24 * 3600);
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toEqual([]);

    const account = shop.farm.id;
    const released = async () =>
      (await (await deskOf()).cases.list()).cases.filter(({ kind }) => kind === 'released');
    expect(await released()).toMatchObject([{ id: account, said: number, cents: 25_000 }]);
    const move = (to: string) =>
      operate('newNumber', { account, newNumber: to, reason: 'Her ID was shown' });
    expect(await refusalText(move(number))).toContain('Another account');
    await move(newNumber);
    expect(await released()).toEqual([]);
    advance(24 * 3600 + 600);
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toMatchObject([{ msisdn: newNumber.slice(1) }]);
  });

  test('no code, password or message from the phone opens it for the new holder', async () => {
    await dropEmail(former.id);
    advance(SILENCE_SECONDS);
    await signUp(await proven());
    await settle();
    advance(60);
    await caller().otp.send({ phoneNumber, purpose: 'reset' });
    await settle();
    const { auth, otp } = caller();
    const credentials = { phoneNumber, password: 'Mpya-kabisa-2026' };
    await auth.resetPassword({ ...credentials, otp: sms.lastCode(phoneNumber) });
    advance(60);
    await auth.verifyFarmerCredentials(credentials);
    const asked = { phoneNumber, purpose: 'login' } as const;
    await otp.send(asked);
    const login = await otp.verify({ ...asked, otp: sms.lastCode(phoneNumber) });
    expect(login).toMatchObject({ outcome: 'sessionOpened', user: { firstName: 'Barasa' } });
  });
});

test('a new number moves an account with an email too: it is logged out, and its owner gets a mail', async () => {
  await operate('newNumber', { account: former.email, newNumber, reason: 'ID was shown' });
  await refused(caller(former).phone.get(), 'NOT_LOGGED_IN');
  await settle();
  expect(mailbox.at(-1)).toMatchObject({
    to: former.email,
    text: expect.stringContaining('111'),
  });
  expect(sms.inbox(phoneNumber)).toEqual([]);
});
