/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest';
import { FARM_PHONE, makePhoneShop, type PhoneShop } from '#tests/factories/phone-shop.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder } from '#tests/factories/trade.ts';
import { keypadOf } from '#tests/setup/keypad.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

let market: Market;
let shop: PhoneShop;
let keypad: ReturnType<typeof keypadOf>;
beforeEach(async () => {
  market = await makeMarket();
  shop = await makePhoneShop(market);
  keypad = keypadOf(market, shop.sms, FARM_PHONE);
});

const asFarmer = () => market.caller({ token: shop.farm.token }).farmer.orders;
async function sent(orderId: number) {
  await asFarmer().confirm({ orderId });
  await asFarmer().dispatch({ orderId });
  await shop.phone.settle();
  return orderId;
}
const weightsOf = async (orderId: number) =>
  (await asFarmer().get({ orderId })).lines.map(({ weighedQuantity }) => weighedQuantity);

describe('the weight at the handover by USSD', () => {
  test.each([
    {
      language: 'sw',
      step: '2 Weka uzito',
      asked: 'Nyanya: mlikubaliana kilo 40. Ina uzito gani, kilo 36 hadi 44?',
      weighed: 'ina uzito wa 38.5 kilo Nyanya, KES 1,752. Mnunuzi ana msimbo mpya.',
      code: 'Weka msimbo wa mnunuzi',
    },
    {
      language: 'en',
      step: '2 Enter the weight',
      asked: 'Nyanya: 40 kg agreed. What does it weigh, from 36 to 44 kg?',
      weighed: 'weighs 38.5 kg Nyanya, KES 1,752. The buyer has a new code.',
      code: "Enter the buyer's code",
    },
  ] as const)('shows the new total, and then takes the new code, in $language', async (texts) => {
    const id = await sent(await shop.order(40));
    if (texts.language === 'en') await keypad.dial('5');
    expect(await keypad.dial('1', '1')).toContain(texts.step);
    expect(await keypad.press('2')).toContain(texts.asked);
    const screen = await keypad.press('38,5');
    expect(screen).toContain(texts.weighed);
    expect(screen).toContain(texts.code);
    expect(await keypad.press(codeOf(id, 1))).toMatch(/^END .*KES 1,752/);
    expect(await shop.statusOf(id)).toBe('completed');
  });

  test('asks for each line in kilograms, and "0" leads back to a weight', async () => {
    const kale = await makeProduct(market, shop.farm, { name: 'Sukuma', quantity: 50, price: 15 });
    const bags = await makeProduct(market, shop.farm, { name: 'Viazi', unit: 'bags', quantity: 9 });
    const { id } = await makeOrder(market, shop.buyer, [
      { productId: shop.tomatoes.id, quantity: 20 },
      { productId: bags.id, quantity: 1 },
      { productId: kale.id, quantity: 10 },
    ]);
    await sent(id);
    expect(await keypad.dial('1', '1', '2')).toContain('Nyanya: mlikubaliana kilo 20');
    expect(await keypad.press('19')).toContain('Sukuma: mlikubaliana kilo 10');
    expect(await keypad.press('0')).toContain('Nyanya: mlikubaliana kilo 20');
    await keypad.press('18.5');
    expect(await weightsOf(id)).toEqual([null, null, null]);
    await keypad.press('10.5');
    expect(await weightsOf(id)).toEqual([18.5, 10.5, null]);
    await keypad.press('0', '10,25');
    expect(await weightsOf(id)).toEqual([18.5, 10.25, null]);
  });

  test.each(['45', '0.004', 'arobaini'])('"%s" changes nothing', async (typed) => {
    const id = await sent(await shop.order(40));
    await keypad.dial('1', '1', '2');
    expect(await keypad.press(typed)).toContain('kilo 36 hadi 44');
    expect(await weightsOf(id)).toEqual([null]);
  });

  test('is refused once the order is no longer on its way, and is not offered for bags', async () => {
    const id = await sent(await shop.order(40));
    await keypad.dial('1', '1', '2');
    await asFarmer().complete({ orderId: id, handoverCode: codeOf(id) });
    expect(await keypad.press('38.5')).toMatch(/^END /);
    const bags = await makeProduct(market, shop.farm, { name: 'Viazi', unit: 'bags', quantity: 9 });
    const order = await makeOrder(market, shop.buyer, [{ productId: bags.id, quantity: 1 }]);
    await sent(order.id);
    expect(await keypad.dial('1', '1')).not.toContain('2 Weka uzito');
    expect(await keypad.press('2')).toMatch(/^CON /);
  });
});
