import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  OPEN_UPLOAD_SECONDS,
  OPEN_UPLOADS_MAX,
  UNUSED_PHOTO_SECONDS,
  uploadPieceName,
} from '#photos/rules/photo.ts';
import { sweepPhotos } from '#photos/server/feature.ts';
import { createFolderStore } from '#photos/server/photo-store.ts';
import { storePiece } from '#photos/server/upload-in-parts.ts';
import { PHOTO_FILE_MAX_BYTES } from '#rules/limits.ts';
import { PART_TYPE } from '#tests/factories/parts.ts';
import {
  advance,
  caller,
  countRows,
  db,
  type Farm,
  givenMarket,
  listPhotoFiles,
  makeFarm,
  makeFarmer,
  makeJpeg,
  makeProduct,
  makeSession,
  market,
  PASSWORD,
  partsOf,
  photoPart,
  request,
  rowsOf,
  START,
  sendForm,
  services,
  sql,
} from '#tests/setup/in-market.ts';
import { photoFolder } from '#tests/setup/photo-folder.ts';

const ALL_PARTS = Array.from({ length: 256 }, (_, part) => part);
const KEY = 'a-key-of-one-photo';

givenMarket();
let farm: Farm;
let parts: ReturnType<typeof partsOf>;
let jpeg: Buffer;
beforeEach(async () => {
  farm = await makeFarm();
  parts = partsOf(farm.token);
  jpeg = await makeJpeg({ width: 400, height: 300 });
});

const begin = async (key?: string) => {
  const { body } = await parts.begin({ length: jpeg.length, ...(key && { key }) });
  return body.upload?.id ?? 0;
};
const logInAgain = async () => {
  parts = partsOf(await makeSession(farm));
};
const kept = async () => ({
  photos: await countRows('photos'),
  uploads: await countRows('uploads'),
  parts: await countRows('upload_parts'),
  files: (await listPhotoFiles()).length,
});
const nothing = { photos: 0, uploads: 0, parts: 0, files: 0 };
const idsOf = (answers: { body: { photos?: { id: number }[] } }[]) =>
  new Set(answers.flatMap(({ body }) => body.photos ?? []).map((photo) => photo.id));

test('E90: a photo exists as soon as its last byte arrives, identical to one sent whole', async () => {
  const options = await request('/api/farmer/uploads', { method: 'OPTIONS' });
  expect(Object.fromEntries(options.headers)).toMatchObject({
    'tus-extension': 'creation,creation-with-upload,expiration',
    'tus-max-size': String(PHOTO_FILE_MAX_BYTES),
  });
  const half = jpeg.length >> 1;
  const begun = await parts.begin({ length: jpeg.length });
  const { id = 0, offset } = begun.body.upload ?? {};
  expect([begun.status, offset]).toEqual([201, 0]);
  expect(Object.fromEntries(begun.headers)).toMatchObject({
    location: `/api/farmer/uploads/${id}`,
    'upload-expires': new Date(START.getTime() + OPEN_UPLOAD_SECONDS * 1000).toUTCString(),
  });
  const first = await parts.append(id, 0, jpeg.subarray(0, half));
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(half)]);
  expect(Object.fromEntries((await parts.head(id)).headers)).toMatchObject({
    'upload-offset': String(half),
    'upload-length': String(jpeg.length),
  });
  const last = await parts.append(id, half, jpeg.subarray(half));
  const [photo] = last.body.photos ?? [];
  expect(last.status).toBe(200);
  expect((await request(photo?.url ?? '')).status).toBe(200);
  expect(await countRows('upload_parts')).toBe(0);
  await makeProduct(farm, { photoIds: [photo?.id ?? 0] });
});

test('E90: if the last answer is lost, every kind of retry answers with the same photo', async () => {
  const id = await begin(KEY);
  const { photos } = (await parts.append(id, 0, jpeg)).body;
  expect(photos).toHaveLength(1);
  expect((await parts.append(id, 0, jpeg)).body.photos).toEqual(photos);
  expect((await parts.append(id, jpeg.length, Buffer.alloc(0))).body.photos).toEqual(photos);
  expect((await parts.get(id)).body.photos).toEqual(photos);
  const again = await parts.begin({ length: jpeg.length, key: KEY });
  expect(again.body).toMatchObject({ upload: { id }, photos });
  expect(await countRows('photos')).toBe(1);
});

test('E90: a small photo takes one request, and its key belongs to it', async () => {
  const begin = (length: number, key = KEY) => parts.begin({ length, part: jpeg, key });
  const { status, body } = await begin(jpeg.length);
  expect([status, body.upload?.offset, body.photos?.length]).toEqual([201, jpeg.length, 1]);
  const again = await begin(jpeg.length);
  expect([again.status, again.body.photos]).toEqual([200, body.photos]);
  expect((await begin(jpeg.length + 1)).status).toBe(409);
  expect((await begin(jpeg.length, 'two words')).status).toBe(400);
  expect(await kept()).toMatchObject({ photos: 1, uploads: 1 });
});

test('E90: one of twenty simultaneous parts is accepted; a wrong offset is told the right one', async () => {
  const id = await begin();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => parts.append(id, 0, jpeg.subarray(0, 200))),
  );
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  const ahead = await parts.append(id, 201, jpeg.subarray(201));
  expect([ahead.status, ahead.headers.get('upload-offset')]).toEqual([409, '200']);
  const ends = await Promise.all(
    Array.from({ length: 5 }, () => parts.append(id, 200, jpeg.subarray(200))),
  );
  expect(idsOf(ends).size).toBe(1);
  expect(await countRows('photos')).toBe(1);
});

test('E90: an upload longer than declared is refused, whether its part says so or not', async () => {
  const id = await begin();
  const tooLong = Buffer.concat([jpeg, Buffer.from('x')]);
  expect((await parts.append(id, 0, tooLong)).status).toBe(413);
  const unannounced = await market.app.request(`/api/farmer/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${farm.token}`,
      'upload-offset': '0',
      'content-type': PART_TYPE,
    },
    body: new Uint8Array(tooLong),
  });
  expect(unannounced.status).toBe(413);
  expect((await parts.append(id, 0, jpeg)).status).toBe(200);
  expect((await parts.append(id, jpeg.length, Buffer.from('x'))).status).toBe(413);
});

test('E90: bytes that are not a picture are refused at the end, and removed', async () => {
  const html = Buffer.from('<html>not a picture</html>');
  const id = (await parts.begin({ length: html.length })).body.upload?.id ?? 0;
  const refused = await parts.append(id, 0, html, { 'accept-language': 'sw' });
  const message = 'Picha ziwe JPEG, PNG au WebP.';
  expect(refused).toMatchObject({ status: 415, body: { message } });
  expect((await parts.get(id)).status).toBe(404);
  expect(await kept()).toEqual(nothing);
});

test('E90: wrong or missing headers are refused', async () => {
  const length = 9;
  const statusOf = async (...given: Parameters<typeof parts.begin>) =>
    (await parts.begin(...given)).status;
  expect(await statusOf({ length: PHOTO_FILE_MAX_BYTES + 1 })).toBe(413);
  expect(await statusOf({ length: 0 })).toBe(400);
  for (const wrong of ['-1', '1e3', 'many', '99999999999'])
    expect(await statusOf({ length }, { 'upload-length': wrong }), wrong).toBe(400);
  for (const wrong of [{ takenAt: 'yesterday' }, { name: 'a\0b' }, { type: 'image/jpeg\0' }])
    expect(await statusOf({ length, ...wrong }), JSON.stringify(wrong)).toBe(400);
  expect(await statusOf({ length }, { 'tus-resumable': '0.2.2' })).toBe(412);
  expect(await kept()).toEqual(nothing);
  const id = await begin();
  expect((await parts.append(id, 0, jpeg, { 'content-type': 'image/jpeg' })).status).toBe(415);
  expect((await parts.append(id, 0, jpeg, { 'upload-offset': 'x' })).status).toBe(400);
});

test("E90: a farmer's open uploads are limited; finished ones do not count", async () => {
  for (let number = 0; number < OPEN_UPLOADS_MAX - 1; number += 1) await begin();
  expect((await parts.begin({ length: jpeg.length, part: jpeg })).status).toBe(201);
  await begin();
  const message = 'Too many half-sent photos. Let those finish first.';
  const refused = await parts.begin({ length: jpeg.length });
  expect(refused).toMatchObject({ status: 409, body: { message } });
  const other = partsOf((await makeFarm()).token);
  expect((await other.begin({ length: jpeg.length })).status).toBe(201);
});

test('E90: an abandoned upload is swept with its files after a day, an active one is not', async () => {
  const [left, goesOn] = [await begin(), await begin(KEY)];
  await parts.append(left, 0, jpeg.subarray(0, 50));
  advance(OPEN_UPLOAD_SECONDS - 1);
  await logInAgain();
  await parts.append(goesOn, 0, jpeg.subarray(0, 50));
  advance(2);
  await logInAgain();
  expect((await parts.append(left, 50, jpeg.subarray(50))).status).toBe(404);
  await sweepPhotos(db, { parts: [] }, services);
  expect(await kept()).toEqual({ photos: 0, uploads: 1, parts: 1, files: 1 });
  expect((await parts.append(goesOn, 50, jpeg.subarray(50))).status).toBe(200);
});

test('E90: after its photo was swept, the same key accepts the bytes again', async () => {
  const begin = () => parts.begin({ length: jpeg.length, part: jpeg, key: KEY });
  const first = await begin();
  advance(UNUSED_PHOTO_SECONDS + 1);
  await logInAgain();
  await sweepPhotos(db, { parts: [] }, services);
  const again = await begin();
  expect(again.status).toBe(201);
  expect(idsOf([first, again]).size).toBe(2);
});

const storeWhole = (uploadId: number) =>
  storePiece(db, { farmerId: farm.id, uploadId, offset: 0, bytes: jpeg }, services);
const uploadFiles = async () =>
  (await listPhotoFiles()).filter((name) => name.includes('upload')).length;
const sweep = () => sweepPhotos(db, { parts: ALL_PARTS }, services);

test('E125: unfinished uploads are one file each, even if they arrive byte by byte', async () => {
  const id = await begin();
  for (let offset = 0; offset < 20; offset += 1)
    await parts.append(id, offset, jpeg.subarray(offset, offset + 1));
  expect((await listPhotoFiles()).length).toBe(1);
  const rows = await rowsOf(sql`select length(bytes) as bytes from upload_parts`);
  expect(rows).toEqual([{ bytes: null }]);
  expect((await parts.append(id, 20, jpeg.subarray(20))).body.photos).toHaveLength(1);
  expect(await uploadFiles()).toBe(0);
});

test('E125: unfinished uploads are refused while the disk is nearly full, and resume later', async () => {
  const id = await begin();
  const full = { keptFreeBytes: Number.MAX_SAFE_INTEGER };
  const store = services.photoStore;
  services.photoStore = { ...store, ...createFolderStore(photoFolder, full) };
  expect((await parts.begin({ length: jpeg.length })).status).toBe(507);
  expect((await parts.append(id, 0, jpeg)).status).toBe(507);
  const whole = await sendForm('/api/farmer/photos', [photoPart(jpeg)], farm);
  expect(whole.status).toBe(507);
  expect(await listPhotoFiles()).toEqual([]);
  services.photoStore = store;
  expect((await parts.append(id, 0, jpeg)).status).toBe(200);
});

test('E125: unfinished uploads are deleted with their files when the account is deleted', async () => {
  const other = await makeFarmer();
  const part = jpeg.subarray(0, 100);
  await partsOf(other.token).begin({ length: jpeg.length, part });
  expect((await listPhotoFiles()).length).toBe(1);
  await caller({ token: other.token }).auth.deleteAccount({ password: PASSWORD });
  expect([await countRows('uploads'), await listPhotoFiles()]).toEqual([0, []]);
});

test('E125: unfinished uploads keep their parts through a sweep, and lose them once finished', async () => {
  const id = await begin();
  await parts.append(id, 0, jpeg.subarray(0, 100));
  const left = {
    bytes: new Uint8Array(jpeg.subarray(0, 100)),
    contentType: 'application/octet-stream',
  };
  for (const uploadId of [id, id + 1])
    await services.photoStore.put(uploadPieceName(uploadId, 'left'), left);
  await sweep();
  expect((await listPhotoFiles()).length).toBe(2);
  expect((await parts.append(id, 100, jpeg.subarray(100))).body.photos).toHaveLength(1);
  await sweep();
  expect(await uploadFiles()).toBe(0);
});

test.each([
  [
    'another part arrives',
    (id: number) => parts.append(id, 0, jpeg.subarray(0, 100)),
    (id: number) => parts.append(id, 100, jpeg.subarray(100)),
  ],
  ['they became a photo', storeWhole, () => parts.begin({ length: jpeg.length, key: KEY })],
])(
  'E125: unfinished uploads restart if their files are lost before %s',
  async (_, store, resume) => {
    const id = await begin(KEY);
    await store(id);
    for (const name of await listPhotoFiles()) await rm(join(photoFolder, name.slice(0, 2), name));
    expect((await resume(id)).status).toBe(404);
    const again = await parts.begin({ length: jpeg.length, key: KEY, part: jpeg });
    expect(again).toMatchObject({ status: 201, body: { photos: [{ id: expect.any(Number) }] } });
  },
);
