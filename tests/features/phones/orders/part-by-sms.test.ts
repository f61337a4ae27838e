/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest';
import { makePhoneShop, type PhoneShop } from '#tests/factories/phone-shop.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { booksOf, makeOrder } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

let market: Market;
let shop: PhoneShop;
beforeEach(async () => {
  market = await makeMarket();
  shop = await makePhoneShop(market);
});

const asFarmer = () => market.caller({ token: shop.farm.token }).farmer.orders;
const quantitiesOf = async (orderId: number) =>
  (await asFarmer().get({ orderId })).lines.map(({ quantity }) => quantity);

describe('accepting a part by SMS', () => {
  test('NDIO 512 38kg accepts 38 kilos, and the answer names them', async () => {
    const id = await shop.order(40);
    expect(await shop.phone.write(`NDIO ${id} 38kg`)).toContain(
      `Oda ${id} imekubaliwa: 38 kilo Nyanya`,
    );
    expect(await quantitiesOf(id)).toEqual([38]);
    expect(await booksOf(market, shop.tomatoes.id)).toMatchObject({
      reserved: 38,
      isBalanced: true,
    });
  });

  test('NDIO 512 38 asks first, because 38 may be another order', async () => {
    const id = await shop.order(40);
    expect(await shop.phone.write(`NDIO ${id} 38`)).toBe(
      `Oda ${id}: una 38 kilo Nyanya tu? Jibu SAWA kukubali kiasi hicho.`,
    );
    expect(await shop.statusOf(id)).toBe('pending');
    expect(await shop.phone.write('SAWA')).toContain(`Oda ${id} imekubaliwa: 38 kilo Nyanya`);
    expect(await quantitiesOf(id)).toEqual([38]);
  });

  test.each(['38,5', '38.5', '38,5kg', '38,50 kilo'])(
    'NDIO 512 %s is 38.5 kilos',
    async (typed) => {
      const id = await shop.order(40);
      const answer = await shop.phone.write(`NDIO ${id} ${typed}`);
      expect(answer).toContain('38.5 kilo Nyanya');
      if (answer.includes('SAWA')) await shop.phone.write('SAWA');
      expect(await quantitiesOf(id)).toEqual([38.5]);
      expect(await shop.statusOf(id)).toBe('confirmed');
    },
  );

  test('of several lines takes the quantities in their order, or lists the lines', async () => {
    const eggs = await makeProduct(market, shop.farm, { name: 'Mayai', quantity: 50, price: 15 });
    const { id } = await makeOrder(market, shop.buyer, [
      { productId: shop.tomatoes.id, quantity: 20 },
      { productId: eggs.id, quantity: 10 },
    ]);
    const lines = `Oda ${id}: Nyanya 20 kilo, Mayai 10 kilo. Andika NDIO ${id} na kiasi`;
    expect(await shop.phone.write(`NDIO ${id} 12kg`)).toContain(lines);
    expect(await shop.phone.write(`NDIO ${id} 12kg 3 gunia`)).not.toContain('imekubaliwa');
    expect(await shop.statusOf(id)).toBe('pending');
    await shop.phone.write(`NDIO ${id} 12kg 8.5kg`);
    expect(await quantitiesOf(id)).toEqual([12, 8.5]);
  });

  test('more than was ordered changes nothing, and nothing at all rejects it', async () => {
    const id = await shop.order(40);
    expect(await shop.phone.write(`NDIO ${id} 41kg`)).toContain('Oda ina Nyanya, kilo 40');
    expect(await shop.statusOf(id)).toBe('pending');
    expect(await shop.phone.write(`NDIO ${id} 0kg`)).toContain(`Oda ${id} imekataliwa`);
    expect(await shop.statusOf(id)).toBe('rejected');
  });

  test('the same SMS twice is answered with what was accepted', async () => {
    const id = await shop.order(40);
    const first = await shop.phone.write(`NDIO ${id} 38kg`);
    expect(await shop.phone.write(`NDIO ${id} 38kg`)).toBe(first);
  });
});
