import { describe, expect, test } from 'vitest';
import {
  asFarmer,
  buyer,
  codeOf,
  dials,
  dispatched,
  farm,
  givenPhones,
  keypad,
  makeOrder,
  makeProduct,
  type order,
  phone,
  presses,
  product,
  statusOf,
} from '#tests/setup/in-market.ts';

givenPhones();

async function sent(...given: Parameters<typeof order>) {
  const orderId = await dispatched(...given);
  await phone.settle();
  return orderId;
}
const weightsOf = async (orderId: number) =>
  (await asFarmer().get({ orderId })).lines.map(({ weighedQuantity }) => weighedQuantity);

describe('the weight at the handover by USSD', () => {
  test('shows the new total, and then takes the new code', async () => {
    const id = await sent(40);
    await dials(['1', '1'], '2 Weka uzito');
    await presses('2', 'Nyanya: mlikubaliana kilo 40. Ina uzito gani, kilo 36 hadi 44?');
    const screen = await keypad.press('38,5');
    expect(screen).toContain(
      'ina uzito wa kilo 38.5 za Nyanya, KES 1,752. Mnunuzi ana msimbo mpya.',
    );
    expect(screen).toContain('Weka msimbo wa mnunuzi');
    await presses(codeOf(id, 1), /^END .*KES 1,752/);
    expect(await statusOf(id)).toBe('completed');
  });

  test('asks for each line in kilograms, and "0" leads back to a weight', async () => {
    const kale = await makeProduct(farm, { name: 'Sukuma', quantity: 50, price: 15 });
    const bags = await makeProduct(farm, { name: 'Viazi', unit: 'bags', quantity: 9 });
    const { id } = await makeOrder(buyer, [
      { productId: product.id, quantity: 20 },
      { productId: bags.id, quantity: 1 },
      { productId: kale.id, quantity: 10 },
    ]);
    await asFarmer().confirm({ orderId: id });
    await asFarmer().dispatch({ orderId: id });
    await dials(['1', '1', '2'], 'Nyanya: mlikubaliana kilo 20');
    await presses('19', 'Sukuma: mlikubaliana kilo 10');
    await presses('0', 'Nyanya: mlikubaliana kilo 20');
    await keypad.press('18.5');
    expect(await weightsOf(id)).toEqual([null, null, null]);
    await keypad.press('10.5');
    expect(await weightsOf(id)).toEqual([18.5, 10.5, null]);
    await keypad.press('0', '10,25');
    expect(await weightsOf(id)).toEqual([18.5, 10.25, null]);
  });

  test.each(['45', 'arobaini'])('"%s" changes nothing', async (typed) => {
    const id = await sent(40);
    await keypad.dial('1', '1', '2');
    await presses(typed, 'kilo 36 hadi 44');
    expect(await weightsOf(id)).toEqual([null]);
  });

  test('is refused once the order is no longer on its way, and is not offered for bags', async () => {
    const id = await sent(40);
    await keypad.dial('1', '1', '2');
    await asFarmer().complete({ orderId: id, handoverCode: codeOf(id) });
    await presses('38.5', /^END /);
    const bags = await makeProduct(farm, { name: 'Viazi', unit: 'bags', quantity: 9 });
    const placed = await makeOrder(buyer, [{ productId: bags.id, quantity: 1 }]);
    await asFarmer().confirm({ orderId: placed.id });
    await asFarmer().dispatch({ orderId: placed.id });
    expect(await keypad.dial('1', '1')).not.toContain('2 Weka uzito');
    await presses('2', /^CON /);
  });
});
