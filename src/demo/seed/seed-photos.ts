import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PhotoStore, photoContentTypes } from '#features/photos/server/photo-store.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { drawnPhotosFolder, readDrawnPhotos } from './drawn-photos.ts';
import { insertPhotos, listNamedProducts, type SeedPhoto } from './queries.ts';

const FILES_AT_ONCE = 16;

/** Products that look different from the other ones of their crop. */
const varieties: Record<string, string> = {
  'Yellow maize': 'yellow-maize',
  'Yellow beans': 'yellow-bean',
  'Wairimu red beans': 'red-bean',
  'Sweet yellow passion fruits': 'yellow-passion-fruit',
  'Sun-dried coffee beans': 'dry-coffee',
};

/** Crops that look like another one. */
const lookalikes: Record<string, string> = {
  amaranth: 'nightshade',
  'spider-plant': 'nightshade',
  'cowpea-leaves': 'nightshade',
  'snow-pea': 'pea',
  tangerine: 'orange',
  mala: 'milk',
  yoghurt: 'milk',
  'camel-milk': 'milk',
  'goat-milk': 'milk',
};

/** The subject of a product's photos: mostly its crop. */
export const subjectOf = ({ name, crop }: { name: string; crop: string | null }): string | null =>
  varieties[name] ?? (crop && (lookalikes[crop] ?? crop));

/**
 * Gives the demo's products their photos: all that show their crop, each product beginning with
 * another one. Farms with the same crop share the files, as two uploads of one picture would.
 */
export async function seedPhotos(
  db: Database,
  { photoStore, clock }: { photoStore: PhotoStore; clock: Clock },
  folder = drawnPhotosFolder,
): Promise<void> {
  const drawn = readDrawnPhotos(folder);
  const products = await listNamedProducts(db);
  const rows = products.flatMap(({ id, farmerId, ...product }): SeedPhoto[] => {
    const shown = subjectOf(product);
    const photos = drawn.filter(({ subject }) => subject === shown);
    const first = id % Math.max(1, photos.length);
    return [...photos.slice(first), ...photos.slice(0, first)].map(
      ({ subject: _, files: __, ...photo }, place) => ({
        ...photo,
        farmerId,
        productId: id,
        place,
      }),
    );
  });
  await insertPhotos(db, rows, clock().toISOString());
  await putFiles(photoStore, { folder, names: drawn.flatMap(({ files }) => files) });
}

type Files = { folder: string; names: string[] };

async function putFiles(photoStore: PhotoStore, { folder, names }: Files) {
  for (let from = 0; from < names.length; from += FILES_AT_ONCE)
    await Promise.all(
      names.slice(from, from + FILES_AT_ONCE).map(async (name) => {
        const bytes = new Uint8Array(await readFile(join(folder, name)));
        const contentType = photoContentTypes[name.endsWith('.webp') ? 'webp' : 'jpg'];
        await photoStore.put(name, { bytes, contentType });
      }),
    );
}
