import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PhotoFormat, PhotoSize } from '#photos/rules/photo.ts';
import { withDecoder } from '#photos/server/decode-pictures.ts';
import { type FileStore, photoContentTypes } from '#photos/server/photo-store.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { projectRoot } from '#platform/server/project-root.ts';
import data from './data/crops.json' with { type: 'json' };
import { insertPhotos, listNamedProducts, type SeedPhoto } from './seed/queries.ts';

const folder = join(projectRoot, 'src', 'demo', 'photos');

export const DEMO_PHOTO_PIXELS = { widthPixels: 720, heightPixels: 540 } as const;

type DemoPhoto = {
  /** The id of the crop, or of another thing, in the photo. */
  subject: string;
  contentHash: string;
  bytes: Buffer;
};

export const readDemoPhotos = (): DemoPhoto[] =>
  readdirSync(folder).map((name) => {
    const bytes = readFileSync(join(folder, name));
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    return { subject: name.replace(/-\d+\.webp$/, ''), contentHash, bytes };
  });

/** Encodes sizes and formats when they are first requested, so the demo starts without them. */
export function withDemoPhotos<Store extends FileStore>(store: Store): Store {
  const originals = new Map(readDemoPhotos().map(({ contentHash, bytes }) => [contentHash, bytes]));
  const originalOf = (key: string) => originals.get(key.split('-')[0] ?? '');
  return {
    ...store,
    async get(key) {
      const [stored, original] = [await store.get(key), originalOf(key)];
      if (stored || !original) return stored;
      const file = await encodeDemoPhoto(original, key);
      await store.put(key, file);
      return file;
    },
    exists: async (key) => originalOf(key) !== undefined || store.exists(key),
  };
}

async function encodeDemoPhoto(original: Buffer, key: string) {
  const [, size, format] = key.split(/[-.]/);
  const wanted = { size: Number(size) as PhotoSize, format: format as PhotoFormat };
  const contentType = photoContentTypes[wanted.format];
  if (wanted.format === 'webp' && wanted.size >= DEMO_PHOTO_PIXELS.widthPixels)
    return { bytes: new Uint8Array(original), contentType };
  // A page may show more of them at once than uploads may wait.
  const encoded = await withDecoder(key, (decoder) => decoder.encodeFile(original, wanted), {
    waitMilliseconds: Infinity,
  });
  return { bytes: new Uint8Array(encoded), contentType };
}

/** Shown while a photo loads: the brown of the crates and baskets. */
const COLOUR = '#7a6248';

/** Products that look different from the other ones of their crop. */
const varieties: Record<string, string> = data.varieties;
/** Crops that look like another one. */
const lookalikes: Record<string, string> = data.lookalikes;

export const subjectOf = ({ name, crop }: { name: string; crop: string | null }): string | null =>
  varieties[name] ?? (crop && (lookalikes[crop] ?? crop));

/**
 * Each product begins with another photo. Farms with the same crop share the files, as two uploads
 * of one picture would.
 */
export async function seedPhotos(db: Database, { clock }: { clock: Clock }): Promise<void> {
  const photos = readDemoPhotos();
  const products = await listNamedProducts(db);
  const rows = products.flatMap(({ id, farmerId, ...product }): SeedPhoto[] => {
    const shown = subjectOf(product);
    const own = photos.filter(({ subject }) => subject === shown);
    const first = id % Math.max(1, own.length);
    return [...own.slice(first), ...own.slice(0, first)].map(({ contentHash }, place) => ({
      farmerId,
      productId: id,
      place,
      contentHash,
    }));
  });
  await insertPhotos(db, {
    rows,
    ...DEMO_PHOTO_PIXELS,
    colour: COLOUR,
    now: clock().toISOString(),
  });
}
