import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { crops } from '#demo/seed/make-product.ts';
import { subjectOf } from '#demo/seed/seed-photos.ts';
import { guessCrop } from '#features/products/rules/guess-crop.ts';
import { type Photo, photos, takePhoto } from '#tooling/produce/photos.ts';
import { drawScene } from '#tooling/produce/scenes.ts';
import { subjects } from '#tooling/produce/subjects.ts';

const THUMBNAIL_PIXELS = 80;
const photosOf = (shown: string) => photos.filter(({ subject }) => subject === shown);

/** A small one, which is drawn as the whole photo is. */
function draw({ subject, scene, seed }: Photo): string {
  const drawn = subjects[subject];
  if (!drawn) throw new Error(`There is no subject ${subject}`);
  const { pixels } = drawScene(drawn, scene, { seed, width: THUMBNAIL_PIXELS });
  return Buffer.from(pixels).toString('base64');
}

describe('the drawn photos', () => {
  test('show every crop that the demo sells, except what nobody has drawn', () => {
    const names = crops.flatMap((crop) => crop.names);
    const photosOfProduct = (name: string) =>
      photosOf(subjectOf({ name, crop: guessCrop(name)?.id ?? null }) ?? '').length;
    expect(names.filter((name) => photosOfProduct(name) === 0)).toEqual([
      'Moringa powder',
      'Sisal ropes',
    ]);
    expect(names.filter((name) => photosOfProduct(name) === 1)).toEqual([]);
  });

  test.each(['tomato', 'maize', 'potato', 'kale', 'milk', 'egg'])(
    'of %s are different pictures, the same ones each time',
    (subject) => {
      const own = photosOf(subject);
      const drawn = own.map(draw);
      expect(new Set(drawn).size).toBe(own.length);
      expect(own.map(draw)).toEqual(drawn);
    },
  );

  test('have three views of what most farms sell', () => {
    for (const subject of ['tomato', 'maize', 'potato', 'onion', 'cabbage', 'kale', 'bean', 'egg'])
      expect(photosOf(subject), subject).toHaveLength(3);
  });

  test('have 960 × 720 pixels, and light and shadow', async () => {
    const [photo] = photosOf('tomato');
    if (!photo) throw new Error('There is no photo of tomatoes');
    const picture = sharp(await takePhoto(photo));
    const { width, height } = await picture.metadata();
    expect([width, height]).toEqual([960, 720]);
    const { channels } = await picture.stats();
    expect(Math.min(...channels.map(({ min }) => min))).toBeLessThan(20);
    expect(Math.max(...channels.map(({ max }) => max))).toBeGreaterThan(220);
  });
});
