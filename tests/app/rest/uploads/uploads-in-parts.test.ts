import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  OPEN_UPLOAD_SECONDS,
  OPEN_UPLOADS_MAX,
  UNUSED_PHOTO_SECONDS,
} from '#features/photos/rules/limits.ts';
import { sweepPhotos } from '#features/photos/server/storage/sweep-photos.ts';
import { storePiece } from '#features/photos/server/upload-in-parts.ts';
import { ID_MAX, PHOTO_FILE_MAX_BYTES } from '#platform/rules/limits.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { partsOf } from '#tests/factories/parts.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeSession } from '#tests/factories/sessions.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';
import { listPhotoFiles } from '#tests/setup/photo-folder.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';

const KEY = 'a-key-of-one-photo';

describe('E90: photos in parts', () => {
  let market: Market;
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  let parts: ReturnType<typeof partsOf>;
  let jpeg: Buffer;
  beforeEach(async () => {
    market = await makeMarket();
    farm = await makeFarm(market);
    parts = partsOf(market, farm.token);
    jpeg = await makeJpeg({ width: 400, height: 300 });
  });

  const begin = async (key?: string) => {
    const { body } = await parts.begin({ length: jpeg.length, ...(key && { key }) });
    return body.upload?.id ?? 0;
  };
  const logInAgain = async () => {
    parts = partsOf(market, await makeSession(market, farm));
  };
  const nothingIsKept = async () => {
    expect([await countRows(market.db, 'photos'), await countRows(market.db, 'uploads')]).toEqual([
      0, 0,
    ]);
    expect(await countRows(market.db, 'upload_parts')).toBe(0);
    expect(await listPhotoFiles()).toEqual([]);
  };

  test('a name or a type that contains NUL is refused', async () => {
    for (const given of [{ name: 'a\0b' }, { type: 'image/jpeg\0' }]) {
      expect((await parts.begin({ length: jpeg.length, ...given })).status).toBe(400);
    }
  });

  test('a photo exists as soon as its last byte arrives, identical to one sent whole', async () => {
    const begun = await parts.begin({ length: jpeg.length });
    expect(begun).toMatchObject({
      status: 201,
      body: { upload: { offset: 0, length: jpeg.length } },
    });
    const id = begun.body.upload?.id ?? 0;
    expect(begun.headers.get('location')).toBe(`/api/farmer/uploads/${id}`);
    expect(begun.headers.get('upload-expires')).toBe(
      new Date(START.getTime() + OPEN_UPLOAD_SECONDS * 1000).toUTCString(),
    );
    const half = Math.floor(jpeg.length / 2);
    const first = await parts.append(id, 0, jpeg.subarray(0, half));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(half)]);
    const asked = await parts.head(id);
    expect([
      asked.status,
      asked.headers.get('upload-offset'),
      asked.headers.get('upload-length'),
    ]).toEqual([200, String(half), String(jpeg.length)]);
    const last = await parts.append(id, half, jpeg.subarray(half));
    expect(last).toMatchObject({
      status: 200,
      body: { photos: [{ id: expect.any(Number), url: expect.stringMatching(/^\/photos\//) }] },
    });
    expect((await market.request(last.body.photos?.[0]?.url ?? '')).status).toBe(200);
    expect(await countRows(market.db, 'upload_parts')).toBe(0);
    await makeProduct(market, farm, { photoIds: last.body.photos?.map((photo) => photo.id) ?? [] });
  });

  test('a small photo takes one request', async () => {
    const whole = await parts.begin({ length: jpeg.length, part: jpeg, key: KEY });
    expect(whole).toMatchObject({
      status: 201,
      body: { upload: { offset: jpeg.length }, photos: [{ id: expect.any(Number) }] },
    });
    const again = await parts.begin({ length: jpeg.length, part: jpeg, key: KEY });
    expect(again).toMatchObject({ status: 200, body: { photos: whole.body.photos } });
    expect(await countRows(market.db, 'photos')).toBe(1);
  });

  test('if the answer to the last part is lost, every kind of retry answers with the same photo', async () => {
    const id = await begin(KEY);
    const { photos } = (await parts.append(id, 0, jpeg)).body;
    expect(photos).toHaveLength(1);
    expect((await parts.append(id, 0, jpeg)).body.photos).toEqual(photos);
    expect((await parts.append(id, jpeg.length, Buffer.alloc(0))).body.photos).toEqual(photos);
    expect((await parts.get(id)).body.photos).toEqual(photos);
    expect((await parts.begin({ length: jpeg.length, key: KEY })).body).toMatchObject({
      upload: { id },
      photos,
    });
    expect(await countRows(market.db, 'photos')).toBe(1);
  });

  test('a key belongs to one upload of one file', async () => {
    const id = await begin(KEY);
    expect(await begin(KEY)).toBe(id);
    expect(await parts.begin({ length: jpeg.length + 1, key: KEY })).toMatchObject({ status: 409 });
    expect((await parts.begin({ length: jpeg.length, key: 'two words' })).status).toBe(400);
    expect(await countRows(market.db, 'uploads')).toBe(1);
  });

  test('a part at a wrong offset is refused with the right offset, and changes nothing', async () => {
    const id = await begin();
    await parts.append(id, 0, jpeg.subarray(0, 100));
    for (const offset of [0, 99, 101]) {
      const wrong = await parts.append(id, offset, jpeg.subarray(0, 50));
      expect([wrong.status, wrong.headers.get('upload-offset')]).toEqual([409, '100']);
    }
    expect((await parts.append(id, 100, jpeg.subarray(100))).status).toBe(200);
  });

  test('exactly one of twenty simultaneous parts at the same offset is accepted', async () => {
    const id = await begin();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => parts.append(id, 0, jpeg.subarray(0, 200))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      204,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    const ends = await Promise.all(
      Array.from({ length: 5 }, () => parts.append(id, 200, jpeg.subarray(200))),
    );
    const photos = ends.flatMap(({ body }) => body.photos ?? []);
    expect(new Set(photos.map((photo) => photo.id)).size).toBe(1);
    expect(await countRows(market.db, 'photos')).toBe(1);
  });

  test('five simultaneous requests on a complete upload create one photo, and all answer with it', async () => {
    const id = await begin(KEY);
    // As left behind by a process that died before encoding.
    await storePiece(
      market.db,
      { farmerId: farm.id, uploadId: id, offset: 0, bytes: jpeg },
      market.services,
    );
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => parts.begin({ length: jpeg.length, key: KEY })),
    );
    expect(new Set(answers.map(({ body }) => body.photos?.[0]?.id)).size).toBe(1);
    expect(answers[0]?.body.photos).toHaveLength(1);
    expect([
      await countRows(market.db, 'photos'),
      await countRows(market.db, 'upload_parts'),
    ]).toEqual([1, 0]);
  });

  test('an upload longer than declared is refused, with and without a declared part length', async () => {
    const id = await begin();
    expect(await parts.append(id, 0, Buffer.concat([jpeg, Buffer.from('x')]))).toMatchObject({
      status: 413,
    });
    const unannounced = await market.app.request(`/api/farmer/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${farm.token}`,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(Buffer.concat([jpeg, Buffer.from('x')])),
    });
    expect(unannounced.status).toBe(413);
    expect((await parts.append(id, 0, jpeg)).status).toBe(200);
    expect((await parts.append(id, jpeg.length, Buffer.from('x'))).status).toBe(413);
  });

  test('bytes that are not a picture are refused at the end, with the usual message, and removed', async () => {
    const html = Buffer.from('<html>not a picture</html>');
    for (const [language, sentence] of [
      ['en', 'Photos must be JPEG, PNG or WebP pictures.'],
      ['sw', 'Picha lazima ziwe za aina ya JPEG, PNG au WebP.'],
    ] as const) {
      const { body } = await parts.begin({ length: html.length });
      const refused = await parts.append(body.upload?.id ?? 0, 0, html, {
        'accept-language': language,
      });
      expect(refused).toMatchObject({ status: 415, body: { message: sentence } });
      expect((await parts.get(body.upload?.id ?? 0)).status).toBe(404);
    }
    await nothingIsKept();
  });

  test('wrong or missing headers are refused', async () => {
    expect((await parts.begin({ length: PHOTO_FILE_MAX_BYTES + 1 })).status).toBe(413);
    expect((await parts.begin({ length: 0 })).status).toBe(400);
    for (const length of ['-1', '1e3', 'many', '99999999999']) {
      expect((await parts.begin({ length: 9 }, { 'upload-length': length })).status).toBe(400);
    }
    expect((await parts.begin({ length: 9, takenAt: 'yesterday' })).status).toBe(400);
    expect(await parts.begin({ length: 9 }, { 'tus-resumable': '0.2.2' })).toMatchObject({
      status: 412,
    });
    await nothingIsKept();
    const id = await begin();
    expect((await parts.append(id, 0, jpeg, { 'content-type': 'image/jpeg' })).status).toBe(415);
    expect((await parts.append(id, 0, jpeg, { 'upload-offset': 'x' })).status).toBe(400);
    expect((await parts.get(Number.NaN)).status).toBe(404);
    expect((await parts.get(ID_MAX + 1)).status).toBe(404);
  });

  test("a farmer's open uploads are limited; finished ones do not count", async () => {
    for (let number = 0; number < OPEN_UPLOADS_MAX - 1; number += 1) await begin();
    expect((await parts.begin({ length: jpeg.length, part: jpeg })).status).toBe(201);
    await begin();
    expect(await parts.begin({ length: jpeg.length })).toMatchObject({
      status: 409,
      body: {
        message:
          'You have too many photos that are only half sent. Let those finish first, or try again tomorrow.',
      },
    });
    const other = partsOf(market, (await makeFarm(market)).token);
    expect((await other.begin({ length: jpeg.length })).status).toBe(201);
  });

  test('an abandoned upload is swept after a day, and an active one is not', async () => {
    const [left, goesOn] = [await begin(), await begin(KEY)];
    await parts.append(left, 0, jpeg.subarray(0, 50));
    market.advance(OPEN_UPLOAD_SECONDS - 1);
    await logInAgain();
    await parts.append(goesOn, 0, jpeg.subarray(0, 50));
    market.advance(2);
    await logInAgain();
    expect((await parts.append(left, 50, jpeg.subarray(50))).status).toBe(404);
    await sweepPhotos(market.db, { parts: [] }, market.services);
    expect(await rowsOf(market.db, sql`select upload_id from upload_parts`)).toMatchObject([
      { upload_id: goesOn },
    ]);
    expect((await parts.append(goesOn, 50, jpeg.subarray(50))).status).toBe(200);
  });

  test('after its photo was swept, the same key accepts the bytes again', async () => {
    const first = await parts.begin({ length: jpeg.length, part: jpeg, key: KEY });
    market.advance(UNUSED_PHOTO_SECONDS + 1);
    await logInAgain();
    await sweepPhotos(market.db, { parts: [] }, market.services);
    const again = await parts.begin({ length: jpeg.length, part: jpeg, key: KEY });
    expect(again.status).toBe(201);
    expect(again.body.photos?.[0]?.id).not.toBe(first.body.photos?.[0]?.id);
  });

  test('OPTIONS lists the supported extensions', async () => {
    const options = await market.request('/api/farmer/uploads', { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('tus-extension')).toBe('creation,creation-with-upload,expiration');
    expect(options.headers.get('tus-max-size')).toBe(String(PHOTO_FILE_MAX_BYTES));
  });
});
