import { products } from '#products/server/tables.ts';
import {
  asBuyer,
  asFarmer,
  buyer,
  changeOrder,
  codeOf,
  db,
  farm,
  givenPhones,
  keypad,
  makeOrder,
  makeProduct,
  rowsOf,
  sql,
} from '#tests/setup/in-market.ts';

const MAIN = '1 Oda zangu';

givenPhones();
beforeEach(async () => {
  await db.delete(products);
  await keypad.dial();
});
const type = (input: string) => keypad.press(input);
/** The network ends the session, and the phone dials again. */
const dialAgain = () => keypad.dial();

async function makeOrders(count: number): Promise<number[]> {
  const { id: productId } = await makeProduct(farm, { name: 'Nyanya', quantity: 100 });
  const ids = [];
  for (let i = 0; i < count; i++)
    ids.push((await makeOrder(buyer, [{ productId, quantity: 1 }])).id);
  return ids.toReversed();
}

test('D99: "0" leads one step back from an order to its page of the list, and on to the first screen', async () => {
  const ids = await makeOrders(5);
  const list = await type('1');
  const more = await type('00');
  expect(more).toContain(`4 Oda ${ids[3]} `);
  const menu = await type('4');
  expect(menu).toContain('1 Kubali');
  expect(await type('2')).toContain('Unataka kukataa oda');
  expect(await type('0')).toBe(menu);
  expect(await type('0')).toBe(more);
  expect(await type('0')).toBe(list);
  expect(await type('0')).toContain(MAIN);
});

test('D99: "0" leads one step back from the code to the order, and from the PIN to the code', async () => {
  const [id = 0] = await makeOrders(1);
  await asFarmer().confirm({ orderId: id });
  await asFarmer().dispatch({ orderId: id });
  await changeOrder(id, { totalCents: 2_000_100 });
  const list = await type('1');
  const menu = await type('1');
  expect(await type('1')).toContain('Weka msimbo wa mnunuzi');
  expect(await type(codeOf(id))).toContain('PIN');
  expect(await type('0')).toContain('Weka msimbo wa mnunuzi');
  expect(await type('0')).toBe(menu);
  expect(await type('0')).toBe(list);
});

test('D99: "0" leads one step back from prices, from a first PIN and from the PIN for a list to the first screen', async () => {
  await makeOrders(1);
  expect(await type('3')).toContain('Zao gani');
  expect(await type('0')).toContain(MAIN);
  await db.execute(sql`update phone_lines set pin_hash = null`);
  expect(await type('6')).toContain('Chagua PIN');
  expect(await type('0')).toContain(MAIN);
  await db.execute(sql`update phone_lines set pin_hash = 'of-some-pin', sim_changed_at = now()`);
  expect(await type('1')).toContain('PIN');
  expect(await type('0')).toContain(MAIN);
  expect(await type('0')).toContain(MAIN);
});

test('D99: "0" leads one step back also when the session was interrupted in between', async () => {
  await makeOrders(4);
  await type('1');
  const more = await type('00');
  const menu = await type('4');
  await type('2');
  expect(await dialAgain()).toContain('Unataka kukataa oda');
  expect(await type('0')).toBe(menu);
  expect(await dialAgain()).toBe(menu);
  expect(await type('0')).toBe(more);
});

test('going back to a list shows the current state of its orders', async () => {
  const [second, first] = await makeOrders(2);
  await type('1');
  await type('1');
  await asBuyer().cancel({ orderId: second ?? 0 });
  expect(await type('0')).toContain(`1 Oda ${second} imeghairiwa`);
  await changeOrder(first ?? 0, { status: 'dispatched', fulfilment: 'collection' });
  expect(await dialAgain()).toContain(`2 Oda ${first} iko tayari`);
});

test('"00" sets a stock of zero, although "0" leads back', async () => {
  await makeProduct(farm, { name: 'Sukuma', quantity: 5 });
  await type('2');
  expect(await type('1')).toContain('Sukuma: kilo 5');
  expect(await type('1')).toContain('00 kama imeisha');
  expect(await type('00')).toContain('Sukuma: sasa kilo 0');
  expect(await rowsOf(sql`select quantity::float8 as q from products`)).toEqual([{ q: 0 }]);
});

test('a large handover without a PIN says where to set one', async () => {
  const [id = 0] = await makeOrders(1);
  await changeOrder(id, { status: 'dispatched', totalCents: 2_000_100 });
  await db.execute(sql`update phone_lines set pin_hash = null`);
  await type('1');
  await type('1');
  await type('1');
  expect(await type(codeOf(id))).toMatch(/^END Hii inahitaji PIN.*ubonyeze 6,/);
  expect(await dialAgain()).toContain('Chagua PIN');
  expect(await type('1357')).toContain('imehifadhiwa');
});
