import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { farmerSignup, makeFarmer } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';
const PIN = '4821';
const NEW_PASSWORD = 'Mpya-kabisa-2026';

let market: Market;
let sms: OpenSms;
let farm: { id: number; token: string };
let phone: ReturnType<typeof phoneOf>;
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  farm = await makeFarmer(market);
  await givePhone(market, farm, { phoneNumber, pin: PIN });
  phone = phoneOf(market, sms, phoneNumber);
});

const report = () => market.caller({ token: farm.token }).phone.reportSimChange();
const askReset = async () => {
  const outcome = await outcomeOf(market.caller().otp.send({ phoneNumber, purpose: 'reset' }));
  await phone.settle();
  return outcome;
};
const reset = (otp: string) =>
  outcomeOf(market.caller().auth.resetPassword({ phoneNumber, otp, password: NEW_PASSWORD }));

describe('A101: the holder of a SIM that was reported as changed', () => {
  test('gets no code for a new password, and the same answer as for any number', async () => {
    await report();
    expect(await askReset()).toBe('accepted');
    expect(sms.messages).toEqual([]);
    // The mailbox still belongs to the owner.
    const { email } = farmerSignup();
    await market.caller().otp.send({ email, purpose: 'password_reset' });
    const mails = market.mailbox.length;
    await phone.settle();
    expect(market.mailbox.length - mails).toBe(1);
  });

  test('cannot use an earlier code', async () => {
    await askReset();
    const otp = sms.lastCode(phoneNumber);
    await report();
    expect(await reset(otp)).toBe('CODE_INVALID_OR_EXPIRED');
  });

  test('hears of no order until the right PIN is entered', async () => {
    const buyer = await makeTestBuyer(market);
    const { id: productId } = await makeProduct(market, farm, { quantity: 100 });
    const order = () => makeOrder(market, buyer, [{ productId, quantity: 1 }]);
    // This one was pending when the SIM was reported.
    await order();
    await report();
    await order();
    await phone.settle();
    expect(sms.messages).toEqual([]);
    expect(await phone.write('ODA')).toContain('PIN');
    expect(await phone.write(PIN)).toContain('Oda:');
    await order();
    await phone.settle();
    expect(phone.last()).toContain('NDIO');
    market.advance(60);
    await askReset();
    expect(await reset(sms.lastCode(phoneNumber))).toBe('accepted');
  });

  test('gets no reset code for an account with neither an email nor a PIN', async () => {
    await market.db.execute(sql`update phone_lines set pin_hash = null`);
    await market.db.execute(
      sql`update users set email = null, email_verified_at = null where id = ${farm.id}`,
    );
    await report();
    await askReset();
    expect(sms.messages).toEqual([]);
  });
});
