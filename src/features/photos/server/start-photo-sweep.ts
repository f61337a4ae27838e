import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { LiveDatabase } from '#platform/server/live-database.ts';
import type { Logger } from '#platform/server/log.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
import type { PhotoStore } from './photo-store.ts';
import { sweepPhotos } from './storage/sweep-photos.ts';

const INTERVAL_MILLISECONDS = 10 * 60 * 1000;
const PARTS = 256;
/** With the interval above, a sweep of the whole store takes under three hours. */
const PARTS_PER_ROUND = 16;

type Needs = {
  clock: Clock;
  photoStore: PhotoStore;
  uploadFolder: string;
  log: Logger;
  live: LiveDatabase;
};

/**
 * Sweeps every ten minutes until stopped; `stop` waits for the current round. Only the live
 * database sweeps: a copy may share the live store, and has no rows for its newer photos.
 */
export function startPhotoSweep(db: Database, { live, ...services }: Needs) {
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
