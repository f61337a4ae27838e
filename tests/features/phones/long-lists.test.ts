/** @module-tag long */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ORDERS_PAGE_SIZE } from '#features/orders/rules/limits.ts';
import { type Language, languages } from '#platform/rules/language.ts';
import { measureSms } from '#platform/rules/text/gsm7.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { changeOrder, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';

let market: Market;
let sms: OpenSms;
let farm: { id: number; token: string };
let buyer: { id: number; token: string };
let phone: ReturnType<typeof phoneOf>;
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  farm = await makeFarm(market);
  await givePhone(market, farm, { phoneNumber });
  buyer = await makeTestBuyer(market);
  phone = phoneOf(market, sms, phoneNumber);
});

/** From here on the phone receives only answers. */
async function speak(language: Language) {
  await market.db.execute(sql`update users set language = ${language}`);
  await phone.settle();
}
const makeProducts = async (names: string[]) => {
  const ids = [];
  for (const name of names) ids.push((await makeProduct(market, farm, { name, quantity: 5 })).id);
  return ids;
};

/** Sends a command, and then what each answer says to send for the rest. @returns the answers */
async function readAll(word: string): Promise<string[]> {
  const answers = [];
  for (let next: string | undefined = word; next; ) {
    const answer: string = await phone.write(next);
    expect(measureSms(answer)).toMatchObject({ isGsm7: true, parts: 1 });
    answers.push(answer);
    next = /: (?:write|andika) ((?:STOCK|STOKI|ORDERS|ODA) \d+)\./.exec(answer)?.[1];
  }
  return answers;
}

describe('a list that is longer than an SMS', () => {
  test.each(languages)(
    'says what to send for the rest, so that each product can be reached: %s',
    async (language) => {
      const names = Array.from({ length: 12 }, (_, at) => `Mboga ${String.fromCharCode(65 + at)}`);
      await makeProducts(names);
      await speak(language);
      const answers = await readAll(language === 'sw' ? 'STOKI' : 'STOCK');
      expect(answers.length).toBeGreaterThan(1);
      const numbered = answers.flatMap((answer) => answer.match(/\b\d+ Mboga [A-L]/g) ?? []);
      expect(numbered).toEqual(names.map((name, at) => `${at + 1} ${name}`));
      expect(await phone.write('STOCK 12 40')).toContain('Mboga L');
    },
  );

  test.each(languages)('and each order: %s', async (language) => {
    const [productId = 0] = await makeProducts(['Nyanya']);
    await market.db.execute(sql`update products set quantity = 100`);
    const ids = [];
    for (let i = 0; i < 12; i++)
      ids.push((await makeOrder(market, buyer, [{ productId, quantity: 1 }])).id);
    await speak(language);
    const answers = await readAll(language === 'sw' ? 'ODA' : 'ORDERS');
    expect(answers.length).toBeGreaterThan(1);
    const listed = answers.flatMap((answer) =>
      [...answer.matchAll(/(\d+) (?:new|mpya) KES/g)].map(([, id]) => Number(id)),
    );
    expect(listed).toEqual(ids.toReversed());
  });

  test('keeps its numbers to the end, even if entries are added or deleted meanwhile', async () => {
    const ids = await makeProducts(
      Array.from({ length: 12 }, (_, at) => `Mboga ${String.fromCharCode(65 + at)}`),
    );
    const next = /andika (STOKI (\d+))/.exec(await phone.write('STOKI'));
    await market.caller({ token: farm.token }).farmer.products.delete({ productId: ids[0] ?? 0 });
    await market.caller({ token: farm.token }).farmer.products.delete({ productId: ids[10] ?? 0 });
    await makeProducts(['Mpya']);
    const first = Number(next?.[2]);
    const letter = String.fromCharCode(64 + first);
    const answers = await readAll(next?.[1] ?? '');
    expect(answers[0]).toMatch(new RegExp(`^${first} Mboga ${letter} 5`));
    expect(answers.join()).toContain('12 Mboga L');
    expect(answers.join()).not.toContain('Mboga K');
    expect(await phone.write(`STOKI ${first} 40`)).toContain(`Mboga ${letter}: sasa 40`);
    expect(await phone.write('STOKI 1')).toMatch(/^2 Mboga B/);
    expect(await phone.write('STOKI 50')).toContain('Hakuna bidhaa 50');
  });

  test('repeats a page when asked again, and starts a list if there was none', async () => {
    await makeProducts(['Sukuma', 'Karoti']);
    expect(await phone.write('STOKI 2')).toMatch(/^2 Karoti 5/);
    expect(await phone.write('STOKI 2')).toMatch(/^2 Karoti 5/);
    expect(await phone.write('STOKI 2 7')).toContain('Karoti: sasa 7');
  });
});

test('an open order is listed, however many newer ones have ended', async () => {
  const [productId = 0] = await makeProducts(['Nyanya']);
  await market.db.execute(sql`update products set quantity = 100`);
  const { id } = await makeOrder(market, buyer, [{ productId, quantity: 1 }]);
  for (let i = 0; i < ORDERS_PAGE_SIZE; i++) {
    // A buyer may have only a few orders of one farm.
    const { id: newer } = await makeOrder(market, await makeTestBuyer(market), [
      { productId, quantity: 1 },
    ]);
    await changeOrder(market, newer, { status: 'completed' });
  }
  await speak('sw');
  expect(await phone.write('ODA')).toContain(`${id} mpya`);
  expect(await phone.write('ODA 1')).toContain(`${id} mpya`);
  expect(await sms.dial({ phoneNumber, sessionId: 'ATUid_one', text: '1' })).toContain(
    `1 Oda ${id} mpya`,
  );
});
