/** @module-tag long */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { phoneLines } from '#features/accounts/server/tables/phone-lines.ts';
import type { Language } from '#platform/rules/language.ts';
import { findWrongMoney, makeShop, moneyOf, PHONE, type Shop } from '#tests/factories/money.ts';
import { codeOf } from '#tests/factories/trade.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import { keypadOf } from '#tests/setup/keypad.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

/* Five kilograms at KES 50 are agreed. At 5.4 kg the buyer may pay KES 20 more. */

let market: Market;
let mpesa: OpenMpesa;
let sms: OpenSms;
let shop: Shop;
let scales: ReturnType<typeof makeScales>;
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  mpesa = await openMpesa(market);
  shop = await makeShop(market);
  scales = makeScales(market, { mpesa, shop });
});

/** The phone of a buyer without a screen. */
async function phoneOfBuyer(language: Language) {
  await givePhone(market, shop.buyer, { phoneNumber: PHONE, language });
  await market.db.execute(
    sql`update users set email = null, email_verified_at = null where id = ${shop.buyer.id}`,
  );
  return phoneOf(market, sms, PHONE);
}
async function weighsMore() {
  const id = await scales.sent();
  await scales.weigh(id, 5.4);
  await phoneOf(market, sms, PHONE).settle();
  return id;
}
const differenceOf = async (orderId: number) =>
  (await shop.asFarmer.orders.get({ orderId })).difference;

describe('a buyer whose goods weigh more chooses by SMS', () => {
  test.each([
    {
      language: 'sw',
      yes: 'NDIO',
      no: 'HAPANA',
      asked: 'utapata ombi la M-Pesa la KES 20 kwenye simu hii. Weka PIN yako ya M-Pesa.',
      left: 'unachukua tu mlichokubaliana, kwa KES 250.',
    },
    {
      language: 'en',
      yes: 'YES',
      no: 'NO',
      asked: 'you will get an M-Pesa request for KES 20 on this phone. Enter your M-Pesa PIN.',
      left: 'you take only what was agreed, for KES 250.',
    },
  ] as const)('with the words that the SMS names, in $language', async (texts) => {
    const phone = await phoneOfBuyer(texts.language);
    const id = await weighsMore();
    expect(phone.last()).toContain(`${texts.yes} ${id}`);
    expect(phone.last()).toContain(`${texts.no} ${id}`);
    expect(await phone.write(`${texts.no} ${id}`)).toContain(texts.left);
    expect(await differenceOf(id)).toMatchObject({ status: 'left' });
    await scales.weigh(id, 5.4 - 0.1);
    await scales.weigh(id, 5.4);
    await phone.settle();
    expect(await phone.write(`${texts.yes} ${id}`)).toContain(texts.asked);
    expect(mpesa.lastPrompt()).toMatchObject({ amount: 20, msisdn: PHONE.slice(1) });
    await mpesa.answer('approve');
    expect(await differenceOf(id)).toMatchObject({ status: 'paid' });
    await scales.complete(id, 3);
    expect(await moneyOf(market, id)).toMatchObject({ money: ['received 250', 'received 20'] });
    expect(await findWrongMoney(market)).toEqual([]);
  });

  test('without its number, if it is the only one', async () => {
    const phone = await phoneOfBuyer('sw');
    const id = await weighsMore();
    expect(await phone.write('Ndio')).toContain(`Oda ${id}: utapata ombi la M-Pesa`);
    expect(await phone.write('NDIO')).toContain('Malipo ya oda hii yanaendelea');
    await mpesa.answer('cancel');
    const other = await weighsMore();
    expect(await phone.write('hapana')).toContain(`Oda ipi? ${other}, ${id}`);
    expect(await differenceOf(id)).toMatchObject({ status: 'open' });
    await phone.write(`hapana ${id}`);
    expect(await phone.write('hapana')).toContain(`Oda ${other}`);
    expect(await phone.write('hapana')).toBe('Hakuna kinachosubiri jibu lako.');
  });

  test('hears why M-Pesa does not ask, and when it asks again', async () => {
    const phone = await phoneOfBuyer('en');
    const id = await weighsMore();
    mpesa.behaviour.push = 'refused';
    expect(await phone.write(`YES ${id}`)).toBe(
      'The payment did not go through. M-Pesa says: System is busy. Please try again in few minutes.',
    );
    await mpesa.withoutDaraja(async () => {
      expect(await phone.write(`YES ${id}`)).toContain('We could not reach M-Pesa.');
    });
    mpesa.behaviour.push = 'phoneBusy';
    expect(await phone.write(`YES ${id}`)).toMatch(/KES 20 on this phone, today \d\d:\d\d/);
  });

  test('nothing else, and nobody else, is answered with money', async () => {
    const phone = await phoneOfBuyer('en');
    const id = await weighsMore();
    expect(await phone.write(`YES ${id} 6kg`)).toContain('for farmers only');
    expect(await phone.write(`YES ${id + 1}`)).not.toContain('M-Pesa');
    await phone.write(`NO ${id}`);
    expect(await phone.write(`YES ${id}`)).toBe('This order cannot be paid now.');
    const unpaid = await shop.confirmed();
    expect(await phone.write(`YES ${unpaid}`)).toBe('This order cannot be paid now.');
    expect(await moneyOf(market, unpaid)).toMatchObject({ attempts: [] });
  });
});

describe('a buyer whose goods weigh more chooses by USSD', () => {
  test.each([
    {
      language: 'sw',
      menu: '1 Uzito uliozidi',
      line: 'KES 20 zaidi',
      shown: 'ina uzito wa 5.4 kilo',
      asked: 'utapata ombi la M-Pesa la KES 20',
      left: 'unachukua tu mlichokubaliana, kwa KES 250.',
    },
    {
      language: 'en',
      menu: '1 Extra weight',
      line: 'KES 20 more',
      shown: 'weighs 5.4 kg',
      asked: 'you will get an M-Pesa request for KES 20',
      left: 'you take only what was agreed, for KES 250.',
    },
  ] as const)('from the menu, which has it only then, in $language', async (texts) => {
    await phoneOfBuyer(texts.language);
    const id = await weighsMore();
    const keypad = keypadOf(market, sms, PHONE);
    expect(await keypad.dial()).toContain(texts.menu);
    expect(await keypad.press('1')).toContain(texts.line);
    expect(await keypad.press('1')).toContain(texts.shown);
    expect(await keypad.press('1')).toContain(texts.asked);
    await mpesa.answer('cancel');
    expect(await keypad.dial('1', '1', '2')).toContain(texts.left);
    expect(await differenceOf(id)).toMatchObject({ status: 'left' });
    expect(await keypad.dial()).not.toContain(texts.menu);
    expect(await keypad.press('1')).toMatch(/^CON /);
  });
});

describe('the farmer by SMS, while the buyer has a difference to pay', () => {
  test('waits for the payment, and enters the code again', async () => {
    await phoneOfBuyer('sw');
    await givePhone(market, shop.farm, { phoneNumber: '+254712345678', language: 'en' });
    const farmer = phoneOf(market, sms, '+254712345678');
    const id = await weighsMore();
    await shop.pay(id);
    const code = `CODE ${id} ${codeOf(id, 1)}`;
    expect(await farmer.write(code)).toContain('Wait a moment, then enter the code again.');
    mpesa.delivery.isLost = true;
    await mpesa.answer('approve');
    expect(await farmer.write(code)).toContain('KES 270');
    expect(await moneyOf(market, id)).toMatchObject({ money: ['received 250', 'received 20'] });
  });

  test('cannot cancel the order any more, and neither can the buyer', async () => {
    await phoneOfBuyer('sw');
    await givePhone(market, shop.farm, { phoneNumber: '+254712345678' });
    const farmer = phoneOf(market, sms, '+254712345678');
    const id = await weighsMore();
    expect(await farmer.write(`GHAIRI ${id}`)).toContain(`Haiwezekani sasa. Oda ${id}:`);
    await shop.pay(id);
    expect(await farmer.write(`GHAIRI ${id}`)).toContain(`Haiwezekani sasa. Oda ${id}:`);
    await expect(shop.asBuyer.cancel({ orderId: id })).rejects.toThrow('STEP_NOT_ALLOWED');
    await expect(shop.asFarmer.orders.cancel({ orderId: id })).rejects.toThrow('STEP_NOT_ALLOWED');
    await mpesa.answer('approve');
    expect(await moneyOf(market, id)).toMatchObject({
      status: 'dispatched',
      money: ['received 250', 'received 20'],
    });
  });
});

describe('an answer to an earlier weighing', () => {
  const question = (id: number, more: number) => `weighs more: KES ${more}. YES ${id} pays it`;

  test.each(['no', 'yes', 'no with its number'])(
    'that came before the SMS about the newer one is asked again: %s',
    async (answer) => {
      const phone = await phoneOfBuyer('en');
      const id = await weighsMore();
      const text = answer === 'no with its number' ? `NO ${id}` : answer;
      market.advance(1);
      // Its SMS has not been sent.
      await scales.weigh(id, 5.5);
      expect(await phone.write(text)).toContain(question(id, 25));
      expect(await differenceOf(id)).toMatchObject({ status: 'open', amount: 25 });
      expect((await moneyOf(market, id)).attempts).toEqual(['paid']);
      market.advance(1);
      // Now the buyer knows, and the SMS is not needed any more.
      expect(await phone.write(text)).toMatch(/take only what was agreed|request for KES 25/);
      expect(phone.last()).not.toContain(question(id, 25));
    },
  );

  test('that waited while the goods were weighed again is asked again, on a retry too', async () => {
    const phone = await phoneOfBuyer('en');
    const id = await weighsMore();
    sms.write(PHONE, 'no');
    await sms.delivered();
    market.advance(1);
    await scales.weigh(id, 5.3);
    market.advance(1);
    // As after a try whose process died before its answer was queued.
    await shop.asBuyer.get({ orderId: id });
    await phone.settle();
    expect(phone.last()).toContain(question(id, 15));
    expect(await differenceOf(id)).toMatchObject({ status: 'open' });
  });

  test('counts after the newer weight was seen on the screen, or told by SMS', async () => {
    const phone = await phoneOfBuyer('en');
    const id = await weighsMore();
    await scales.weigh(id, 5.5);
    await shop.asBuyer.get({ orderId: id });
    market.advance(1);
    expect(await phone.write('no')).toContain('you take only what was agreed');
    await scales.weigh(id, 5.4);
    await phone.settle();
    expect(await phone.write('no')).toContain('you take only what was agreed');
  });

  test('on the USSD screen shows the newer weight first', async () => {
    await phoneOfBuyer('en');
    const id = await weighsMore();
    const keypad = keypadOf(market, sms, PHONE);
    await keypad.dial('1', '1');
    await scales.weigh(id, 5.5);
    const again = await keypad.press('2');
    expect(again).toContain('weighs 5.5 kg');
    expect(await differenceOf(id)).toMatchObject({ status: 'open' });
    expect(await keypad.press('2')).toContain('you take only what was agreed');
  });
});

describe('a USSD session that is resumed', () => {
  test('says that the difference was left or paid meanwhile', async () => {
    await phoneOfBuyer('en');
    const id = await weighsMore();
    const keypad = keypadOf(market, sms, PHONE);
    await keypad.dial('1', '1');
    await shop.asBuyer.leaveDifference({ orderId: id });
    expect(await keypad.dial()).toContain('you take only what was agreed, for KES 250.');
    expect(await keypad.press('0')).toContain('Nothing is waiting for your answer.');
    await scales.weigh(id, 5.5);
    await keypad.press('0');
    await keypad.press('1', '1');
    await shop.pay(id);
    await mpesa.answer('approve');
    expect(await keypad.dial()).toContain('you have paid for the extra weight, KES 275 in all.');
    await scales.complete(id, 2);
    expect(await keypad.dial()).toContain('Nothing is waiting for your answer.');
    expect(keypad.screens.join()).not.toContain('KES 0');
  });
});

describe('a buyer whose phone may have changed hands', () => {
  const doubt = () => market.db.update(phoneLines).set({ simChangedAt: market.services.clock() });

  test('sees the same menu with a difference and without, and enters the PIN first', async () => {
    await givePhone(market, shop.buyer, { phoneNumber: PHONE, language: 'en', pin: '4821' });
    await doubt();
    const keypad = keypadOf(market, sms, PHONE);
    const without = await keypad.dial();
    expect(await keypad.press('1')).toContain('PIN');
    expect(await keypad.press('4821')).toContain('Nothing is waiting for your answer.');
    const id = await weighsMore();
    await doubt();
    expect(await keypad.dial()).toBe(without);
    const asked = await keypad.press('1');
    expect(asked).toContain('PIN');
    expect(asked).not.toContain(String(id));
    expect(await keypad.press('4821')).toContain('KES 20 more');
  });

  test('without a PIN gets no further', async () => {
    await phoneOfBuyer('en');
    await weighsMore();
    await doubt();
    expect(await keypadOf(market, sms, PHONE).dial('1')).toMatch(/^END /);
  });
});
