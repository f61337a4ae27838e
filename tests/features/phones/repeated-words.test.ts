import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { answerWords } from '#features/phones/server/answer-words.ts';
import {
  advance,
  codeOf,
  countRows,
  FARM_PHONE,
  givenPhones,
  market,
  phone,
  sms,
  statusOf,
  toldOrder,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones();

test('D94: one inbound id fifty times at once is one confirmation and one answer', async () => {
  const id = await toldOrder();
  const before = sms.inbox(FARM_PHONE).length;
  for (let i = 0; i < 50; i++) sms.write(FARM_PHONE, `NDIO ${id}`, 'ATXid_the-same');
  await phone.settle();
  expect(sms.inbox(FARM_PHONE).length - before).toBe(1);
  expect(await countRows('order_events', sql`order_id = ${id} and to_status = 'confirmed'`)).toBe(
    1,
  );
});

test('D94: 200 confirmations of the last stock: one', async () => {
  await market.db.execute(sql`update products set quantity = 40`);
  const id = await toldOrder(40);
  for (let i = 0; i < 200; i++) sms.write(FARM_PHONE, `NDIO ${id}`);
  await phone.settle();
  expect(await countRows('order_events', sql`order_id = ${id} and to_status = 'confirmed'`)).toBe(
    1,
  );
  // Twenty answers that say what was done, and one that says that this is enough.
  expect(sms.inbox(FARM_PHONE).filter((text) => text.includes('imekubaliwa'))).toHaveLength(20);
  expect(sms.inbox(FARM_PHONE)).toHaveLength(22);
});

test('a word whose answer was lost is answered again, and what is too much is said once', async () => {
  const id = await toldOrder();
  for (const [text, answer] of [
    [`NDIO ${id}`, 'imekubaliwa'],
    [`NIMETUMA ${id}`, 'iko tayari'],
    [`MSIMBO ${id} ${codeOf(id)}`, 'imekamilika'],
  ] as const) {
    await writes(text, answer);
    await writes(text, answer);
  }
  expect(await phone.write(`NDIO ${id}`)).toBe(`Haiwezekani sasa. Oda ${id}: imekamilika.`);
  for (let word = 7; word < 20; word++) await writes('ODA', 'Huna oda');
  await writes('ODA', 'baada ya saa moja');
  expect(await phone.write('ODA')).toBe('');
  advance(3600);
  await writes('ODA', 'Huna oda');
});

test('the last word of an hour is answered though the server was killed over it, and counts once', async () => {
  const id = await toldOrder();
  for (let word = 1; word < 20; word++) await phone.write('ODA');
  sms.write(FARM_PHONE, `NDIO ${id}`);
  await sms.delivered();
  // The server did this before it was killed.
  const words = {
    ...{ phoneNumber: FARM_PHONE, text: `NDIO ${id}`, receivedAt: market.services.clock() },
    ...{ isRetry: false, isCounted: async () => true },
  };
  expect(await answerWords(market.db, words, market.services)).toMatchObject({
    texts: [expect.stringContaining('imekubaliwa')],
  });
  await market.db.execute(sql`update outbox_messages set attempts = 1 where kind = 'smsReceived'`);
  await phone.settle();
  expect(phone.last()).toContain(`Oda ${id} imekubaliwa`);
  await writes('ODA', 'baada ya saa moja');
});

test('C95: an automatic answer is answered once', async () => {
  let answered = 0;
  for (let i = 0; i < 10; i++)
    if (await phone.write('Niko kwenye mkutano, nitakupigia baadaye.')) answered += 1;
  expect(answered).toBe(1);
});

test('C95: an automatic answer that repeats our words is no command', async () => {
  const id = await toldOrder();
  await phone.write(phone.last());
  await phone.write(`Re: ${phone.last()}`);
  expect(await statusOf(id)).toBe('pending');
});
