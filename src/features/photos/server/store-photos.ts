import type { PhotoRead } from '#photos/rules/photo.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { UploadedFile } from '#platform/server/http/read-multipart.ts';
import type { Logger } from '#platform/server/log.ts';
import type { PhotoStore } from './photo-store.ts';
import { storePhoto } from './pictures/store-photo.ts';
import { discardPhotos } from './storage/delete-unneeded-files.ts';

type Upload = {
  farmerId: number;
  files: UploadedFile[];
  /** Whether large pictures too are encoded before the response. */
  isAtOnce?: boolean;
};
type Storing = { clock: Clock; photoStore: PhotoStore; log: Logger };

/** If a photo or `use` fails, none is kept. */
export async function storePhotos<T>(
  db: Database,
  { farmerId, files, isAtOnce = false, ...services }: Upload & Storing,
  use: (photos: PhotoRead[]) => Promise<T>,
): Promise<T> {
  const outcomes = await Promise.allSettled(
    files.map((file) => storePhoto(db, { farmerId, file, isAtOnce }, services)),
  );
  const photos = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  try {
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return await use(photos);
  } catch (error) {
    await discardPhotos(db, { farmerId, photoIds: photos.map(({ id }) => id) }, services);
    throw error;
  }
}
