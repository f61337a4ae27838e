import { MESSAGE_MEDIA_PER_DAY_BYTES } from '#messages/rules/message.ts';
import { makeWebm } from '#tests/factories/voices.ts';
import {
  countRows,
  db,
  type Farm,
  givenMarket,
  givePhone,
  listPhotoFiles,
  makeFarm,
  makeProduct,
  makeTestBuyer,
  now,
  sendPhotos,
  sendVoice,
  services,
  sql,
  type TestBuyer,
} from '#tests/setup/in-market.ts';

let buyer: TestBuyer;
let farm: Farm;
let productId: number;
givenMarket();
beforeEach(async () => {
  [buyer, farm] = [await makeTestBuyer(), await makeFarm()];
  productId = (await makeProduct(farm)).id;
});
const kept = async () => [
  await countRows('conversations'),
  await countRows('messages'),
  await countRows('message_media'),
  (await listPhotoFiles()).length,
];
const NOTHING = [0, 0, 0, 0];

test('a conversation starts with media once, however often and concurrently it is sent', async () => {
  const send = () => sendPhotos({ sender: buyer, productId, key: 'photo-1' });
  const answers = await Promise.all([send(), send(), send()]);
  answers.push(await send());
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const said = answers.map(({ conversationId, message }) => `${conversationId} ${message.id}`);
  expect(new Set(said).size).toBe(1);
  await Promise.all(['a', 'b', 'c'].map((key) => sendVoice({ sender: buyer, productId, key })));
  expect(await kept()).toEqual([1, 4, 4, 4]);
});

test('a key is valid for one message: with another text or sound it is refused, and for another product it starts another conversation', async () => {
  const ask = (change: object = {}) =>
    sendVoice({ sender: buyer, productId, key: 'voice-1', ...change });
  const { conversationId } = await ask();
  for (const change of [{ seconds: 5 }, { voice: makeWebm({ bytes: 5000 }) }])
    expect((await ask(change)).status).toBe(409);
  const photo = { sender: buyer, productId, key: 'photo-1' };
  expect((await sendPhotos({ ...photo, text: 'Ripe?' })).status).toBe(201);
  expect((await sendPhotos({ ...photo, text: 'Ripe!' })).status).toBe(409);
  expect(await kept()).toEqual([1, 2, 2, 4]);
  const other = await makeProduct(farm);
  const asked = await ask({ productId: other.id });
  expect([asked.status, asked.conversationId === conversationId]).toEqual([201, false]);
  const neighbour = await makeTestBuyer();
  expect((await ask({ sender: neighbour })).conversationId).not.toBe(conversationId);
  expect((await kept())[0]).toBe(3);
});

test('a message leaves no empty conversation if it is refused after its files have arrived, and the same key sends it later', async () => {
  const send = () => sendVoice({ sender: buyer, productId, key: 'voice-1' });
  const { photoStore } = services;
  const whilePut = (change: () => Promise<unknown>) => {
    services.photoStore = {
      ...photoStore,
      put: async (...file: Parameters<typeof photoStore.put>) => {
        await change();
        await photoStore.put(...file);
      },
    };
  };
  await givePhone(buyer, { phoneNumber: '+254711000222' });
  // The upload itself counts too, once its size is known.
  await db.execute(sql`insert into message_media (sender_id, content_hash, content_type, stored_bytes, seconds, created_at)
    values (${buyer.id}, ${'ab'.repeat(32)}, 'audio/webm', ${MESSAGE_MEDIA_PER_DAY_BYTES}, 4, ${now().toISOString()}::timestamptz)`);
  expect([(await send()).status, await kept()]).toEqual([429, [0, 0, 1, 0]]);
  await db.execute(sql`delete from message_media`);
  const block = sql`insert into blocks (blocker_id, blocked_id, created_at) values (${farm.id}, ${buyer.id}, now())`;
  whilePut(() => db.execute(block));
  expect([(await send()).status, await kept()]).toEqual([409, NOTHING]);
  await db.execute(sql`delete from blocks`);
  services.photoStore = photoStore;
  expect([(await send()).status, await kept()]).toEqual([201, [1, 1, 1, 1]]);
});
