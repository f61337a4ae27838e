import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { SILENCE_SECONDS } from '#features/accounts/rules/limits.ts';
import { sharesIdentity } from '#features/accounts/server/people-queries.ts';
import { makeShop, moneyOf } from '#tests/factories/money.ts';
import {
  farmerWithoutEmail,
  logIn,
  makeBuyer,
  makeFarmer,
  PASSWORD,
} from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { operatorOf } from '#tests/setup/operator.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { enterCode, type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';
const newNumber = '+254733000111';
const purpose = 'verify-phone';
const farmOf = farmerWithoutEmail({ phoneNumber });

let market: Market;
let sms: OpenSms;
let former: { id: number; token: string; email: string };
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  former = await makeFarmer(market);
  await givePhone(market, former, { phoneNumber, pin: '4821' });
});

const operate = (...words: string[]) => operatorOf(market).run(...words);
const withoutEmail = () =>
  market.db.execute(
    sql`update users set email = null, email_verified_at = null where id = ${former.id}`,
  );
const settle = () => phoneOf(market, sms, phoneNumber).settle();

async function proven(caller = market.caller()): Promise<string> {
  market.advance(60);
  await caller.otp.send({ phoneNumber, purpose });
  const otp = sms.lastCode(phoneNumber);
  const confirmed = await caller.otp.verify({ phoneNumber, purpose, otp });
  if (!('signupToken' in confirmed)) throw new Error(confirmed.outcome);
  return confirmed.signupToken;
}

function signUp(signupToken: string) {
  const takenAt = market.services.clock().toISOString();
  const { location } = farmOf;
  const fresh = { ...location, gpsFix: location.gpsFix && { ...location.gpsFix, takenAt } };
  const person = { ...farmOf, nationalId: '', firstName: 'Barasa', location: fresh };
  return market.caller().auth.signupFarmerByPhone({ ...person, password: PASSWORD, signupToken });
}
const rowOf = async (id: number) =>
  (
    await rowsOf(
      market.db,
      sql`select phone_number, phone_verified_at, email from users where id = ${id}`,
    )
  )[0];
const holder = async () =>
  (
    await rowsOf(
      market.db,
      sql`select first_name from users where phone_number = ${phoneNumber} and phone_verified_at is not null`,
    )
  )[0];

describe('A110: a silent number passes to its new holder, and the old account keeps everything else', () => {
  test('an account heard from within 90 days keeps it, and so does a suspended one', async () => {
    market.advance(SILENCE_SECONDS - 100);
    expect(await outcomeOf(market.caller().otp.send({ phoneNumber, purpose }))).toBe('PHONE_TAKEN');
    const rest = await call(market, '/api/auth/send-otp', { phoneNumber, purpose: 'verify-phone' });
    expect(rest.status).toBe(409);
    await market.db.execute(sql`update users set suspended_at = now() where id = ${former.id}`);
    market.advance(SILENCE_SECONDS);
    expect(await outcomeOf(market.caller().otp.send({ phoneNumber, purpose }))).toBe('PHONE_TAKEN');
    expect(sms.messages).toEqual([]);
  });

  test('a code alone releases nothing: the number passes with the new account, and its former owner gets a mail', async () => {
    market.advance(SILENCE_SECONDS);
    expect(await outcomeOf(signUp('a'.repeat(43)))).toBe('PHONE_NOT_PROVEN');
    const signupToken = await proven();
    expect(await rowOf(former.id)).toMatchObject({ phone_number: phoneNumber });
    await signUp(signupToken);
    expect(await holder()).toEqual({ first_name: 'Barasa' });
    expect(await rowOf(former.id)).toMatchObject({
      phone_number: '',
      phone_verified_at: null,
      email: former.email,
    });
    await settle();
    expect(market.mailbox.at(-1)).toMatchObject({
      to: former.email,
      subject: expect.stringContaining('sasa ni ya mtu mwingine'),
    });
    // The old account still opens with its email, and the new holder only has their own account.
    const { token } = await logIn(market, {
      email: former.email,
      password: PASSWORD,
      role: 'farmer',
    });
    expect(await market.caller({ token }).phone.get()).toMatchObject({
      phoneNumber: '',
      isVerified: false,
      hasPin: true,
    });
    await market
      .caller({ token })
      .farmer.changePhoneNumber({ phoneNumber: newNumber, password: PASSWORD });
    expect(await rowOf(former.id)).toMatchObject({ phone_number: newNumber });
  });

  test('an SMS from the old holder between the code and the sign-up keeps the number', async () => {
    market.advance(SILENCE_SECONDS);
    const signupToken = await proven();
    const phone = phoneOf(market, sms, phoneNumber);
    await phone.write('PESA');
    await phone.write('4821');
    expect(await outcomeOf(signUp(signupToken))).toBe('PHONE_TAKEN');
    expect(await rowOf(former.id)).toMatchObject({ phone_number: phoneNumber });
  });

  test('of several people who sign up with it at once one gets it', async () => {
    market.advance(SILENCE_SECONDS);
    const signupToken = await proven();
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(signUp(signupToken))));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
  });

  test('somebody with an account can take it over', async () => {
    market.advance(SILENCE_SECONDS);
    const buyer = await makeBuyer(market, { phoneNumber });
    const caller = market.caller(buyer);
    await proven(caller);
    expect(await caller.phone.get()).toMatchObject({ phoneNumber, isVerified: true, doubt: null });
    expect(await rowOf(former.id)).toMatchObject({ phone_number: '' });
  });

  test('two accounts without a number are not the same person', async () => {
    const other = await makeFarmer(market, {
      email: 'other@x.ke',
      phoneNumber: newNumber,
      nationalId: '2345678',
    });
    await market.db.execute(
      sql`update users set phone_number = '' where id in (${former.id}, ${other.id})`,
    );
    const isShared = sharesIdentity(sql`${former.id}::int`, sql`${other.id}::int`);
    expect(await rowsOf(market.db, sql`select ${isShared} as "isShared"`)).toEqual([
      { isShared: false },
    ]);
  });
});

describe('A110: an account with nothing but the number that it lost', () => {
  test('opens for nobody, is listed with its balance, and is recovered only by the operator', async () => {
    const mpesa = await openMpesa(market);
    const shop = await makeShop(market);
    const number = '+254112000999';
    await givePhone(market, shop.farm, { phoneNumber: number });
    await market.db.execute(
      sql`update users set email = null, email_verified_at = null where id = ${shop.farm.id}`,
    );
    const order = await shop.confirmed();
    await shop.pay(order);
    await mpesa.answer('approve');
    await shop.handOver(order);
    await market.db.execute(sql`update phone_lines set heard_at = ${new Date(market.services.clock().getTime() - SILENCE_SECONDS * 1000)}
      where user_id = ${shop.farm.id}`);
    const { token } = await makeBuyer(market, { phoneNumber: number, email: 'new@x.ke' });
    await enterCode({ market, sms }, { token, phoneNumber: number });
    market.advance(24 * 3600);
    await mpesa.workThrough();
    await mpesa.round();
    expect([mpesa.mpesa.payouts.length, (await moneyOf(market, order)).payout?.status]).toEqual([
      0,
      'due',
    ]);
    market.services.sms = null;
    market.advance(24 * 3600);
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toEqual([]);

    const listed = await operate('released');
    expect(listed.text).toContain(`account-${shop.farm.id}`);
    expect(listed.text).toContain(number);
    expect(listed.text).toContain('KES 250.00');
    const id = `account-${shop.farm.id}`;
    expect((await operate('new-number', id, number, '--reason', 'x')).text).toContain(
      'another account',
    );
    expect(
      await operate('new-number', id, newNumber, '--reason', 'Her ID was shown'),
    ).toMatchObject({ isDone: true });
    expect((await operate('released')).text).toBe('No number was released.');
    market.advance(24 * 3600 + 600);
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toMatchObject([{ msisdn: newNumber.slice(1) }]);
  });

  test('no code, password or message from the phone opens it for the new holder', async () => {
    await withoutEmail();
    market.advance(SILENCE_SECONDS);
    await signUp(await proven());
    await settle();
    market.advance(60);
    await market.caller().otp.send({ phoneNumber, purpose: 'reset' });
    await settle();
    const reset = { phoneNumber, otp: sms.lastCode(phoneNumber), password: 'Mpya-kabisa-2026' };
    await market.caller().auth.resetPassword(reset);
    market.advance(60);
    await market
      .caller()
      .auth.verifyFarmerCredentials({ phoneNumber, password: 'Mpya-kabisa-2026' });
    await market.caller().otp.send({ phoneNumber, purpose: 'login' });
    const login = await market
      .caller()
      .otp.verify({ phoneNumber, purpose: 'login', otp: sms.lastCode(phoneNumber) });
    // The new holder's own account.
    expect(login).toMatchObject({ outcome: 'sessionOpened', user: { firstName: 'Barasa' } });
  });
});

test('new-number moves an account with an email too: it is logged out, and its owner gets a mail', async () => {
  expect(
    await operate('new-number', former.email, newNumber, '--reason', 'Her ID was shown'),
  ).toMatchObject({ isDone: true });
  expect(await outcomeOf(market.caller(former).phone.get())).toBe('NOT_LOGGED_IN');
  await settle();
  expect(market.mailbox.at(-1)).toMatchObject({
    to: former.email,
    text: expect.stringContaining('111'),
  });
  expect(sms.inbox(phoneNumber)).toEqual([]);
});
