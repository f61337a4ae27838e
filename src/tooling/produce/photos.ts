import sharp from 'sharp';
import { type Drawn, drawScene, PICTURE, type Scene } from './scenes.ts';
import { subjects } from './subjects.ts';

/** Sold by most of the demo's farms, so they have a photo more than the others. */
const POPULAR = [
  'maize',
  'tomato',
  'potato',
  'onion',
  'cabbage',
  'kale',
  'bean',
  'banana',
  'avocado',
  'mango',
  'carrot',
  'egg',
];

const scenesOf: Record<string, readonly Scene[]> = {
  pieces: ['crate', 'basket', 'close'],
  bunches: ['crate', 'heap', 'close'],
  grain: ['sack', 'basket', 'close'],
  jars: ['stand', 'near'],
};

export type Photo = { subject: string; scene: Scene; seed: number };

/** The photos of the demo's farms: three of each popular crop, and two of each other one. */
export const photos: readonly Photo[] = Object.entries(subjects).flatMap(
  ([subject, { kind }], at) =>
    (scenesOf[kind] ?? [])
      .slice(0, POPULAR.includes(subject) ? 3 : 2)
      .map((scene, number) => ({ subject, scene, seed: at * 10 + number + 1 })),
);

/**
 * Draws a photo and returns it as an uncompressed TIFF. The same photo always has the same bytes.
 */
export async function takePhoto({ subject, scene, seed }: Photo): Promise<Buffer> {
  const drawn = subjects[subject];
  if (!drawn) throw new Error(`Nobody has drawn ${subject}`);
  return develop(drawScene(drawn, scene, { seed }));
}

/** The rows above this share of the height are more and more out of focus. */
const SOFT_ABOVE = 0.3;

/** Puts what is far away out of focus, and enlarges it to its full size. */
async function develop({ pixels, width, height }: Drawn): Promise<Buffer> {
  const raw = { raw: { width, height, channels: 3 as const } };
  const soft = await sharp(pixels, raw)
    .blur(width / 320)
    .raw()
    .toBuffer();
  const from = Math.round(SOFT_ABOVE * height);
  for (let y = 0; y < from; y++) {
    const share = Math.min(1, (2 * (from - y)) / from);
    for (let index = y * width * 3; index < (y + 1) * width * 3; index++) {
      const own = pixels[index] ?? 0;
      pixels[index] = own + ((soft[index] ?? own) - own) * share;
    }
  }
  return sharp(pixels, raw)
    .resize(PICTURE.width, PICTURE.height, { kernel: 'lanczos3' })
    .tiff({ compression: 'none' })
    .toBuffer();
}
