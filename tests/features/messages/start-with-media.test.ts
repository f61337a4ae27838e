import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  CONVERSATIONS_PER_DAY,
  MESSAGE_MEDIA_PER_DAY_BYTES,
} from '#features/messages/rules/limits.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { sendPhotos, sendVoice } from '#tests/factories/media.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { makeWebm } from '#tests/factories/voices.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { operatorOf } from '#tests/setup/operator.ts';
import { listPhotoFiles } from '#tests/setup/photo-folder.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';

describe('a conversation started with photos or a voice note', () => {
  let market: Market;
  let buyer: Awaited<ReturnType<typeof makeTestBuyer>>;
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  let productId: number;
  beforeEach(async () => {
    market = await makeMarket();
    [buyer, farm] = [await makeTestBuyer(market), await makeFarm(market)];
    productId = (await makeProduct(market, farm)).id;
  });
  const farmersList = async () => (await market.caller(farm).conversations.list({})).conversations;
  const kept = async () => [
    await countRows(market.db, 'conversations'),
    await countRows(market.db, 'messages'),
    await countRows(market.db, 'message_media'),
    (await listPhotoFiles()).length,
  ];
  const NOTHING = [0, 0, 0, 0];

  test('is visible to both sides and notifies the farmer', async () => {
    const answer = await sendVoice(market, { sender: buyer, productId });
    expect([answer.status, answer.message.kind, answer.message.from]).toEqual([
      201,
      'voice',
      'buyer',
    ]);
    const { conversationId = 0, message } = answer;
    expect(await farmersList()).toMatchObject([
      { id: conversationId, productId, unread: 1, lastKind: 'voice' },
    ]);
    expect((await market.request(message.voice?.url ?? '', { token: farm.token })).status).toBe(
      200,
    );
    const { notifications } = await market.caller(farm).notifications.list({});
    expect(notifications).toMatchObject([{ kind: 'message', href: `/messages/${conversationId}` }]);
  });

  test('is reused for the next photos and texts about this product', async () => {
    const { conversationId } = await sendPhotos(market, {
      sender: buyer,
      productId,
      count: 2,
      text: 'As ripe as this?',
    });
    const asked = await market
      .caller(buyer)
      .conversations.start({ productId, text: 'And how many?' });
    const shown = await sendPhotos(market, { sender: buyer, productId, seed: 7 });
    expect([asked.id, shown.conversationId]).toEqual([conversationId, conversationId]);
    const { messages } = await market
      .caller(farm)
      .conversations.get({ conversationId: conversationId ?? Number.NaN });
    expect(messages.map(({ kind, text, photos }) => [kind, text, photos.length])).toEqual([
      ['photo', '', 1],
      ['text', 'And how many?', 0],
      ['photo', 'As ripe as this?', 2],
    ]);
  });

  test('starts once, however often and concurrently it is sent', async () => {
    const send = () => sendPhotos(market, { sender: buyer, productId, key: 'photo-1' });
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(
      new Set(
        answers.map(({ conversationId, message }) => JSON.stringify([conversationId, message])),
      ).size,
    ).toBe(1);
    const voices = ['a', 'b', 'c'].map((key) =>
      sendVoice(market, { sender: buyer, productId, key }),
    );
    expect(
      new Set((await Promise.all(voices)).map(({ conversationId }) => conversationId)).size,
    ).toBe(1);
    expect(await kept()).toEqual([1, 4, 4, 4]);
  });

  test('a key is valid for one message: with another text or sound it is refused, and for another product it starts another conversation', async () => {
    const ask = (change: object = {}) =>
      sendVoice(market, { sender: buyer, productId, key: 'voice-1', ...change });
    const { conversationId } = await ask();
    for (const change of [
      { seconds: 5 },
      { voice: makeWebm({ bytes: 5000 }) },
      { voice: Buffer.from('No sound at all') },
    ]) {
      expect((await ask(change)).status).toBe(409);
    }
    expect(
      (await sendPhotos(market, { sender: buyer, productId, key: 'photo-1', text: 'Ripe?' }))
        .status,
    ).toBe(201);
    expect(
      (await sendPhotos(market, { sender: buyer, productId, key: 'photo-1', text: 'Ripe!' }))
        .status,
    ).toBe(409);
    expect(await kept()).toEqual([1, 2, 2, 4]);
    const other = await makeProduct(market, farm);
    const asked = await ask({ productId: other.id });
    expect([asked.status, asked.conversationId === conversationId]).toEqual([201, false]);
    // A farmer's or another buyer's key is separate.
    const neighbour = await makeTestBuyer(market);
    expect((await ask({ sender: neighbour })).conversationId).not.toBe(conversationId);
    expect((await kept())[0]).toBe(3);
  });

  test('a farmer, a visitor, an unknown product, a file that is not a photo, a blocked buyer: each gets its message, and nothing is kept', async () => {
    const stranger = await makeFarm(market);
    const both = async (sender: { token: string }, id = productId) => [
      (await sendPhotos(market, { sender, productId: id })).status,
      (await sendVoice(market, { sender, productId: id })).status,
    ];
    expect(await both(stranger)).toEqual([403, 403]);
    expect(await both(farm)).toEqual([403, 403]);
    expect(await both({ token: 'x'.repeat(43) })).toEqual([401, 401]);
    expect(await both(buyer, 999_999)).toEqual([404, 404]);
    expect(await both(buyer, 9_999_999_999)).toEqual([404, 404]);
    expect(
      (
        await sendPhotos(market, {
          sender: buyer,
          productId,
          photos: [Buffer.from('This is no picture')],
        })
      ).status,
    ).toBe(415);
    expect((await sendVoice(market, { sender: buyer, productId, seconds: 0 })).said).toBe(
      'A voice note is 1 to 60 seconds long',
    );
    expect(await kept()).toEqual(NOTHING);
    const other = await makeProduct(market, farm);
    const { id: conversationId } = await market
      .caller(buyer)
      .conversations.start({ productId: other.id, text: 'Good?' });
    await market.caller(farm).conversations.block({ conversationId });
    expect(await both(buyer)).toEqual([409, 409]);
    expect(await kept()).toEqual([1, 1, 0, 0]);
  });

  test('leaves no empty conversation if it is refused after its files have arrived, and the same key sends it later', async () => {
    const send = () => sendVoice(market, { sender: buyer, productId, key: 'voice-1' });
    const { photoStore } = market.services;
    const whilePut = (change: () => Promise<unknown>) => {
      market.services.photoStore = {
        ...photoStore,
        put: async (...file: Parameters<typeof photoStore.put>) => {
          await change();
          await photoStore.put(...file);
        },
      };
    };
    // The upload itself counts too, once its size is known.
    await market.db.execute(sql`insert into message_media (sender_id, content_hash, content_type, stored_bytes, seconds, created_at)
      values (${buyer.id}, ${'ab'.repeat(32)}, 'audio/webm', ${MESSAGE_MEDIA_PER_DAY_BYTES}, 4, ${market.services.clock().toISOString()}::timestamptz)`);
    expect([(await send()).status, await kept()]).toEqual([429, [0, 0, 1, 0]]);
    await market.db.execute(sql`delete from message_media`);
    const block = sql`insert into blocks (blocker_id, blocked_id, created_at) values (${farm.id}, ${buyer.id}, now())`;
    whilePut(() => market.db.execute(block));
    expect([(await send()).status, await kept()]).toEqual([409, NOTHING]);
    expect(await farmersList()).toEqual([]);
    await market.db.execute(sql`delete from blocks`);
    market.services.photoStore = photoStore;
    expect([(await send()).status, await kept()]).toEqual([201, [1, 1, 1, 1]]);
  });

  test('requires a visible product of a farmer who is not suspended; an existing one continues', async () => {
    const both = async (key: string) => [
      (await sendPhotos(market, { sender: buyer, productId, key: `photo-${key}` })).status,
      (await sendVoice(market, { sender: buyer, productId, key: `voice-${key}` })).status,
    ];
    const [farmer] = await rowsOf(market.db, sql`select email from users where id = ${farm.id}`);
    const { run } = operatorOf(market);
    await run('suspend', String(farmer?.email), '--reason', 'Fraud');
    expect([await both('suspended'), await kept()]).toEqual([[404, 404], NOTHING]);
    await run('unsuspend', String(farmer?.email), '--reason', 'Mistake');
    expect(await both('shown')).toEqual([201, 201]);
    await market.db.execute(sql`update products set deleted_at = now() where id = ${productId}`);
    expect(await both('deleted')).toEqual([201, 201]);
    await market.db.execute(sql`update users set suspended_at = now() where id = ${buyer.id}`);
    expect(await both('silent')).toEqual([401, 401]);
    expect((await kept()).slice(0, 2)).toEqual([1, 4]);
  });

  test(`counts among the ${CONVERSATIONS_PER_DAY} that a buyer may start in a day`, async () => {
    for (let begun = 1; begun < CONVERSATIONS_PER_DAY; begun += 1) {
      const product = await makeProduct(market, farm);
      await market.caller(buyer).conversations.start({ productId: product.id, text: 'Good?' });
    }
    const [last, tooMany] = [await makeProduct(market, farm), await makeProduct(market, farm)];
    expect((await sendVoice(market, { sender: buyer, productId: last.id })).status).toBe(201);
    const refused = await sendVoice(market, { sender: buyer, productId: tooMany.id });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await sendPhotos(market, { sender: buyer, productId: last.id })).status).toBe(201);
    expect((await kept())[0]).toBe(CONVERSATIONS_PER_DAY);
  });
});
