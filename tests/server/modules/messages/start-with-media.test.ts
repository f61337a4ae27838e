import { beforeEach, describe, expect, test } from 'vitest';
import { CONVERSATIONS_PER_DAY } from '../../../../src/shared/limits.ts';
import { makeFarm } from '../../../factories/farms.ts';
import { sendPhotos, sendVoice } from '../../../factories/media.ts';
import { makeProduct } from '../../../factories/products.ts';
import { makeTestBuyer } from '../../../factories/trade.ts';
import { type Market, makeMarket } from '../../../setup/market.ts';
import { listPhotoFiles } from '../../../setup/photo-folder.ts';
import { countRows } from '../../../setup/rows.ts';

describe('a conversation that begins with photos or a voice note', () => {
  let market: Market;
  let buyer: Awaited<ReturnType<typeof makeTestBuyer>>;
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  let productId: number;
  beforeEach(async () => {
    market = await makeMarket();
    [buyer, farm] = [await makeTestBuyer(market), await makeFarm(market)];
    productId = (await makeProduct(market, farm)).id;
  });
  const farmersList = async () => (await market.caller({ token: farm.token }).conversations.list({})).conversations;
  const kept = async () => [
    await countRows(market.db, 'conversations'),
    await countRows(market.db, 'messages'),
    await countRows(market.db, 'message_media'),
    (await listPhotoFiles()).length,
  ];
  const NOTHING = [0, 0, 0, 0];

  test('is there for both, and the farmer is told', async () => {
    const answer = await sendVoice(market, { sender: buyer, productId });
    expect([answer.status, answer.message.kind, answer.message.from]).toEqual([201, 'voice', 'buyer']);
    const { conversationId = 0, message } = answer;
    expect(await farmersList()).toMatchObject([{ id: conversationId, productId, unread: 1, lastKind: 'voice' }]);
    expect((await market.request(message.voice?.url ?? '', { token: farm.token })).status).toBe(200);
    const { notifications } = await market.caller({ token: farm.token }).notifications.list({});
    expect(notifications).toMatchObject([{ kind: 'message', href: `/messages/${conversationId}` }]);
  });

  test('is the same one for the next photos and words about this product', async () => {
    const { conversationId } = await sendPhotos(market, { sender: buyer, productId, count: 2, text: 'As ripe as this?' });
    const asked = await market.caller({ token: buyer.token }).conversations.start({ productId, text: 'And how many?' });
    const shown = await sendPhotos(market, { sender: buyer, productId, seed: 7 });
    expect([asked.id, shown.conversationId]).toEqual([conversationId, conversationId]);
    const { messages } = await market
      .caller({ token: farm.token })
      .conversations.get({ conversationId: conversationId ?? Number.NaN });
    expect(messages.map(({ kind, text, photos }) => [kind, text, photos.length])).toEqual([
      ['photo', '', 1],
      ['text', 'And how many?', 0],
      ['photo', 'As ripe as this?', 2],
    ]);
  });

  test('begins once, however often and however simultaneously it is sent', async () => {
    const send = () => sendPhotos(market, { sender: buyer, productId, key: 'photo-1' });
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ conversationId, message }) => JSON.stringify([conversationId, message]))).size).toBe(1);
    const voices = ['a', 'b', 'c'].map((key) => sendVoice(market, { sender: buyer, productId, key }));
    expect(new Set((await Promise.all(voices)).map(({ conversationId }) => conversationId)).size).toBe(1);
    expect(await kept()).toEqual([1, 4, 4, 4]);
  });

  test('a farmer, a visitor, an unknown product, what is no photo, a blocked buyer: each its sentence, and nothing is kept', async () => {
    const stranger = await makeFarm(market);
    const both = async (sender: { token: string }, id = productId) => [
      (await sendPhotos(market, { sender, productId: id })).status,
      (await sendVoice(market, { sender, productId: id })).status,
    ];
    expect(await both(stranger)).toEqual([403, 403]);
    expect(await both(farm)).toEqual([403, 403]);
    expect(await both({ token: 'x'.repeat(43) })).toEqual([401, 401]);
    expect(await both(buyer, 999_999)).toEqual([404, 404]);
    expect(await both(buyer, 9_999_999_999)).toEqual([400, 400]);
    expect((await sendPhotos(market, { sender: buyer, productId, photos: [Buffer.from('This is no picture')] })).status).toBe(
      415,
    );
    expect((await sendVoice(market, { sender: buyer, productId, seconds: 0 })).said).toBe('A voice note is 1 to 60 seconds long');
    expect(await kept()).toEqual(NOTHING);
    const other = await makeProduct(market, farm);
    const { id: conversationId } = await market
      .caller({ token: buyer.token })
      .conversations.start({ productId: other.id, text: 'Good?' });
    await market.caller({ token: farm.token }).conversations.block({ conversationId });
    expect(await both(buyer)).toEqual([409, 409]);
    expect(await kept()).toEqual([1, 1, 0, 0]);
  });

  test(`counts among the ${CONVERSATIONS_PER_DAY} that a buyer may begin in a day`, async () => {
    for (let begun = 1; begun < CONVERSATIONS_PER_DAY; begun += 1) {
      const product = await makeProduct(market, farm);
      await market.caller({ token: buyer.token }).conversations.start({ productId: product.id, text: 'Good?' });
    }
    const [last, tooMany] = [await makeProduct(market, farm), await makeProduct(market, farm)];
    expect((await sendVoice(market, { sender: buyer, productId: last.id })).status).toBe(201);
    const refused = await sendVoice(market, { sender: buyer, productId: tooMany.id });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await sendPhotos(market, { sender: buyer, productId: last.id })).status).toBe(201);
    expect((await kept())[0]).toBe(CONVERSATIONS_PER_DAY);
  });
});
