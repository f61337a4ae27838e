import type { PhotoStore } from '#server/adapters/photo-store.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Logger } from '#server/log.ts';
import { sweepPhotos } from './storage/sweep-photos.ts';

const INTERVAL_MILLISECONDS = 10 * 60 * 1000;
const PARTS = 256;
/** The whole store in under three hours. */
const PARTS_PER_ROUND = 16;

/** Sweeps every ten minutes until stopped; `stop` waits for the round that is running. */
export function startPhotoSweep(
  db: Database,
  services: { clock: Clock; photoStore: PhotoStore; uploadFolder: string; log: Logger },
) {
  let nextPart = 0;
  let round = Promise.resolve();
  const sweep = async () => {
    const parts = Array.from({ length: PARTS_PER_ROUND }, (_, index) => (nextPart + index) % PARTS);
    nextPart = (nextPart + PARTS_PER_ROUND) % PARTS;
    try {
      await sweepPhotos(db, { parts }, services);
    } catch (error) {
      services.log.warn({ err: error }, 'unused photos could not be swept');
    }
  };
  const timer = setInterval(() => {
    round = round.then(sweep);
  }, INTERVAL_MILLISECONDS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
