import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { type Part, photoPart } from '#tests/factories/forms.ts';
import { makePhoto } from '#tests/factories/photos.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { listPhotoFiles } from '#tests/setup/photo-folder.ts';
import { sendForm } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

type Read = {
  id: number;
  url: string;
  widthPixels: number;
  colour: string;
  sizes: { width: number; webp: string; jpeg: string }[];
};

describe('photos over REST', () => {
  let market: Market;
  let farmer: Awaited<ReturnType<typeof makeFarm>>;
  beforeEach(async () => {
    market = await makeMarket();
    farmer = await makeFarm(market);
  });

  const upload = (path: string, parts: Part[], language = 'en') =>
    sendForm(market, path, parts, { ...farmer, headers: { 'accept-language': language } });
  const jpeg = (seed = 1) => makeJpeg({ width: 400, height: 300, seed });

  test('an uploaded photo is answered with its paths and served immutable with its real type', async () => {
    const { status, body } = await upload('/api/farmer/photos', [
      photoPart(await jpeg(1)),
      photoPart(await jpeg(2)),
    ]);
    expect(status).toBe(201);
    expect(body.success).toBe(true);
    const photos = body.photos as Read[];
    expect(photos).toHaveLength(2);
    for (const path of photos.flatMap(({ url, sizes }) => [
      url,
      ...sizes.flatMap(({ webp, jpeg: jpg }) => [webp, jpg]),
    ])) {
      const answer = await market.request(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(
        path.endsWith('.webp') ? 'image/webp' : 'image/jpeg',
      );
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-disposition')).toBe('inline');
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(300);
    }
  });

  test('no other file name is served', async () => {
    const hash = '0'.repeat(64);
    const names = [
      `${hash}-800.jpg`,
      `${hash}-640.jpg`,
      `${hash}-800.jpg%00.png`,
      `${'A'.repeat(64)}-800.jpg`,
      '..',
      'tmp',
    ];
    for (const name of [...names, '..%2f..%2fsecret', '%2e%2e%2fsecret', `tmp%2f${hash}-800.jpg`]) {
      const answer = await market.request(`/photos/${name}`);
      expect(answer.status, name).toBe(404);
      expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
    }
  });

  test("photos are added to the farmer's own product, after the existing ones, up to five", async () => {
    const main = await makePhoto(market, farmer, { seed: 9 });
    const kale = await makeProduct(market, farmer, { photoIds: [main.id] });
    const { status, body } = await upload(`/api/farmer/products/${kale.id}/photos`, [
      photoPart(await makeJpeg({ width: 400, height: 300 })),
      photoPart(await makeJpeg({ width: 300, height: 300 })),
    ]);
    expect(status).toBe(200);
    const { photos } = body.product as { photos: Read[] };
    expect(photos.map(({ widthPixels }) => widthPixels)).toEqual([64, 400, 300]);
    const more = await Promise.all([3, 4, 5].map(async (seed) => photoPart(await jpeg(seed))));
    const tooMany = await upload(`/api/farmer/products/${kale.id}/photos`, more);
    expect(tooMany).toMatchObject({
      status: 400,
      body: { success: false, message: 'A product has at most 5 photos' },
    });
    expect(await countRows(market.db, 'photos')).toBe(3);
    expect(await listPhotoFiles()).toHaveLength(18);
  });

  test("photos for another farmer's product are refused, and nothing is stored", async () => {
    const kale = await makeProduct(market, await makeFarm(market));
    expect(
      await upload(`/api/farmer/products/${kale.id}/photos`, [photoPart(await jpeg())]),
    ).toMatchObject({ status: 404 });
    expect(await listPhotoFiles()).toEqual([]);
  });

  test('a new profile photo replaces the old one', async () => {
    const first = await upload('/api/farmer/profile/photo', [
      { ...photoPart(await jpeg(1)), name: 'photo' },
    ]);
    expect(first).toMatchObject({
      status: 200,
      body: { success: true, profile: { profilePhoto: expect.stringMatching(/-320\.jpg$/) } },
    });
    const second = await upload('/api/farmer/profile/photo', [photoPart(await jpeg(2))]);
    const { photo, profile } = second.body as { photo: Read; profile: { profilePhoto: string } };
    expect(profile.profilePhoto).toBe(photo.sizes[0]?.jpeg);
    expect(await market.caller({ token: farmer.token }).farmer.profile()).toMatchObject({
      profilePhoto: profile.profilePhoto,
    });
    expect(
      (
        await upload('/api/farmer/profile/photo', [
          photoPart(await jpeg(1)),
          photoPart(await jpeg(2)),
        ])
      ).status,
    ).toBe(400);
  });

  test('a form without a photo, or with a file in the wrong field, gets a message', async () => {
    expect(await upload('/api/farmer/photos', [{ name: 'photos', fileName: '' }])).toMatchObject({
      status: 400,
      body: {
        message: 'No photo was sent. Please choose one.',
        fieldErrors: { photos: 'No photo was sent. Please choose one.' },
      },
    });
    expect(
      (
        await upload('/api/farmer/photos', [
          { name: 'logo', bytes: await jpeg(), fileName: 'logo.jpg' },
        ])
      ).status,
    ).toBe(400);
    const json = await market.request('/api/farmer/photos', {
      token: farmer.token,
      body: { photos: [] },
    });
    expect(json.status).toBe(415);
  });

  test('one broken photo among good ones is refused in the language of the request, and none is stored', async () => {
    const parts = [
      photoPart(await jpeg(1)),
      photoPart(Buffer.from('<html>')),
      photoPart(await jpeg(2)),
    ];
    expect(await upload('/api/farmer/photos', parts, 'sw')).toMatchObject({
      status: 415,
      body: { message: 'Picha lazima ziwe za aina ya JPEG, PNG au WebP.' },
    });
    expect(await countRows(market.db, 'photos')).toBe(0);
    expect(await listPhotoFiles()).toEqual([]);
  });
});
