import { phoneLines } from '#accounts/server/tables/users.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  advance,
  buyer,
  caller,
  changeOrder,
  DAY,
  db,
  farm,
  givenPhones,
  makeFarm,
  makeOrder,
  makeProduct,
  phone,
  phoneOf,
  rowsOf,
  START,
  sms,
  sql,
  statusOf,
  toldOrder,
  writes,
} from '#tests/setup/in-market.ts';

const stranger = '+254799999999';

givenPhones();

test('a sale by SMS: nothing is sent before it is paid, and what the buyer comes for is ready', async () => {
  const waiting = await toldOrder();
  await changeOrder(waiting, { paymentMethod: 'M-Pesa', paymentStatus: 'pending' });
  await writes(`NDIO ${waiting}`, /0722000111\. Tutakuambia ikilipwa\.$/);
  expect(await phone.write(`NIMETUMA ${waiting}`)).toBe(
    `Haiwezekani sasa. Oda ${waiting}: imekubaliwa, bado haijalipwa. Tutakuambia ikilipwa.`,
  );
  expect(await statusOf(waiting)).toBe('confirmed');
  const collected = await toldOrder(1);
  await writes(`NDIO ${collected}`, new RegExp(`Andika TAYARI ${collected} ikiwa tayari\\.$`));
  await writes(`TAYARI ${collected}`, `Oda ${collected} iko tayari`);
  const delivered = await toldOrder(1);
  await changeOrder(delivered, { fulfilment: 'delivery' });
  await writes(`NDIO ${delivered}`, new RegExp(`Andika NIMETUMA ${delivered} ikiwa njiani\\.$`));
  await writes(`TAYARI ${delivered}`, `Andika NIMETUMA ${delivered} ikiwa njiani.`);
  await writes(`NIMETUMA ${delivered}`, `Oda ${delivered} iko njiani`);
});

test('a rejection is asked for once more, and only the word that was asked for does it', async () => {
  const id = await toldOrder();
  await writes(`HAPANA ${id} mvua kubwa`, 'Jibu SAWA kuendelea');
  expect(await statusOf(id)).toBe('pending');
  await writes('SAWA', `Oda ${id} imekataliwa`);
  expect(await statusOf(id)).toBe('rejected');
  expect(await phone.write('SAWA')).toBe('Hakuna kinachosubiri jibu lako.');
  const other = await toldOrder();
  await phone.write(`NO ${other}`);
  advance(11 * 60);
  await writes('OK', `Andika NDIO ${other} au HAPANA ${other}.`);
  expect(await statusOf(other)).toBe('pending');
});

test("a sale by SMS: another farm's order is not found, and stays as it was", async () => {
  const other = await makeFarm();
  const product = await makeProduct(other, { quantity: 50 });
  const { id } = await makeOrder(buyer, [{ productId: product.id, quantity: 1 }]);
  const said = new Set<string>();
  for (const text of [`NDIO ${id}`, `HAPANA ${id}`, `NIMETUMA ${id}`, `MSIMBO ${id} 0000`])
    said.add(await phone.write(text));
  expect(said.size).toBe(1);
  expect(await statusOf(id)).toBe('pending');
});

test('the number of a product means nothing before there was a list', async () => {
  await writes('STOKI 1 40', 'Hakuna bidhaa 1. Andika STOKI uone orodha');
  expect(await rowsOf(sql`select quantity::float8 as q from products`)).toEqual([{ q: 100 }]);
});

test('who may say what: B96: a number that nobody has verified hears nothing personal, and prices', async () => {
  const id = await toldOrder();
  const other = phoneOf(sms, stranger);
  expect(await other.write('BEI nyanya')).toContain('bei');
  expect(await other.write(`NDIO ${id}`)).toContain('Thibitisha nambari hii');
  expect(await statusOf(id)).toBe('pending');
  // Nor does one that somebody has only typed.
  await db.execute(
    sql`update users set phone_number = ${stranger}, phone_verified_at = null where id = ${farm.id}`,
  );
  for (const text of ['ODA', 'PESA', `NDIO ${id}`]) {
    advance(3600);
    expect(await other.write(text)).toContain('Thibitisha nambari hii');
  }
  expect(await statusOf(id)).toBe('pending');
  expect(sms.inbox(stranger).join()).not.toContain('Achieng');
});

test('who may say what: C95: short codes, names and foreign numbers get no answer', async () => {
  for (const from of ['21212', 'SAFARICOM', '+255712345678', '', '+254712345678901234567890'])
    sms.write(from, 'HELP');
  await phone.settle();
  expect(sms.messages).toEqual([]);
});

test('who may say what: A97: the first word after 90 days needs the PIN', async () => {
  const id = await toldOrder();
  await db.update(phoneLines).set({ heardAt: secondsAfter(START, -91 * DAY) });
  await writes(`NDIO ${id}`, 'PIN');
  expect(await statusOf(id)).toBe('pending');
  await writes('0000', 'PIN si sahihi');
  await writes('4821', 'imekubaliwa');
  expect(await statusOf(id)).toBe('confirmed');
});

test('who may say what: A97: so does every word from a phone whose SIM has changed, and five wrong PINs lock it', async () => {
  const id = await toldOrder();
  await caller(farm).phone.reportSimChange();
  await writes('PESA', 'PIN');
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await phone.write(`000${i}`));
  expect(answers.at(-1)).toContain('Umekosea PIN');
  await writes('4821', 'Umekosea PIN');
  await writes(`NDIO ${id}`, 'PIN');
  expect(await statusOf(id)).toBe('pending');
  advance(DAY);
  await phone.write('PESA');
  await writes('4821', 'Salio:');
});
