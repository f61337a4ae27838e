/** @module-tag long */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#platform/rules/language.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { observeFarms, rollUp } from '#tests/factories/prices.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { booksOf, byMpesa, makeOrder, makeProvenBuyer } from '#tests/factories/trade.ts';
import { keypadOf } from '#tests/setup/keypad.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';

let market: Market;
let sms: OpenSms;
let farm: { id: number; token: string };
let keypad: ReturnType<typeof keypadOf>;
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  farm = await makeFarm(market);
  keypad = keypadOf(market, sms, phoneNumber);
});

const own = (language: Language = 'sw') =>
  givePhone(market, farm, { phoneNumber, language, pin: '4821' });
const products = () =>
  rowsOf(
    market.db,
    sql`select name, crop, category, unit, quantity::float8 as quantity, price_cents as cents,
      net_weight_kg::float8 as weight, deleted_at is not null as gone from products order by id`,
  );
describe('a product is listed by USSD', () => {
  test.each([
    { language: 'sw', name: 'Nyanya', unit: 'kreti (kilo 64)', listed: 'Nyanya iko sokoni' },
    { language: 'en', name: 'Tomatoes', unit: '64 kg crate', listed: 'Tomatoes is on the market' },
  ] as const)('from the numbered lists, in $language', async (texts) => {
    await own(texts.language);
    expect(await keypad.dial('7')).toContain('3 ');
    let screen = await keypad.press('3');
    for (let pages = 0; pages < 20 && !screen.includes(texts.name); pages++)
      screen = await keypad.press('00');
    const number = new RegExp(`^(?:CON )?(\\d+) ${texts.name}$`, 'm').exec(screen)?.[1] ?? '';
    expect(await keypad.press(number)).toContain(`1 ${texts.unit}`);
    await keypad.press('1');
    await keypad.press('20');
    expect(await keypad.press('3200')).toContain('KES 3,200');
    expect(await keypad.press('1')).toContain(`END ${texts.listed}`);
    expect(await products()).toEqual([
      {
        name: texts.name,
        crop: 'tomato',
        category: 'Vegetables',
        unit: 'crates',
        quantity: 20,
        cents: 320_000,
        weight: 64,
        gone: false,
      },
    ]);
    const [{ id } = { id: 0 }] = (await rowsOf(market.db, sql`select id from products`)) as {
      id: number;
    }[];
    expect(await booksOf(market, id)).toMatchObject({ putIn: 20, isBalanced: true });
  });

  test('by its name, in a unit without a known weight', async () => {
    await own();
    await keypad.dial('7');
    expect(await keypad.press('bisibisi')).toContain('Hatujui zao hilo');
    const units = await keypad.press('sukuma');
    const number = /^(\d+) lita$/m.exec(units)?.[1] ?? '';
    await keypad.press(number, '12,5', '40');
    expect(await keypad.press('1')).toMatch(/^END Sukuma wiki iko sokoni: 12.5 lita/);
    expect(await products()).toMatchObject([{ unit: 'litres', weight: null, quantity: 12.5 }]);
  });

  test('is not listed before the last screen, and "0" leads back through all of them', async () => {
    await own();
    const screens = [await keypad.dial('7')];
    for (const input of ['nyanya', '1', '20', '3200']) screens.push(await keypad.press(input));
    expect(await keypad.dial()).toBe(screens.at(-1));
    for (const screen of screens.toReversed().slice(1))
      expect(await keypad.press('0')).toBe(screen);
    expect(await products()).toEqual([]);
  });

  test('a figure that a form refuses is refused in the same words', async () => {
    await own('en');
    await keypad.dial('7', 'tomato', '1');
    expect(await keypad.press('9999999')).toMatch(/^CON .*quantity/i);
    expect(await keypad.press('many')).toMatch(/^CON .*quantity/i);
    await keypad.press('20');
    expect(await keypad.press('00')).toMatch(/^CON .*price/i);
    expect(await keypad.press('3200', '1')).toContain('END ');
  });

  test('the price is asked for beside what farmers of the county ask, in the same packing', async () => {
    await own();
    await observeFarms(market, [40, 45, 50, 55, 60]);
    await rollUp(market);
    await keypad.dial('7', 'nyanya', '1');
    expect(await keypad.press('20')).toContain(
      'Nyeri: wakulima wanauza KES 2,880 hadi 3,520 / kreti (kilo 64).',
    );
    await keypad.press('0', '0', '2');
    expect(await keypad.press('20')).toContain('Nyeri: wakulima wanauza KES 45 hadi 55 / kilo.');
  });

  test('needs the PIN on a phone that may have changed hands', async () => {
    await own();
    await market.caller({ token: farm.token }).phone.reportSimChange();
    expect(await keypad.dial('7')).toContain('PIN');
    expect(await keypad.press('4821')).toContain('Unauza nini');
  });
});

describe('a product of the list', () => {
  let tomatoes: { id: number };
  beforeEach(async () => {
    tomatoes = await makeProduct(market, farm, {
      name: 'Nyanya',
      unit: 'crates',
      netWeightKg: 64,
      quantity: 100,
      price: 3000,
    });
  });

  test.each([
    { language: 'sw', now: 'sasa KES 3,500 / kreti (kilo 64), awali KES 3,000' },
    { language: 'en', now: 'now KES 3,500 / 64 kg crate, before KES 3,000' },
  ] as const)('gets another price, in $language', async (texts) => {
    await own(texts.language);
    await keypad.dial('2', '1', '2');
    expect(await keypad.press('3500')).toContain(texts.now);
    expect(await products()).toMatchObject([{ cents: 350_000, quantity: 100 }]);
    expect(await rowsOf(market.db, sql`select price_per_kg_cents as perKg from products`)).toEqual([
      { perkg: 5469 },
    ]);
  });

  test.each([
    { language: 'sw', asked: 'itaondolewa sokoni', done: 'imeondolewa sokoni' },
    { language: 'en', asked: 'will leave the market', done: 'is off the market' },
  ] as const)('leaves the market, in $language', async (texts) => {
    await own(texts.language);
    expect(await keypad.dial('2', '1', '3')).toContain(texts.asked);
    expect((await products())[0]?.gone).toBe(false);
    expect(await keypad.press('1')).toContain(texts.done);
    expect((await products())[0]?.gone).toBe(true);
  });

  test('that was deleted meanwhile is said to be gone', async () => {
    await own('en');
    await keypad.dial('2', '1', '2');
    await market.caller({ token: farm.token }).farmer.products.delete({ productId: tomatoes.id });
    expect(await keypad.dial()).toMatch(/^CON .*no longer here.*\n0 Back$/s);
    expect(await keypad.press('3500')).toMatch(/^END /);
  });

  test.each([
    { language: 'sw', asked: 'itaghairiwa', done: 'imeghairiwa' },
    { language: 'en', asked: 'will be cancelled', done: 'is cancelled' },
  ] as const)('an accepted order of it is cancelled, in $language', async (texts) => {
    await own(texts.language);
    const buyer = await makeProvenBuyer(market);
    const { id } = await makeOrder(market, buyer, [{ productId: tomatoes.id, quantity: 10 }]);
    await keypad.dial('1', '1', '1');
    expect(await keypad.dial('1', '1', '2')).toContain(texts.asked);
    expect(await keypad.press('1')).toContain(`${id} ${texts.done}`);
    expect((await rowsOf(market.db, sql`select status from orders`))[0]?.status).toBe('cancelled');
    expect(await booksOf(market, tomatoes.id)).toMatchObject({ onHand: 100, isBalanced: true });
  });

  test('a paid order says that the buyer gets the money back, and cannot be cancelled once sent', async () => {
    await own();
    const buyer = await makeProvenBuyer(market);
    const { id } = await makeOrder(market, buyer, [{ productId: tomatoes.id, quantity: 10 }]);
    await keypad.dial('1', '1', '1');
    await byMpesa(market, id, 'paid');
    expect(await keypad.dial('1', '1', '2')).toContain('atarudishiwa KES 30,000');
    await market.caller({ token: farm.token }).farmer.orders.dispatch({ orderId: id });
    expect(await keypad.press('1')).toMatch(/^END /);
    expect((await rowsOf(market.db, sql`select status from orders`))[0]?.status).toBe('dispatched');
    await phoneOf(market, sms, phoneNumber).settle();
  });
});
