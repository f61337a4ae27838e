import { sql } from 'drizzle-orm';
import { MESSAGE_MEDIA_LINK_SECONDS, MESSAGE_MEDIA_PER_DAY_BYTES } from '#messages/rules/limits.ts';
import {
  STORED_MAX_BYTES_OF_UNPROVEN,
  UNSENT_MEDIA_SECONDS,
  UNUSED_PHOTO_SECONDS,
} from '#photos/rules/limits.ts';
import { sweepPhotos } from '#photos/server/storage/sweep-photos.ts';
import { storePhoto } from '#photos/server/store-photos.ts';
import { makeTalk } from '#tests/factories/conversations.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { sendPhotos, sendVoice } from '#tests/factories/media.ts';
import { deskOf } from '#tests/factories/operators.ts';
import { makeBuyer, newSession, PASSWORD } from '#tests/factories/people.ts';
import { uploaded } from '#tests/factories/photos.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { market } from '#tests/setup/each-test.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { listPhotoFiles } from '#tests/setup/photo-folder.ts';
import { countRows } from '#tests/setup/rows.ts';
import { conversationId, givenTalk, talk } from './given-talk.ts';

const ALL_PARTS = Array.from({ length: 256 }, (_, part) => part);
const DAY = 24 * 3600;

describe('media of a conversation', () => {
  givenTalk();
  let photo: { id: number; url: string };
  let voice: { id: number; url: string };
  beforeEach(async () => {
    const sender = talk.buyer;
    [photo = photo] = (await sendPhotos(market, { sender, conversationId })).message.photos;
    voice = (await sendVoice(market, { sender, conversationId })).message.voice ?? voice;
  });
  const read = (url: string, token?: string) =>
    market.request(url, token === undefined ? {} : { token });
  const sweep = () => sweepPhotos(market.db, { parts: ALL_PARTS }, market.services);

  test('can be read and cached by its two people, with the real content type', async () => {
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

  test('are a 404 for strangers, under another conversation or id, and at the public path', async () => {
    const [neighbour, farm] = [await makeTestBuyer(market), await makeFarm(market)];
    const other = await makeTalk(market);
    for (const { url } of [photo, voice]) {
      expect((await read(url)).status).toBe(401);
      for (const { token } of [neighbour, farm, other.buyer])
        expect((await read(url, token)).status).toBe(404);
    }
    const elsewhere = photo.url.replace(`/${conversationId}/`, `/${other.conversationId}/`);
    for (const { token } of [talk.buyer, other.buyer])
      expect((await read(elsewhere, token)).status).toBe(404);
    const refused = await read(
      `/api/conversations/${conversationId}/media/999999`,
      talk.buyer.token,
    );
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

  test("are described in lists, notices and mails in the reader's language; a photo with a text by its text", async () => {
    const farmers = (language: 'en' | 'sw') => market.caller({ token: talk.farm.token, language });
    const lastText = async (language: 'en' | 'sw') =>
      (await farmers(language).conversations.list({})).conversations[0]?.lastText;
    expect([await lastText('en'), await lastText('sw')]).toEqual(['Voice note', 'Ujumbe wa sauti']);
    await sendPhotos(market, { sender: talk.buyer, conversationId, seed: 2 });
    expect(await lastText('sw')).toBe('Picha');
    await sendPhotos(market, { sender: talk.buyer, conversationId, seed: 3, text: 'These ones' });
    expect(await lastText('sw')).toBe('These ones');
    const { notifications } = await farmers('en').notifications.list({});
    expect(notifications.map(({ text }) => text)).toContain('New photo about Sukuma wiki');
  });

  test('are open to the operator where they were reported, for a day at most', async () => {
    await talk.asFarmer.conversations.report({ conversationId, reason: 'Rude' });
    const { cases } = await deskOf(market);
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
    market.advance(2 * MESSAGE_MEDIA_LINK_SECONDS);
    expect((await read(link)).status).toBe(404);
  });

  test('are never swept, unlike uploads for a message that never came and files without a row', async () => {
    const files = await listPhotoFiles();
    const hash = 'ab'.repeat(32);
    const put = (name: string) =>
      market.services.photoStore.put(`${hash}-${name}`, {
        bytes: new Uint8Array([1]),
        contentType: 'audio/webm',
      });
    for (const name of ['voice', 'private.jpg', 'private-320.jpg']) await put(name);
    // As left behind by a process that was killed after inserting the rows.
    await market.db.execute(sql`insert into message_media (sender_id, content_hash, content_type, stored_bytes, seconds, created_at)
      values (${talk.buyer.id}, ${hash}, 'audio/webm', 1, 4, ${market.services.clock().toISOString()}::timestamptz)`);
    await sweep();
    expect(await listPhotoFiles()).toHaveLength(files.length + 3);
    market.advance(UNSENT_MEDIA_SECONDS + 1);
    await sweepPhotos(market.db, { parts: [] }, market.services);
    expect([await listPhotoFiles(), await countRows(market.db, 'message_media')]).toEqual([
      files,
      2,
    ]);
    await put('voice');
    await sweep();
    expect(await listPhotoFiles()).toEqual(files);
    expect((await read(voice.url, talk.farm.token)).status).toBe(200);
  });

  test('keep no picture public that a farm has removed, and stay available themselves', async () => {
    const picture = await makeJpeg({ width: 64, height: 48, seed: 9 });
    const shown = await storePhoto(
      market.db,
      { farmerId: talk.farm.id, file: uploaded(picture) },
      market.services,
    );
    const { message } = await sendPhotos(market, {
      sender: talk.farm,
      conversationId,
      photos: [picture],
    });
    expect((await read(shown.url)).status).toBe(200);
    market.advance(UNUSED_PHOTO_SECONDS + 1);
    const token = await newSession(market, talk.farm);
    await sweepPhotos(market.db, { parts: [] }, market.services);
    expect([
      (await read(shown.url)).status,
      (await read(message.photos[0]?.url ?? '', token)).status,
    ]).toEqual([404, 200]);
  });

  test('are limited to 150 MB per person and day in Nairobi, and while unproven by what a new account stores', async () => {
    const use = (bytes: number) =>
      market.db.execute(
        sql`update message_media set stored_bytes = ${bytes} where seconds is null`,
      );
    await use(STORED_MAX_BYTES_OF_UNPROVEN);
    expect((await sendVoice(market, { sender: talk.buyer, conversationId })).status).toBe(409);
    await givePhone(market, talk.buyer, { phoneNumber: '+254711000222' });
    expect((await sendVoice(market, { sender: talk.buyer, conversationId })).status).toBe(201);
    await use(MESSAGE_MEDIA_PER_DAY_BYTES);
    const refused = await sendVoice(market, { sender: talk.buyer, conversationId });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(15 * 3600)]);
    expect((await sendVoice(market, { sender: talk.farm, conversationId })).status).toBe(201);
    market.advance(DAY);
    const token = await newSession(market, talk.buyer);
    expect((await sendVoice(market, { sender: { token }, conversationId })).status).toBe(201);
  });
});

describe('a deleted account', () => {
  test('removes the media it sent, which its export listed before', async () => {
    const market = await makeMarket();
    const [buyer, farm] = [await makeBuyer(market), await makeFarm(market)];
    const { id: productId } = await makeProduct(market, farm);
    const asBuyer = market.caller(buyer);
    const { id: conversationId } = await asBuyer.conversations.start({ productId, text: 'Good?' });
    await sendPhotos(market, { sender: buyer, conversationId, text: 'BUYER shows' });
    await sendVoice(market, { sender: buyer, conversationId });
    await sendVoice(market, { sender: farm, conversationId });
    const listed = [{ contentType: 'image/jpeg' }, { contentType: 'audio/webm', seconds: 4 }];
    expect(await asBuyer.auth.exportData()).toMatchObject({
      messageMedia: listed.map((media) => ({ ...media, conversationId })),
    });
    await asBuyer.auth.deleteAccount({ password: PASSWORD });
    await sweepPhotos(market.db, { parts: ALL_PARTS }, market.services);
    // Both had sent the same sound, which is one file; the farmer's message keeps it.
    expect([await countRows(market.db, 'message_media'), await listPhotoFiles()]).toEqual([
      1,
      [expect.stringMatching(/-voice$/)],
    ]);
    const { messages } = await market.caller(farm).conversations.get({ conversationId });
    expect(messages).toMatchObject([
      { kind: 'voice', voice: { seconds: 4 } },
      { kind: 'voice', voice: null },
      { kind: 'photo', text: '', photos: [] },
      { kind: 'text', text: '' },
    ]);
  });
});
