import { expect, test } from 'vitest';
import {
  asFarmer,
  buyer,
  codeOf,
  dispatched,
  farm,
  givenPhones,
  makeOrder,
  makeProduct,
  type order,
  phone,
  product,
  statusOf,
  toldOrder,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones();

async function sent(...given: Parameters<typeof order>) {
  const orderId = await dispatched(...given);
  await phone.settle();
  return orderId;
}

test('UZITO 512 38.5 enters it, and only the new code completes the order', async () => {
  const id = await sent(40);
  const { amount } = await asFarmer().get({ orderId: id });
  const total = Math.ceil((amount / 40) * 38.5).toLocaleString('en-KE');
  expect(await phone.write(`UZITO ${id} 38.5`)).toBe(
    `Oda ${id} ina uzito wa kilo 38.5 za Nyanya, KES ${total}. Mnunuzi ana msimbo mpya.`,
  );
  expect(await phone.write(`MSIMBO ${id} ${codeOf(id)}`)).toBe(
    'Uzito umebadilishwa baadaye. Mwombe mnunuzi msimbo mpya.',
  );
  await writes(`MSIMBO ${id} ${codeOf(id, 1)}`, `KES ${total}`);
  expect(await statusOf(id)).toBe('completed');
});

test('the agreed weight leaves the code as it is', async () => {
  const id = await sent(40);
  await writes(`UZITO ${id} 40`, 'Msimbo wa mnunuzi haujabadilika.');
  expect(await asFarmer().get({ orderId: id })).toMatchObject({ weighing: 0 });
  await phone.write(`MSIMBO ${id} ${codeOf(id)}`);
  expect(await statusOf(id)).toBe('completed');
});

test('an entry for several lines takes the weights in their order, or lists the lines', async () => {
  const kale = await makeProduct(farm, { name: 'Sukuma', quantity: 50, price: 15 });
  const { id } = await makeOrder(buyer, [
    { productId: product.id, quantity: 20 },
    { productId: kale.id, quantity: 10 },
  ]);
  await asFarmer().confirm({ orderId: id });
  await asFarmer().dispatch({ orderId: id });
  expect(await phone.write(`UZITO ${id} 19`)).toBe(
    `Oda ${id}: Nyanya kilo 20, Sukuma kilo 10. Andika UZITO ${id} na uzito wa kila moja, kwa mpangilio huu.`,
  );
  await phone.write(`UZITO ${id} 19 10.5`);
  const { lines } = await asFarmer().get({ orderId: id });
  expect(lines.map(({ weighedQuantity }) => weighedQuantity)).toEqual([19, 10.5]);
});

test('more than 10% away, in bags, or of an order that is not on its way, changes nothing', async () => {
  const id = await toldOrder(40);
  await writes(`UZITO ${id} 38`, `Oda ${id}`);
  await asFarmer().confirm({ orderId: id });
  await asFarmer().dispatch({ orderId: id });
  await writes(`UZITO ${id} 45`, 'kilo 36 hadi 44');
  await phone.write(`UZITO ${id} 38 gunia`);
  expect(await asFarmer().get({ orderId: id })).toMatchObject({ weighing: 0 });
});
