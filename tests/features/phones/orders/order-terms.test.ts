/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlaceOrder } from '#features/orders/rules/order-input.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import {
  byMpesa,
  changeOrder,
  makeOrder,
  makeProvenBuyer,
  nearPlace,
} from '#tests/factories/trade.ts';
import { keypadOf } from '#tests/setup/keypad.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';
const NOTE = 'Call me at the blue gate beside the church, and bring a small bag';

let market: Market;
let sms: OpenSms;
let farm: { id: number; token: string };
let buyer: { id: number; token: string };
let tomatoes: { id: number };
let keypad: ReturnType<typeof keypadOf>;
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  farm = await makeFarm(market);
  buyer = await makeProvenBuyer(market);
  tomatoes = await makeProduct(market, farm, { name: 'Nyanya', quantity: 500 });
  keypad = keypadOf(market, sms, phoneNumber);
});

const own = (language: Language) => givePhone(market, farm, { phoneNumber, language, pin: '4821' });
const order = async (wanted: Partial<PlaceOrder> = {}) =>
  (await makeOrder(market, buyer, [{ productId: tomatoes.id, quantity: 40 }], wanted)).id;
const delivered = {
  fulfilment: 'delivery',
  ...nearPlace,
  deliveryAddress: 'Blue gate, Kamakwa Road',
} as const;
const tomorrow = () => daysAfter(dayInNairobi(market.services.clock()), 1);
const read = async () => {
  await phoneOf(market, sms, phoneNumber).settle();
  return sms.inbox(phoneNumber)[0] ?? '';
};

describe('the SMS about a new order', () => {
  test.each([
    { language: 'sw', told: 'taslimu, Tetu, kesho asubuhi' },
    { language: 'en', told: 'cash, Tetu, tomorrow morning' },
  ] as const)('says where it goes, when, and that it is cash, in $language', async (texts) => {
    await own(texts.language);
    await order({ ...delivered, wishedDay: tomorrow(), wishedPart: 'morning' });
    expect(await read()).toContain(texts.told);
  });

  test.each([
    { language: 'sw', told: 'M-Pesa, itachukuliwa' },
    { language: 'en', told: 'M-Pesa, to be collected' },
  ] as const)('says that it is collected and paid by M-Pesa, in $language', async (texts) => {
    await own(texts.language);
    await byMpesa(market, await order(), 'pending');
    expect(await read()).toContain(texts.told);
  });

  test('says the note if there is room, and never drops the answer to give', async () => {
    await own('en');
    const id = await order({ note: 'Ripe ones please' });
    expect(await read()).toContain('Ripe ones please');
    const long = await order({
      ...delivered,
      note: NOTE,
      wishedDay: tomorrow(),
      wishedPart: 'afternoon',
    });
    const text = await read();
    expect(text).toContain(`Reply YES ${long} or NO ${long}`);
    expect(text).toContain('tomorrow afternoon');
    expect(text.length).toBeLessThanOrEqual(160);
    expect(id).not.toBe(long);
  });
});

describe('the list by SMS', () => {
  test('says where and when while that fits, and for the order that is asked for', async () => {
    await own('sw');
    const first = await order({ ...delivered, wishedDay: tomorrow() });
    const phone = phoneOf(market, sms, phoneNumber);
    await phone.settle();
    expect(await phone.write('ODA')).toMatch(/^Oda: .*taslimu, Tetu, kesho/);
    for (let count = 0; count < 4; count++) await order();
    await phone.settle();
    expect(await phone.write('ODA')).not.toContain('taslimu');
    expect(await phone.write(`ODA ${first}`)).toMatch(/^Oda: .*taslimu, Tetu, kesho/);
  });
});

describe('the screens of an order', () => {
  test.each([
    { language: 'sw', terms: 'taslimu, Tetu', time: 'kesho alasiri', unpaid: 'Bado haijalipwa' },
    {
      language: 'en',
      terms: 'cash, Tetu',
      time: 'tomorrow afternoon',
      unpaid: 'Not paid yet',
    },
  ] as const)('say where, when and how it is paid, in $language', async (texts) => {
    await own(texts.language);
    const id = await order({
      ...delivered,
      wishedDay: tomorrow(),
      wishedPart: 'afternoon',
      note: NOTE,
    });
    expect(await keypad.dial('1')).toContain(texts.time);
    const screen = await keypad.press('1');
    expect(screen).toContain(texts.terms);
    expect(screen).toContain(texts.time);
    await changeOrder(market, id, {
      status: 'confirmed',
      confirmedAt: market.services.clock(),
      paymentMethod: 'M-Pesa',
    });
    expect(await keypad.dial()).toContain(texts.unpaid);
    await byMpesa(market, id, 'paid');
    expect(await keypad.dial()).toMatch(/imelipwa|paid/);
  });

  test('the details have the address, the phone once accepted, and the whole note on pages', async () => {
    await own('en');
    const id = await order({ ...delivered, note: `${NOTE}. ${NOTE}.` });
    await keypad.dial('1', '1', '9');
    expect(keypad.screens.at(-1)).not.toContain('Kamakwa');
    await market.caller({ token: farm.token }).farmer.orders.confirm({ orderId: id });
    const pages = [await keypad.dial()];
    while (pages.at(-1)?.includes('00 More')) pages.push(await keypad.press('00'));
    const whole = pages.join(' ').replaceAll('\n', ' ');
    expect(pages.length).toBeGreaterThan(1);
    for (const part of ['Achieng Otieno 0720', '40 kg Nyanya', 'cash', 'Blue gate, Kamakwa Road'])
      expect(whole).toContain(part);
    expect(whole.match(/small bag/g)).toHaveLength(2);
    expect(await keypad.press('0', '0')).toContain('9 Details');
  });
});
