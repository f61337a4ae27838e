import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { largestFileName } from '#photos/rules/photo.ts';
import { type FileStore, photoContentTypes } from '#photos/server/photo-store.ts';
import { projectRoot } from '#server/project-root.ts';
import data from './data/crops.json' with { type: 'json' };
import { insertPhotos, listNamedProducts, type SeedPhoto } from './seed-queries.ts';

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

/** The store makes the other sizes of these when they are requested. */
export function withDemoPhotos<Store extends FileStore>(store: Store): Store {
  const photos = new Map(
    readDemoPhotos().map(({ contentHash, bytes }) => [largestFileName(contentHash), bytes]),
  );
  return {
    ...store,
    async get(key) {
      const bytes = photos.get(key);
      if (!bytes) return store.get(key);
      return { bytes: new Uint8Array(bytes), contentType: photoContentTypes.webp };
    },
    exists: async (key) => photos.has(key) || store.exists(key),
  };
}

/** Shown while a photo loads: the brown of the crates and baskets. */
const COLOUR = '#7a6248';

/** Products that look different from the other ones of their crop. */
const varieties: Record<string, string> = data.varieties;
/** Crops that look like another one. */
const lookalikes: Record<string, string> = data.lookalikes;

export const subjectOf = ({ name, crop }: { name: string; crop: string | null }) =>
  varieties[name] ?? (crop && (lookalikes[crop] ?? crop));

/**
 * Each product begins with another photo. Farms with the same crop share the files, as two uploads
 * of one picture would.
 */
export async function seedPhotos(db: Database, { clock }: { clock: Clock }) {
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
