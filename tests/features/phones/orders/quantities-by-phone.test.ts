import {
  asFarmer,
  buyer,
  codeOf,
  dials,
  dispatched,
  expectBooks,
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
  toldOrder,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones();

async function sent(...given: Parameters<typeof order>) {
  const orderId = await dispatched(...given);
  await phone.settle();
  return orderId;
}
const weightsOf = async (orderId: number) =>
  (await asFarmer().get({ orderId })).lines.map(({ weighedQuantity }) => weighedQuantity);

test('the weight at the handover by USSD shows the new total, and then takes the new code', async () => {
  const id = await sent(40);
  await dials(['1', '1'], '2 Weka uzito');
  await presses('2', 'Nyanya: mlikubaliana kilo 40. Ina uzito gani, kilo 36 hadi 44?');
  const screen = await keypad.press('38,5');
  expect(screen).toContain('ina uzito wa kilo 38.5 za Nyanya, KES 1,752. Mnunuzi ana msimbo mpya.');
  expect(screen).toContain('Weka msimbo wa mnunuzi');
  await presses(codeOf(id, 1), /^END .*KES 1,752/);
  expect(await statusOf(id)).toBe('completed');
});

test('the weight at the handover by USSD asks for each line in kilograms, and "0" leads back to a weight', async () => {
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

test.each(['45', 'arobaini'])(
  'the weight at the handover by USSD: "%s" changes nothing',
  async (typed) => {
    const id = await sent(40);
    await keypad.dial('1', '1', '2');
    await presses(typed, 'kilo 36 hadi 44');
    expect(await weightsOf(id)).toEqual([null]);
  },
);

test('the weight at the handover by USSD is refused once the order is no longer on its way, and is not offered for bags', async () => {
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

test('UZITO 512 38.5 enters it, and only the new code completes the order', async () => {
  const id = await sent(40);
  const { amount } = await asFarmer().get({ orderId: id });
  const total = Math.ceil((amount / 40) * 38.5).toLocaleString('en-KE');
  expect(await phone.write(`UZITO ${id} 38.5`)).toBe(
    `Oda ${id} ina uzito wa kilo 38.5 za Nyanya, KES ${total}. Mnunuzi ana msimbo mpya.`,
  );
  expect(await phone.write(`MSIMBO ${id} ${codeOf(id)}`)).toBe(
    'Bidhaa zimepimwa tena: mwombe mnunuzi msimbo mpya.',
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

const quantitiesOf = async (orderId: number) =>
  (await asFarmer().get({ orderId })).lines.map(({ quantity }) => quantity);

test('accepting a part by SMS: NDIO 512 38kg accepts 38 kilos, and the answer names them', async () => {
  const id = await toldOrder(40);
  for (const _ of ['once', 'twice'])
    await writes(`NDIO ${id} 38kg`, `Oda ${id} imekubaliwa: kilo 38 za Nyanya`);
  expect(await quantitiesOf(id)).toEqual([38]);
  await expectBooks({ reserved: 38 });
});

test('accepting a part by SMS: NDIO 512 38 asks first, because 38 may be another order', async () => {
  const id = await toldOrder(40);
  expect(await phone.write(`NDIO ${id} 38`)).toBe(
    `Oda ${id}: una kilo 38 za Nyanya tu? Jibu SAWA kukubali kiasi hicho.`,
  );
  expect(await statusOf(id)).toBe('pending');
  await writes('SAWA', `Oda ${id} imekubaliwa: kilo 38 za Nyanya`);
  expect(await quantitiesOf(id)).toEqual([38]);
});

test('accepting a part by SMS of several lines takes the quantities in their order, or lists the lines', async () => {
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

test('accepting a part by SMS: more than was ordered changes nothing, and nothing at all rejects it', async () => {
  const id = await toldOrder(40);
  await writes(`NDIO ${id} 41kg`, 'Oda ina Nyanya, kilo 40');
  expect(await statusOf(id)).toBe('pending');
  await writes(`NDIO ${id} 0kg`, `Oda ${id} imekataliwa`);
  expect(await statusOf(id)).toBe('rejected');
});
