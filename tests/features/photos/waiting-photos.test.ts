import sharp from 'sharp';
import { PHOTOS_WAITING_PER_FARMER_MAX } from '#photos/rules/photo.ts';
import type { PhotoStore } from '#photos/server/photo-store.ts';
import { storePhoto } from '#photos/server/store-photos.ts';
import {
  makeLargeBrokenJpeg,
  makeLargeJpeg,
  makeLargePhonePicture,
} from '#tests/factories/large-photos.ts';
import { uploaded } from '#tests/factories/photos.ts';
import { SECRET_PLACE } from '#tests/factories/pictures.ts';
import {
  advance,
  caller,
  countRows,
  db,
  type Farm,
  givenMarket,
  listPhotoFiles,
  makeFarm,
  makeJpeg,
  makeProduct,
  type Part,
  photoPart,
  productForm,
  productParts,
  refused,
  request,
  rowsOf,
  runOutbox,
  sendForm,
  services,
  sql,
} from '#tests/setup/in-market.ts';

type Read = {
  id: number;
  url: string;
  widthPixels: number;
  heightPixels: number;
  sizes: { webp: string; jpeg: string }[];
};
let farm: Farm;
givenMarket();
beforeEach(async () => {
  farm = await makeFarm();
});

const upload = (bytes: Buffer, { path = '/api/farmer/photos', parts = [] as Part[] } = {}) =>
  sendForm(path, [...parts, photoPart(bytes)], farm);
async function send(bytes: Buffer): Promise<Read> {
  const { status, body } = await upload(bytes);
  expect(status).toBe(201);
  const [photo] = body.photos as Read[];
  if (!photo) throw new Error('The answer has no photo');
  return photo;
}
const pathsOf = ({ url, sizes }: Read) => [url, ...sizes.flatMap(({ webp, jpeg }) => [webp, jpeg])];
const stateOf = async ({ id }: Pick<Read, 'id'>) => {
  const [row] = await rowsOf(sql`select state from photos where id = ${id}`);
  return row?.state;
};
const ownProduct = async () => (await caller(farm).farmer.products.list({})).products[0];
const offered = (productId: number) => caller().market.product({ productId });

test('a large photo is answered once its original is stored, and its paths lead to the pictures once they are ready', async () => {
  const photo = await send(await makeLargePhonePicture());
  expect(Object.keys(photo).sort()).toEqual(Object.keys(await send(await makeJpeg())).sort());
  expect(photo).toMatchObject({ widthPixels: 1200, heightPixels: 1600 });
  expect(await stateOf(photo)).toBe('waiting');
  for (const path of pathsOf(photo)) {
    const early = await request(path, { headers: { 'accept-language': 'sw' } });
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);
    expect(early.headers.get('cache-control')).toBe('no-store');
  }
  expect(await runOutbox()).toBe(1);
  expect(await stateOf(photo)).toBe('ready');
  for (const path of pathsOf(photo)) {
    const answer = await request(path);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.includes(SECRET_PLACE)).toBe(false);
    const { width, height } = await sharp(bytes).metadata();
    expect(width).toBeLessThan(height);
  }
  expect((await listPhotoFiles()).filter((name) => name.includes('original'))).toEqual([]);
});

test('a large photo is shown to its farmer at once and to buyers when it is ready', async () => {
  const photo = await send(await makeLargeJpeg());
  const { id: productId } = await makeProduct(farm, { photoIds: [photo.id] });
  const cards = async () => JSON.stringify(await caller().market.cards({}));
  const hash = photo.url.slice('/photos/'.length, '/photos/'.length + 64);
  expect((await ownProduct())?.photos.map(({ id }) => id)).toEqual([photo.id]);
  expect((await offered(productId)).photos).toEqual([]);
  expect(await cards()).not.toContain(hash);
  await runOutbox();
  expect((await offered(productId)).photos.map(({ url }) => url)).toEqual([photo.url]);
  expect(await cards()).toContain(hash);
  const [ready] = (await ownProduct())?.photos ?? [];
  expect(ready).toEqual({ ...photo, colour: ready?.colour });
});

test('F45: the original cannot be read by anybody, and is deleted with the last row that needs it', async () => {
  const other = await makeFarm();
  const bytes = await makeLargePhonePicture();
  const photo = await send(bytes);
  await storePhoto(db, { farmerId: other.id, file: uploaded(bytes) }, services);
  const hash = photo.url.slice('/photos/'.length, '/photos/'.length + 64);
  expect(await listPhotoFiles()).toEqual([`${hash}-original`]);
  const original = `${hash}-original`;
  for (const name of [original, `${original}.jpg`, hash, `${hash}-800.jpg/../${original}`]) {
    const answer = await request(`/photos/${name}`, { token: farm.token });
    expect(answer.status, name).toBeGreaterThanOrEqual(404);
    expect(await answer.text()).not.toContain(SECRET_PLACE);
  }
  await runOutbox();
  expect(await listPhotoFiles()).toContain(`${hash}-original`);
  await runOutbox();
  expect(await countRows('photos', sql`state = 'ready'`)).toBe(2);
  expect(await listPhotoFiles()).toHaveLength(1);
  expect(await listPhotoFiles()).not.toContain(`${hash}-original`);
});

test('a large photo is refused at once if its bytes or header are wrong, and nothing is kept', async () => {
  const large = await makeLargeJpeg();
  const followed = Buffer.concat([large, Buffer.from('<script>')]);
  expect(await upload(followed)).toMatchObject({ status: 415 });
  expect(await upload(large.subarray(0, 100))).toMatchObject({ status: 400 });
  expect(await countRows('photos')).toBe(0);
  expect(await countRows('outbox_messages')).toBe(0);
  expect(await listPhotoFiles()).toEqual([]);
});

test('a large photo with broken pixels is removed from the product, and its farmer is told', async () => {
  const photo = await send(await makeLargeBrokenJpeg());
  const { id: productId } = await makeProduct(farm, { photoIds: [photo.id] });
  expect(await ownProduct()).toMatchObject({ unreadablePhotos: 0 });
  await runOutbox();
  expect(await stateOf(photo)).toBe('unreadable');
  expect(await countRows('outbox_messages')).toBe(0);
  expect(await listPhotoFiles()).toEqual([]);
  expect(await ownProduct()).toMatchObject({ photos: [], unreadablePhotos: 1 });
  expect((await offered(productId)).photos).toEqual([]);
  const gone = await request(photo.url);
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
  const { farmer } = caller(farm);
  const form = { ...productForm(), productId };
  await refused(farmer.products.edit({ ...form, photoIds: [photo.id] }), 'PHOTO_BROKEN');
  const { id } = await send(await makeJpeg());
  const edited = await farmer.products.edit({ ...form, photoIds: [id] });
  expect(edited).toMatchObject({ unreadablePhotos: 0 });
});

test('a large photo is not kept when its form is refused', async () => {
  const options = { path: '/api/farmer/products', parts: productParts({ product_name: '' }) };
  expect(await upload(await makeLargeJpeg(), options)).toMatchObject({ status: 400 });
  await runOutbox();
  expect(await countRows('photos')).toBe(0);
  expect(await listPhotoFiles()).toEqual([]);
});

test('a large photo is encoded before the answer if the farmer has many waiting, and always as the profile photo', async () => {
  for (let seed = 0; seed < PHOTOS_WAITING_PER_FARMER_MAX; seed += 1)
    await send(await makeLargeJpeg({ seed }));
  expect(await stateOf(await send(await makeLargePhonePicture()))).toBe('ready');
  const file = uploaded(await makeLargeJpeg());
  const { id: farmerId } = await makeFarm();
  const others = await storePhoto(db, { farmerId, file }, services);
  expect(await stateOf(others)).toBe('waiting');
  await db.execute(sql`delete from photos`);
  const asFace = { path: '/api/farmer/profile/photo' };
  const face = await upload(await makeLargeJpeg(), asFace);
  expect(await stateOf(face.body.photo as Read)).toBe('ready');
  expect((await upload(await makeLargeBrokenJpeg(), asFace)).status).toBe(400);
});

test('a large photo waits while the store is down', async () => {
  const real = services.photoStore;
  const photo = await send(await makeLargeJpeg());
  const away: PhotoStore['put'] = () => Promise.reject(new Error('the store is away'));
  services.photoStore = { ...real, put: away };
  for (let tries = 0; tries < 5; tries += 1) {
    await runOutbox();
    advance(600);
  }
  expect(await stateOf(photo)).toBe('waiting');
  services.photoStore = real;
  await runOutbox();
  expect(await stateOf(photo)).toBe('ready');
  expect((await listPhotoFiles()).filter((name) => name.includes('original'))).toEqual([]);
});
