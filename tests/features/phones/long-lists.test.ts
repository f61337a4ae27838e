import { ORDERS_PAGE_SIZE } from '#orders/rules/limits.ts';
import { measureSms } from '#rules/text/sms.ts';
import {
  caller,
  changeOrder,
  FARM_PHONE,
  farm,
  givenPhones,
  makeProduct,
  makeTestBuyer,
  order,
  phone,
  product,
  sms,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones();

const twelve = [...'ABCDEFGHIJKL'].map((letter) => `Mboga ${letter}`);
const makeProducts = async (names: string[]) => {
  await caller(farm).farmer.products.delete({ productId: product.id });
  const ids = [];
  for (const name of names) ids.push((await makeProduct(farm, { name, quantity: 5 })).id);
  return ids;
};

async function readAll(word: string): Promise<string[]> {
  const answers = [];
  for (let next: string | undefined = word; next; ) {
    const answer: string = await phone.write(next);
    expect(measureSms(answer)).toMatchObject({ isGsm7: true, parts: 1 });
    answers.push(answer);
    next = /: andika ((?:STOKI|ODA) \d+)\./.exec(answer)?.[1];
  }
  return answers;
}

test('a list that is longer than an SMS says what to send for the rest, so that each product can be reached', async () => {
  await makeProducts(twelve);
  const answers = await readAll('STOKI');
  expect(answers.length).toBeGreaterThan(1);
  const numbered = answers.flatMap((answer) => answer.match(/\b\d+ Mboga [A-L]/g) ?? []);
  expect(numbered).toEqual(twelve.map((name, at) => `${at + 1} ${name}`));
  await writes('STOCK 12 40', 'Mboga L');
});

test('a list that is longer than an SMS says each order once', async () => {
  const ids = [];
  for (let i = 0; i < 12; i++) ids.push(await order());
  await phone.settle();
  const answers = await readAll('ODA');
  expect(answers.length).toBeGreaterThan(1);
  const listed = [...answers.join('\n').matchAll(/(\d+) mpya KES/g)];
  expect(listed.map(([, id]) => Number(id))).toEqual(ids.toReversed());
});

test('a list that is longer than an SMS keeps its numbers to the end, even if entries are added or deleted meanwhile', async () => {
  const ids = await makeProducts(twelve);
  const next = /andika (STOKI (\d+))/.exec(await phone.write('STOKI'));
  await caller(farm).farmer.products.delete({ productId: ids[0] ?? 0 });
  await caller(farm).farmer.products.delete({ productId: ids[10] ?? 0 });
  await makeProduct(farm, { name: 'Mpya', quantity: 5 });
  const first = Number(next?.[2]);
  const letter = String.fromCharCode(64 + first);
  const answers = await readAll(next?.[1] ?? '');
  expect(answers[0]).toMatch(new RegExp(`^${first} Mboga ${letter} kilo 5`));
  expect(answers.join()).toContain('12 Mboga L');
  expect(answers.join()).not.toContain('Mboga K');
  await writes(`STOKI ${first} 40`, `Mboga ${letter}: sasa kilo 40`);
  await writes('STOKI 1', /^2 Mboga B/);
  await writes('STOKI 50', 'Hakuna bidhaa 50');
});

test('an open order is listed, however many newer ones have ended', async () => {
  const id = await order();
  for (let i = 0; i < ORDERS_PAGE_SIZE; i++) {
    // A buyer may have only a few orders of one farm.
    const newer = await order(1, {}, await makeTestBuyer());
    await changeOrder(newer, { status: 'completed' });
  }
  await phone.settle();
  await writes('ODA', `${id} mpya`);
  await writes('ODA 1', `${id} mpya`);
  expect(await sms.dial({ phoneNumber: FARM_PHONE, sessionId: 'ATUid_one', text: '1' })).toContain(
    `1 Oda ${id} mpya`,
  );
});
