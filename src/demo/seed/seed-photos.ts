import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import data from '../data/crops.json' with { type: 'json' };
import { DEMO_PHOTO_PIXELS, readDemoPhotos } from '../demo-photos.ts';
import { insertPhotos, listNamedProducts, type SeedPhoto } from './queries.ts';

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
