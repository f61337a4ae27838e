import { uploadPaths } from '#photos/server/api/upload-paths.ts';
import { sweepPhotos } from '#photos/server/sweep-photos.ts';
import { repeatRounds } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Feature, RunningServices } from '#server/feature.ts';
import { handledBy } from '#server/outbox.ts';
import { lotPhotoPaths, photoApi, photoPaths } from './api/photo-paths.ts';
import { photoData } from './personal-data.ts';
import { encodeWaitingPhoto, photoUploaded } from './store-photos.ts';

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
    '/api/buyer/photos': lotPhotoPaths,
    '/api/farmer/uploads': uploadPaths,
  },
  api: photoApi,
  personalData: photoData,
  start: (db, services) => [startPhotoSweep(db, services)],
  outbox: [handledBy(photoUploaded, encodeWaitingPhoto)],
};
