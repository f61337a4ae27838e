<<<<<<< /work/main/src/features/photos/server/feature.ts
import { type Clock, repeatRounds } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import type { LiveDatabase } from '#platform/server/live-database.ts';
import type { Logger } from '#platform/server/log.ts';
import { handledBy } from '#platform/server/outbox.ts';
=======
import type { Database } from '#platform/server/db/database.ts';
import type { Feature, RunningServices } from '#platform/server/feature.ts';
import { handledBy } from '#platform/server/outbox/handle-messages.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
>>>>>>> /tmp/tmprz86a7zg/theirs
import { photoApi } from './api/description.ts';
import { photoPaths } from './api/photo-paths.ts';
import { uploadPaths } from './api/upload-paths.ts';
import { photoData } from './personal-data.ts';
<<<<<<< /work/main/src/features/photos/server/feature.ts
import type { PhotoStore } from './photo-store.ts';
=======
import { photoUploaded } from './pictures/store-photo.ts';
>>>>>>> /tmp/tmprz86a7zg/theirs
import { sweepPhotos } from './storage/sweep-photos.ts';
import { encodeWaitingPhoto, photoUploaded } from './store-photos.ts';
import type { removeUploadsOf } from './upload-in-parts.ts';

const INTERVAL_MILLISECONDS = 10 * 60 * 1000;

const PARTS = 256;

/** A sweep of the whole store takes under three hours. */
const PARTS_PER_ROUND = 16;

/** A copy of the live database may share the live store, and has no rows for its newer photos. */
function startPhotoSweep(db: Database, { live, ...services }: RunningServices) {
  let nextPart = 0;
  const sweep = async () => {
    const parts = Array.from({ length: PARTS_PER_ROUND }, (_, index) => (nextPart + index) % PARTS);
    nextPart = (nextPart + PARTS_PER_ROUND) % PARTS;
    await sweepPhotos(db, { parts }, services);
  };
  return repeatRounds(sweep, {
    pauseMilliseconds: INTERVAL_MILLISECONDS,
    firstPauseMilliseconds: INTERVAL_MILLISECONDS,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'unused photos could not be swept' },
  });
}

export const photos: Feature = {
  paths: {
    '/api/farmer': photoPaths,
    '/api/farmer/uploads': uploadPaths,
  },
  api: photoApi,
  personalData: photoData,
  start: (db, services) => [startPhotoSweep(db, services)],
  outbox: [handledBy(photoUploaded, encodeWaitingPhoto)],
};
