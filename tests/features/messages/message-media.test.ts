import {
  MESSAGE_MEDIA_LINK_SECONDS,
  MESSAGE_MEDIA_PER_DAY_BYTES,
} from '#messages/rules/message.ts';
import {
  STORED_MAX_BYTES_OF_UNPROVEN,
  UNSENT_MEDIA_SECONDS,
  UNUSED_PHOTO_SECONDS,
} from '#photos/rules/photo.ts';
import { sweepPhotos } from '#photos/server/feature.ts';
import { storePhoto } from '#photos/server/store-photos.ts';
import { uploaded } from '#tests/factories/photos.ts';
import {
  advance,
  caller,
  countRows,
  DAY,
  db,
  deskOf,
  givePhone,
  listPhotoFiles,
  makeBuyer,
  makeFarm,
  makeJpeg,
  makeProduct,
  makeSession,
  makeTalk,
  makeTestBuyer,
  now,
  openMarket,
  PASSWORD,
  request,
  sendPhotos,
  sendVoice,
  services,
  sql,
} from '#tests/setup/in-market.ts';
import { conversationId, givenTalk, talk } from './given-talk.ts';

const ALL_PARTS = Array.from({ length: 256 }, (_, part) => part);

givenTalk();
let photo: { id: number; url: string };
let voice: { id: number; url: string };
beforeEach(async () => {
  const sender = talk.buyer;
  [photo = photo] = (await sendPhotos({ sender, conversationId })).message.photos;
  voice = (await sendVoice({ sender, conversationId })).message.voice ?? voice;
});
const read = (url: string, token?: string) => request(url, token === undefined ? {} : { token });
const sweep = () => sweepPhotos(db, { parts: ALL_PARTS }, services);

test('media of a conversation can be read and cached by its two people, with the real content type', async () => {
  for (const { token } of [talk.buyer, talk.farm]) {
    for (const [{ url }, contentType] of [
      [photo, 'image/jpeg'] as const,
      [voice, 'audio/webm'] as const,
    ]) {
      const { status, headers } = await read(url, token);
      expect([status, headers.get('content-type')]).toEqual([200, contentType]);
      expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      expect(headers.get('vary')).toMatch(/authorization/i);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  }
  const bytesOf = async (size: string) =>
    (await (await read(photo.url + size, talk.farm.token)).arrayBuffer()).byteLength;
  expect(await bytesOf('?size=320')).toBeLessThan(await bytesOf('?size=1600'));
});

test('media of a conversation are a 404 for strangers, under another conversation or id, and at the public path', async () => {
  const [neighbour, farm] = [await makeTestBuyer(), await makeFarm()];
  const other = await makeTalk();
  for (const { url } of [photo, voice]) {
    expect((await read(url)).status).toBe(401);
    for (const { token } of [neighbour, farm, other.buyer])
      expect((await read(url, token)).status).toBe(404);
  }
  const elsewhere = photo.url.replace(`/${conversationId}/`, `/${other.conversationId}/`);
  for (const { token } of [talk.buyer, other.buyer])
    expect((await read(elsewhere, token)).status).toBe(404);
  const refused = await read(`/api/conversations/${conversationId}/media/999999`, talk.buyer.token);
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store']);
  for (const odd of ['x', '0', '9999999999']) {
    expect(
      (await read(`/api/conversations/${conversationId}/media/${odd}`, talk.buyer.token)).status,
    ).toBe(404);
  }
  expect((await read(`${photo.url}?size=321`, talk.buyer.token)).status).toBe(400);
  for (const file of await listPhotoFiles())
    expect((await read(`/photos/${file}`)).status, file).toBe(404);
});

test("media of a conversation are described in lists, notices and mails in the reader's language; a photo with a text by its text", async () => {
  const farmers = (language: 'en' | 'sw') => caller({ token: talk.farm.token, language });
  const lastText = async (language: 'en' | 'sw') =>
    (await farmers(language).conversations.list({})).conversations[0]?.lastText;
  expect([await lastText('en'), await lastText('sw')]).toEqual(['Voice note', 'Ujumbe wa sauti']);
  await sendPhotos({ sender: talk.buyer, conversationId, seed: 2 });
  expect(await lastText('sw')).toBe('Picha');
  await sendPhotos({ sender: talk.buyer, conversationId, seed: 3, text: 'These ones' });
  expect(await lastText('sw')).toBe('These ones');
  const { notifications } = await farmers('en').notifications.list({});
  expect(notifications.map(({ text }) => text)).toContain('New photo about Sukuma wiki');
});

test('media of a conversation are open to the operator where they were reported, for a day at most', async () => {
  await talk.asFarmer.conversations.report({ conversationId, reason: 'Rude' });
  const { cases } = await deskOf();
  const [{ id } = { id: 0 }] = (await cases.list()).cases;
  const { messages } = (await cases.report({ id })).report;
  expect(messages.map(({ kind }) => kind)).toEqual(['text', 'photo', 'voice']);
  const links = messages.flatMap(({ media }) =>
    media.map(({ url }) => url.replace('http://localhost:3000', '')),
  );
  expect(links.map((link) => link.split('?')[0])).toEqual([photo.url, voice.url]);
  for (const link of links) {
    const opened = await read(link);
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
  const [link = '', ofVoice = ''] = links;
  const forged = [
    link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    link.replace(/until=\d/, 'until=9'),
    photo.url + ofVoice.slice(ofVoice.indexOf('?')),
    `${photo.url}?signature=`,
  ];
  for (const other of forged) expect((await read(other)).status, other).toBe(404);
  advance(2 * MESSAGE_MEDIA_LINK_SECONDS);
  expect((await read(link)).status).toBe(404);
});

test('media of a conversation are never swept, unlike uploads for a message that never came and files without a row', async () => {
  const files = await listPhotoFiles();
  const hash = 'ab'.repeat(32);
  const put = (name: string) =>
    services.photoStore.put(`${hash}-${name}`, {
      bytes: new Uint8Array([1]),
      contentType: 'audio/webm',
    });
  for (const name of ['voice', 'private.jpg', 'private-320.jpg']) await put(name);
  // As left behind by a process that was killed after inserting the rows.
  await db.execute(sql`insert into message_media (sender_id, content_hash, content_type, stored_bytes, seconds, created_at)
      values (${talk.buyer.id}, ${hash}, 'audio/webm', 1, 4, ${now().toISOString()}::timestamptz)`);
  await sweep();
  expect(await listPhotoFiles()).toHaveLength(files.length + 3);
  advance(UNSENT_MEDIA_SECONDS + 1);
  await sweepPhotos(db, { parts: [] }, services);
  expect([await listPhotoFiles(), await countRows('message_media')]).toEqual([files, 2]);
  await put('voice');
  await sweep();
  expect(await listPhotoFiles()).toEqual(files);
  expect((await read(voice.url, talk.farm.token)).status).toBe(200);
});

test('media of a conversation keep no picture public that a farm has removed, and stay available themselves', async () => {
  const picture = await makeJpeg({ width: 64, height: 48, seed: 9 });
  const shown = await storePhoto(db, { farmerId: talk.farm.id, file: uploaded(picture) }, services);
  const { message } = await sendPhotos({
    sender: talk.farm,
    conversationId,
    photos: [picture],
  });
  expect((await read(shown.url)).status).toBe(200);
  advance(UNUSED_PHOTO_SECONDS + 1);
  const token = await makeSession(talk.farm);
  await sweepPhotos(db, { parts: [] }, services);
  expect([
    (await read(shown.url)).status,
    (await read(message.photos[0]?.url ?? '', token)).status,
  ]).toEqual([404, 200]);
});

test('media of a conversation are limited to 150 MB per person and day in Nairobi, and while unproven by what a new account stores', async () => {
  const use = (bytes: number) =>
    db.execute(sql`update message_media set stored_bytes = ${bytes} where seconds is null`);
  await use(STORED_MAX_BYTES_OF_UNPROVEN);
  expect((await sendVoice({ sender: talk.buyer, conversationId })).status).toBe(409);
  await givePhone(talk.buyer, { phoneNumber: '+254711000222' });
  expect((await sendVoice({ sender: talk.buyer, conversationId })).status).toBe(201);
  await use(MESSAGE_MEDIA_PER_DAY_BYTES);
  const refused = await sendVoice({ sender: talk.buyer, conversationId });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(15 * 3600)]);
  expect((await sendVoice({ sender: talk.farm, conversationId })).status).toBe(201);
  advance(DAY);
  const token = await makeSession(talk.buyer);
  expect((await sendVoice({ sender: { token }, conversationId })).status).toBe(201);
});

test('a deleted account removes the media it sent, which its export listed before', async () => {
  await openMarket();
  const [buyer, farm] = [await makeBuyer(), await makeFarm()];
  const { id: productId } = await makeProduct(farm);
  const asBuyer = caller(buyer);
  const { id: conversationId } = await asBuyer.conversations.start({ productId, text: 'Good?' });
  await sendPhotos({ sender: buyer, conversationId, text: 'BUYER shows' });
  await sendVoice({ sender: buyer, conversationId });
  await sendVoice({ sender: farm, conversationId });
  const listed = [{ contentType: 'image/jpeg' }, { contentType: 'audio/webm', seconds: 4 }];
  expect(await asBuyer.auth.exportData()).toMatchObject({
    messageMedia: listed.map((media) => ({ ...media, conversationId })),
  });
  await asBuyer.auth.deleteAccount({ password: PASSWORD });
  await sweepPhotos(db, { parts: ALL_PARTS }, services);
  // Both had sent the same sound, which is one file; the farmer's message keeps it.
  expect([await countRows('message_media'), await listPhotoFiles()]).toEqual([
    1,
    [expect.stringMatching(/-voice$/)],
  ]);
  const { messages } = await caller(farm).conversations.get({ conversationId });
  expect(messages).toMatchObject([
    { kind: 'voice', voice: { seconds: 4 } },
    { kind: 'voice', voice: null },
    { kind: 'photo', text: '', photos: [] },
    { kind: 'text', text: '' },
  ]);
});
