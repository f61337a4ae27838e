import { describe, expect, test } from 'vitest';
import {
  asFarmer,
  buyer,
  expectBooks,
  farm,
  givenPhones,
  makeOrder,
  makeProduct,
  phone,
  product,
  statusOf,
  toldOrder,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones();

const quantitiesOf = async (orderId: number) =>
  (await asFarmer().get({ orderId })).lines.map(({ quantity }) => quantity);

describe('accepting a part by SMS', () => {
  test('NDIO 512 38kg accepts 38 kilos, and the answer names them', async () => {
    const id = await toldOrder(40);
    // The second time it is answered the same.
    for (const _ of ['once', 'twice'])
      await writes(`NDIO ${id} 38kg`, `Oda ${id} imekubaliwa: kilo 38 za Nyanya`);
    expect(await quantitiesOf(id)).toEqual([38]);
    await expectBooks({ reserved: 38 });
  });

  test('NDIO 512 38 asks first, because 38 may be another order', async () => {
    const id = await toldOrder(40);
    expect(await phone.write(`NDIO ${id} 38`)).toBe(
      `Oda ${id}: una kilo 38 za Nyanya tu? Jibu SAWA kukubali kiasi hicho.`,
    );
    expect(await statusOf(id)).toBe('pending');
    await writes('SAWA', `Oda ${id} imekubaliwa: kilo 38 za Nyanya`);
    expect(await quantitiesOf(id)).toEqual([38]);
  });

  test('of several lines takes the quantities in their order, or lists the lines', async () => {
    const eggs = await makeProduct(farm, { name: 'Mayai', quantity: 50, price: 15 });
    const { id } = await makeOrder(buyer, [
      { productId: product.id, quantity: 20 },
      { productId: eggs.id, quantity: 10 },
    ]);
    const lines = `Oda ${id}: Nyanya kilo 20, Mayai kilo 10. Andika NDIO ${id} na kiasi`;
    await writes(`NDIO ${id} 12kg`, lines);
    expect(await phone.write(`NDIO ${id} 12kg 3 gunia`)).not.toContain('imekubaliwa');
    expect(await statusOf(id)).toBe('pending');
    await phone.write(`NDIO ${id} 12kg 8.5kg`);
    expect(await quantitiesOf(id)).toEqual([12, 8.5]);
  });

  test('more than was ordered changes nothing, and nothing at all rejects it', async () => {
    const id = await toldOrder(40);
    await writes(`NDIO ${id} 41kg`, 'Oda ina Nyanya, kilo 40');
    expect(await statusOf(id)).toBe('pending');
    await writes(`NDIO ${id} 0kg`, `Oda ${id} imekataliwa`);
    expect(await statusOf(id)).toBe('rejected');
  });
});
