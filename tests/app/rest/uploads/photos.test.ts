import {
  caller,
  countRows,
  type Farm,
  givenMarket,
  listPhotoFiles,
  makeFarm,
  makeJpeg,
  makePhoto,
  makeProduct,
  type Part,
  photoPart,
  request,
  sendForm,
} from '#tests/setup/in-market.ts';

type Read = { url: string; widthPixels: number; sizes: { webp: string; jpeg: string }[] };

givenMarket();
let farmer: Farm;
beforeEach(async () => {
  farmer = await makeFarm();
});

const upload = (path: string, parts: Part[], language = 'en') =>
  sendForm(path, parts, { ...farmer, headers: { 'accept-language': language } });
const jpeg = (seed = 1) => makeJpeg({ width: 400, height: 300, seed });

test('an uploaded photo is answered with its paths and served with its real type', async () => {
  const { status, body } = await upload('/api/farmer/photos', [
    photoPart(await jpeg(1)),
    photoPart(await jpeg(2)),
  ]);
  expect(status).toBe(201);
  const photos = body.photos as Read[];
  expect(photos).toHaveLength(2);
  const paths = photos.flatMap(({ url, sizes }) => [
    url,
    ...sizes.flatMap((size) => [size.webp, size.jpeg]),
  ]);
  for (const path of paths) {
    const { headers } = await request(path);
    const type = path.endsWith('.webp') ? 'image/webp' : 'image/jpeg';
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toBe('inline');
  }
});

test("photos are added to the farmer's own product, up to five", async () => {
  const main = await makePhoto(farmer, { seed: 9 });
  const kale = await makeProduct(farmer, { photoIds: [main.id] });
  const path = `/api/farmer/products/${kale.id}/photos`;
  const { status, body } = await upload(path, [
    photoPart(await makeJpeg({ width: 400, height: 300 })),
    photoPart(await makeJpeg({ width: 300, height: 300 })),
  ]);
  expect(status).toBe(200);
  const { photos } = body.product as { photos: Read[] };
  expect(photos.map(({ widthPixels }) => widthPixels)).toEqual([64, 400, 300]);
  const more = await Promise.all([3, 4, 5].map(async (seed) => photoPart(await jpeg(seed))));
  expect(await upload(path, more)).toMatchObject({
    status: 400,
    body: { message: 'Up to 5 photos per product' },
  });
  expect(await countRows('photos')).toBe(3);
  expect(await listPhotoFiles()).toHaveLength(3);
});

test('a new profile photo replaces the old one', async () => {
  const path = '/api/farmer/profile/photo';
  const [one, two] = [photoPart(await jpeg(1)), photoPart(await jpeg(2))];
  const first = await upload(path, [{ ...one, name: 'photo' }]);
  expect(first).toMatchObject({
    status: 200,
    body: { profile: { profilePhoto: expect.stringMatching(/-320\.jpg$/) } },
  });
  const { photo, profile } = (await upload(path, [two])).body as {
    photo: Read;
    profile: { profilePhoto: string };
  };
  expect(profile.profilePhoto).toBe(photo.sizes[1]?.jpeg);
  const { profilePhoto } = await caller({ token: farmer.token }).farmer.profile();
  expect(profilePhoto).toBe(profile.profilePhoto);
  expect((await upload(path, [one, two])).status).toBe(400);
});

test('a form without a photo, or with a file in the wrong field, gets a message', async () => {
  const message = 'Choose a photo.';
  expect(await upload('/api/farmer/photos', [{ name: 'photos', fileName: '' }])).toMatchObject({
    status: 400,
    body: { message, fieldErrors: { photos: message } },
  });
  const logo = { name: 'logo', bytes: await jpeg(), fileName: 'logo.jpg' };
  expect((await upload('/api/farmer/photos', [logo])).status).toBe(400);
  const { token } = farmer;
  const json = await request('/api/farmer/photos', { token, body: { photos: [] } });
  expect(json.status).toBe(415);
});

test('one broken photo among good ones is refused, and none is stored', async () => {
  const pictures = [await jpeg(1), Buffer.from('<html>'), await jpeg(2)];
  const parts = pictures.map((bytes) => photoPart(bytes));
  expect(await upload('/api/farmer/photos', parts, 'sw')).toMatchObject({
    status: 415,
    body: { message: 'Picha ziwe JPEG, PNG au WebP.' },
  });
  expect(await countRows('photos')).toBe(0);
  expect(await listPhotoFiles()).toEqual([]);
});
