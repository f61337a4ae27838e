/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest';
import { makePhoneShop, type PhoneShop } from '#tests/factories/phone-shop.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

let market: Market;
let shop: PhoneShop;
beforeEach(async () => {
  market = await makeMarket();
  shop = await makePhoneShop(market);
});

const asFarmer = () => market.caller({ token: shop.farm.token }).farmer.orders;
async function sent(orderId: number) {
  await asFarmer().confirm({ orderId });
  await asFarmer().dispatch({ orderId });
  await shop.phone.settle();
  return orderId;
}

describe('the weight at the handover by SMS', () => {
  test('UZITO 512 38.5 enters it, and only the new code completes the order', async () => {
    const id = await sent(await shop.order(40));
    const { amount } = await asFarmer().get({ orderId: id });
    const total = Math.ceil((amount / 40) * 38.5).toLocaleString('en-KE');
    expect(await shop.phone.write(`UZITO ${id} 38.5`)).toBe(
      `Oda ${id} ina uzito wa 38.5 kilo Nyanya, KES ${total}. Mnunuzi ana msimbo mpya.`,
    );
    expect(await shop.phone.write(`MSIMBO ${id} ${codeOf(id)}`)).toBe(
      'Uzito umebadilishwa baadaye. Mwombe mnunuzi msimbo mpya.',
    );
    expect(await shop.phone.write(`MSIMBO ${id} ${codeOf(id, 1)}`)).toContain(`KES ${total}`);
    expect(await shop.statusOf(id)).toBe('completed');
  });

  test('two weights for one line are asked about', async () => {
    const id = await sent(await shop.order(40));
    expect(await shop.phone.write(`UZITO ${id} 41 5`)).toContain(`Andika UZITO ${id}`);
    expect(await asFarmer().get({ orderId: id })).toMatchObject({ weighing: 0 });
  });

  test('the agreed weight leaves the code as it is', async () => {
    const id = await sent(await shop.order(40));
    expect(await shop.phone.write(`UZITO ${id} 40`)).toContain('Msimbo wa mnunuzi haujabadilika.');
    expect(await asFarmer().get({ orderId: id })).toMatchObject({ weighing: 0 });
    await shop.phone.write(`MSIMBO ${id} ${codeOf(id)}`);
    expect(await shop.statusOf(id)).toBe('completed');
  });

  test('WEIGHT 512 38.5kg works as well, and twice it is one weighing', async () => {
    const id = await sent(await shop.order(40));
    const first = await shop.phone.write(`WEIGHT ${id} 38.5kg`);
    expect(first).toContain(`Oda ${id} ina uzito wa 38.5 kilo Nyanya`);
    expect(await shop.phone.write(`weight ${id} 38.5 kilos`)).toBe(first);
    expect(await asFarmer().get({ orderId: id })).toMatchObject({ weighing: 1 });
  });

  test.each(['38,5', '38,50 kilo', '38.5'])('UZITO 512 %s is 38.5 kilos', async (typed) => {
    const id = await sent(await shop.order(40));
    expect(await shop.phone.write(`UZITO ${id} ${typed}`)).toContain('38.5 kilo Nyanya');
  });

  test('of several lines takes the weights in their order, or lists the lines', async () => {
    const kale = await makeProduct(market, shop.farm, { name: 'Sukuma', quantity: 50, price: 15 });
    const { id } = await makeOrder(market, shop.buyer, [
      { productId: shop.tomatoes.id, quantity: 20 },
      { productId: kale.id, quantity: 10 },
    ]);
    await sent(id);
    expect(await shop.phone.write(`UZITO ${id} 19`)).toBe(
      `Oda ${id}: Nyanya 20 kg, Sukuma 10 kg. Andika UZITO ${id} na uzito wa kila moja, kwa mpangilio huu.`,
    );
    await shop.phone.write(`UZITO ${id} 19 10.5`);
    const { lines } = await asFarmer().get({ orderId: id });
    expect(lines.map(({ weighedQuantity }) => weighedQuantity)).toEqual([19, 10.5]);
  });

  test('more than 10% away, in bags, or of an order that is not on its way, changes nothing', async () => {
    const id = await shop.order(40);
    expect(await shop.phone.write(`UZITO ${id} 38`)).toContain(`Oda ${id}`);
    await sent(id);
    expect(await shop.phone.write(`UZITO ${id} 45`)).toContain('kilo 36 hadi 44');
    await shop.phone.write(`UZITO ${id} 38 gunia`);
    expect(await asFarmer().get({ orderId: id })).toMatchObject({ weighing: 0 });
  });
});
