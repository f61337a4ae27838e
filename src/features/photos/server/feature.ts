import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { repeatRounds, secondsAfter } from '#server/clock.ts';
import { handledBy } from '#server/outbox.ts';
import {
  PHOTO_WAITING_SECONDS,
  readPhotoFileName,
  UNSENT_MEDIA_SECONDS,
  UNUSED_PHOTO_SECONDS,
  uploadOfPiece,
} from '../rules/photo.ts';
import { lotPhotoPaths, photoApi, photoPaths } from './api/photo-paths.ts';
import { uploadPaths } from './api/upload-paths.ts';
import { deleteUnneededFiles } from './byte-ledger.ts';
import { deleteUnsentBefore } from './media-queries.ts';
import { photoData } from './personal-data.ts';
import {
  deleteUnusedBefore,
  listNamedContents,
  listShownContents,
  markUnreadableBefore,
} from './photo-queries.ts';
import type { PhotoStore } from './photo-store.ts';
import { encodeWaitingPhoto, photoUploaded } from './store-photos.ts';
import { removeUploads } from './upload-in-parts.ts';
import { listUnfinished, lockExpiredUploads } from './upload-queries.ts';

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

const ROWS_PER_ROUND = 500;
/** No request lasts this long. */
const UPLOAD_LEFTOVER_SECONDS = 3600;

type Sweep = { clock: Clock; photoStore: PhotoStore; uploadFolder: string; log: Logger };

/**
 * Also deletes files without a row: those of deleted accounts, or of an upload that a crash
 * interrupted. One round checks `parts` of the store's 256 parts.
 */
export async function sweepPhotos(
  db: Database,
  { parts }: { parts: number[] },
  { clock, photoStore, uploadFolder, log }: Sweep,
) {
  await removeUploads(db, (tx) => lockExpiredUploads(tx, { now: clock(), limit: ROWS_PER_ROUND }), {
    photoStore,
    log,
  });
  const before = secondsAfter(clock(), -UNUSED_PHOTO_SECONDS);
  const deleted = await deleteUnusedBefore(db, { before, limit: ROWS_PER_ROUND });
  const unsentBefore = secondsAfter(clock(), -UNSENT_MEDIA_SECONDS);
  const unsent = await deleteUnsentBefore(db, { before: unsentBefore, limit: ROWS_PER_ROUND });
  const waitedSince = secondsAfter(clock(), -PHOTO_WAITING_SECONDS);
  const givenUp = await markUnreadableBefore(db, { before: waitedSince, limit: ROWS_PER_ROUND });
  const contents = new Set(
    [...deleted, ...unsent, ...givenUp].map(({ contentHash }) => contentHash),
  );
  for (const part of parts) {
    const keys = await photoStore.list(part.toString(16).padStart(2, '0'));
    await deleteLeftPieces(db, keys, photoStore);
    const files = keys.filter((key) => uploadOfPiece(key) === null);
    for (const contentHash of await listUnnamed(db, files)) contents.add(contentHash);
  }
  for (const contentHash of contents) await deleteUnneededFiles(db, contentHash, photoStore);
  await removeLeftovers(uploadFolder, secondsAfter(clock(), -UPLOAD_LEFTOVER_SECONDS));
}

/** A process may die between writing a piece and its row, or between deleting rows and files. */
async function deleteLeftPieces(db: Database, keys: string[], store: PhotoStore) {
  const uploadIds = [...new Set(keys.flatMap((key) => uploadOfPiece(key) ?? []))];
  const unfinished = new Set<number | null>(await listUnfinished(db, uploadIds));
  const left = keys.filter(
    (key) => uploadOfPiece(key) !== null && !unfinished.has(uploadOfPiece(key)),
  );
  for (const key of left) await store.delete(key);
}

/** Each is checked again under its lock. */
async function listUnnamed(db: Database, keys: string[]) {
  const contentOf = (key: string) => key.split('-')[0] ?? '';
  const contents = [...new Set(keys.map(contentOf))];
  const isPublic = new Set(keys.filter((key) => readPhotoFileName(key)).map(contentOf));
  const unnamed: string[] = [];
  for (let start = 0; start < contents.length; start += ROWS_PER_ROUND) {
    const some = contents.slice(start, start + ROWS_PER_ROUND);
    const named = new Set(await listNamedContents(db, some));
    const shown = new Set(await listShownContents(db, some));
    unnamed.push(
      ...some.filter(
        (contentHash) => !(isPublic.has(contentHash) ? shown : named).has(contentHash),
      ),
    );
  }
  return unnamed;
}

async function removeLeftovers(folder: string, before: Date) {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
  }
}
