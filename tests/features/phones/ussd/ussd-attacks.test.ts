import { phoneLines } from '#accounts/server/tables/users.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  buyer,
  caller,
  changeOrder,
  codeOf,
  DAY,
  db,
  dispatched,
  FARM_PHONE,
  farm,
  givenPhones,
  givePhone,
  makeFarm,
  makeOrder,
  makeProduct,
  now,
  order,
  phone,
  product,
  rowsOf,
  sms,
  sql,
  statusOf,
  writes,
} from '#tests/setup/in-market.ts';

const othersNumber = '+254799999999';

givenPhones();

const step = (text: string, { from = FARM_PHONE, sessionId = 'ATUid_one' } = {}) =>
  sms.dial({ phoneNumber: from, sessionId, text });
const quantities = async () =>
  (await rowsOf(sql`select quantity::float8 as q from products order by id`)).map(({ q }) => q);

describe('D99: a USSD request counts once, and for the phone that made it', () => {
  test('a late one does nothing', async () => {
    const id = await order(10);
    for (const text of ['', '1', '1*1']) await step(text);
    // The order is on the screen, where "1" accepts it: but this one was typed two screens ago.
    expect(await step('1')).toContain('1 Kubali');
    expect(await step('')).toContain('1 Kubali');
    expect(await statusOf(id)).toBe('pending');
    expect(await step('1*1*2')).toContain('Unataka kukataa oda');
    expect(await step('1*1')).toContain('Unataka kukataa oda');
    expect(await step('1*1*2*1')).toContain('imekataliwa');
    expect(await step('1*1*2')).toContain('imekataliwa');
    expect(await statusOf(id)).toBe('rejected');
  });

  test('inputs sent together are applied in order', async () => {
    const id = await order(10);
    await step('');
    expect(await step('1*1*1')).toContain('imekubaliwa');
    expect(await statusOf(id)).toBe('confirmed');
  });

  test("another phone's session id starts a separate session", async () => {
    const other = await makeFarm();
    await givePhone(other, { phoneNumber: othersNumber, pin: '1357' });
    const theirs = await makeProduct(other, { quantity: 50 });
    const id = await order(10);
    const wanted = [{ productId: theirs.id, quantity: 10 }];
    const { id: othersId } = await makeOrder(buyer, wanted);
    for (const text of ['', '1']) await step(text);
    expect(await step('', { from: othersNumber })).toContain('1 Oda zangu');
    expect(await step('1', { from: othersNumber })).toContain(`1 Oda ${othersId} `);
    expect(await step('1')).toContain(`1 Oda ${id} `);
    expect(await step('1*1')).toContain(`${id} mpya`);
    expect(await step('1*1', { from: othersNumber })).toContain(`${othersId} mpya`);
  });
});

test('A97: a wrong PIN that the network sends many times at once is one try', async () => {
  await caller(farm).phone.reportSimChange();
  await order(10);
  for (const text of ['', '1']) await step(text);
  await Promise.all(Array.from({ length: 10 }, () => step('1*0000')));
  expect(await rowsOf(sql`select pin_tries::int as n from phone_lines`)).toEqual([{ n: 1 }]);
  expect(await step('1*0000*4821')).toContain('mpya');
});

describe('A97: a session does not continue what now requires the PIN', () => {
  test('a list from before the SIM changed is not shown again', async () => {
    const id = await order(10);
    for (const text of ['', '1', '1*1']) await step(text);
    await caller(farm).phone.reportSimChange();
    expect(await step('1*1*99')).not.toContain('mpya');
    expect(await step('', { sessionId: 'ATUid_two' })).toContain('1 Oda zangu');
    expect(await step('1', { sessionId: 'ATUid_two' })).toContain('PIN');
    expect(await step('1*4821', { sessionId: 'ATUid_two' })).toContain(`1 Oda ${id} `);
  });

  test('nor does "0" lead back to one from the PIN for a large handover', async () => {
    const id = await order(10);
    await changeOrder(id, { status: 'dispatched', totalCents: 2_000_100 });
    await step('');
    expect(await step('1*1*1*0000')).toContain('PIN');
    await caller(farm).phone.reportSimChange();
    expect(await step('', { sessionId: 'ATUid_two' })).toContain('1 Oda zangu');
    expect(await step('1*1*1*0000*0')).toMatch(/^CON .*1 Oda zangu/s);
  });

  test('a session does not continue for the next owner of the number', async () => {
    await order(10);
    for (const text of ['', '1', '1*1']) await step(text);
    const next = await makeFarm();
    await db.execute(sql`update users set phone_verified_at = null where id = ${farm.id}`);
    await givePhone(next, { phoneNumber: FARM_PHONE });
    expect(await step('1*1*99')).toContain('1 Oda zangu');
    expect(await step('', { sessionId: 'ATUid_two' })).toContain('1 Oda zangu');
  });

  test('a phone that was silent for long cannot set a first PIN, and is told why', async () => {
    await db.update(phoneLines).set({ pinHash: null, heardAt: secondsAfter(now(), -91 * DAY) });
    await step('');
    await step('6');
    expect(await step('6*1357')).toContain('Chagua moja kwanza kwenye profaili');
  });
});

describe('D99: a number refers to the last list shown', () => {
  test('an SMS refers to the last screen', async () => {
    const kale = await makeProduct(farm, { name: 'Sukuma', quantity: 5 });
    await makeProduct(farm, { name: 'Karoti', quantity: 7 });
    await writes('STOKI', '3 Karoti');
    await caller(farm).farmer.products.delete({ productId: kale.id });
    await step('');
    expect(await step('2')).toContain('2 Karoti');
    await writes('STOKI 2 40', 'Karoti: sasa kilo 40');
  });

  test('a quantity applies to the chosen product, even if it is renumbered meanwhile', async () => {
    await makeProduct(farm, { name: 'Sukuma', quantity: 5 });
    for (const text of ['', '2']) await step(text);
    expect(await step('2*2')).toContain('Sukuma: kilo 5');
    await phone.write('STOKI');
    expect(await step('2*2*1*40')).toContain('Sukuma: sasa kilo 40');
    expect(await quantities()).toEqual([100, 40]);
  });

  test('a product deleted meanwhile is not updated', async () => {
    for (const text of ['', '2', '2*1', '2*1*1']) await step(text);
    await caller(farm).farmer.products.delete({ productId: product.id });
    expect(await step('2*1*1*40')).toMatch(/^END /);
    expect(await quantities()).toEqual([100]);
  });
});

test('A97: a large handover is completed once, with the PIN asked for it', async () => {
  const id = await dispatched(10);
  await changeOrder(id, { totalCents: 2_000_100 });
  const typed = `1*1*1*${codeOf(id)}`;
  await step('');
  expect(await step(typed)).toContain('PIN');
  expect(await step(`${typed}*0000`)).toContain('PIN si sahihi');
  // The wrong one again, late and early: it counts once.
  for (let i = 0; i < 6; i++) await step(`${typed}*0000`);
  expect(await step(`${typed}*0000*4821`)).toContain('imekamilika');
  expect(await statusOf(id)).toBe('completed');
});
