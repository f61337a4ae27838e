import { createHash } from 'node:crypto';
import { putInOutbox } from '#features/notifications/server/put-in-outbox.ts';
import {
  PHOTO_ENCODED_AT_ONCE_PIXELS,
  PHOTO_SIZES_PIXELS,
  PHOTO_TURN_MILLISECONDS,
  PHOTO_WAITING_SECONDS,
} from '#features/photos/rules/limits.ts';
import {
  fitLongSide,
  originalFileName,
  type PhotoRead,
  photoFileName,
  photoRead,
} from '#features/photos/rules/photo.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createFairQueue } from '#platform/server/fair-queue.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import type { UploadedFile } from '#platform/server/http/uploaded-file.ts';
import type { Logger } from '#platform/server/log.ts';
import { type PhotoStore, photoContentTypes } from '../photo-store.ts';
import { discardPhotos } from '../storage/delete-unneeded-files.ts';
import { insertPhoto, lockContent, type NewPhoto } from '../storage/queries.ts';
import { makeRoomForUnused, refuseWhenFull } from '../storage/unused-photos.ts';
import { hasRoomToWait } from '../storage/waiting-queries.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { recognizePicture } from './recognize-picture.ts';

/*
 * These limit memory; the work itself takes places of heavy work. Each upload takes up to 12 MB
 * while it is checked, and 40 MB while it is encoded. A hundred waiting take half a minute.
 */
const patience = { waitMilliseconds: PHOTO_TURN_MILLISECONDS, retryAfterSeconds: 10 };
const uploads = createFairQueue({ atOnce: 2, waitingMax: 100, ...patience });
/**
 * A large picture may need 180 MB by itself, so only one of them is encoded at a time: one in the
 * background, or one of the uploads above.
 */
const largePictures = createFairQueue({ atOnce: 1, waitingMax: 3, ...patience });
/**
 * Loaded with the first picture, because the library takes memory that a server without uploads
 * need not have.
 */
const pictures = () => import('./encode-picture.ts');
/** Stands where a waiting photo will be, until its own colour is known. */
const COLOUR_UNKNOWN = '#d6d3cb';

type Services = { clock: Clock; photoStore: PhotoStore; log: Logger };
type Upload = {
  farmerId: number;
  file: UploadedFile;
  /** Whether a large picture is encoded before the answer too. */
  isAtOnce?: boolean;
};

/**
 * Checks one uploaded picture and stores it, with a row that is not used yet. Of a small picture
 * our own files are made at once; of a large one the original is stored, which `encodeWaitingPhoto`
 * works on afterwards. Where too many wait, large ones are encoded at once too, so that uploading
 * becomes slower and is not refused.
 * @throws AppError PHOTO_TYPE_REFUSED, PHOTO_HEIC, PHOTO_BROKEN, PHOTO_TOO_MANY_PIXELS,
 * UNUSED_PHOTOS_FULL, DISK_FULL, UNAVAILABLE, TOO_MANY_REQUESTS; nothing is kept then
 */
export async function storePhoto(
  db: Database,
  { farmerId, file, isAtOnce = false }: Upload,
  services: Services,
): Promise<PhotoRead> {
  await refuseWhenFull(db, farmerId);
  const { takenAt = null, isTakenAtDoubtful = false } = file;
  const evidence = { takenAt, isTakenAtDoubtful };
  const outcome = await uploads.run(clientOfPerson(farmerId), async () => {
    const upload = await checkUpload(farmerId, file);
    const mayWait = isLarge(upload) && !isAtOnce && (await hasRoomToWait(db, farmerId));
    // The original is stored in its turn, so that no more than two are in memory.
    return mayWait
      ? { stored: await storeOriginal(db, { farmerId, ...evidence, ...upload }, services) }
      : { encoded: await encode(farmerId, upload) };
  });
  return 'stored' in outcome
    ? outcome.stored
    : storeEncoded(db, { farmerId, ...evidence, ...outcome.encoded }, services);
}

/**
 * Checks and encodes one picture when it is its owner's turn. @throws AppError PHOTO_TYPE_REFUSED,
 * PHOTO_HEIC, PHOTO_BROKEN, PHOTO_TOO_MANY_PIXELS, UNAVAILABLE, TOO_MANY_REQUESTS
 */
export const encodeInTurn = (ownerId: number, file: UploadedFile) =>
  uploads.run(clientOfPerson(ownerId), async () =>
    encode(ownerId, await checkUpload(ownerId, file)),
  );

/**
 * Encodes a large picture that was checked when it was uploaded. @throws AppError PHOTO_BROKEN,
 * UNAVAILABLE, TOO_MANY_REQUESTS
 */
export const encodeLarge = (ownerId: number, original: Buffer) =>
  largePictures.run(clientOfPerson(ownerId), () => encodeNow(ownerId, original));

const encodeNow = async (ownerId: number, original: Buffer) =>
  (await pictures()).encodePicture(original, clientOfPerson(ownerId));

type Taken = { farmerId: number; takenAt: Date | null; isTakenAtDoubtful: boolean };
type CheckedUpload = { bytes: Buffer; widthPixels: number; heightPixels: number };

async function checkUpload(ownerId: number, file: UploadedFile): Promise<CheckedUpload> {
  const [bytes, { measurePicture }] = await Promise.all([file.read(), pictures()]);
  return {
    bytes,
    ...(await measurePicture(bytes, {
      type: await recognizePicture(bytes, file),
      client: clientOfPerson(ownerId),
    })),
  };
}

const isLarge = ({ widthPixels, heightPixels }: CheckedUpload) =>
  widthPixels * heightPixels > PHOTO_ENCODED_AT_ONCE_PIXELS;

const encode = (ownerId: number, upload: CheckedUpload) =>
  isLarge(upload) ? encodeLarge(ownerId, upload.bytes) : encodeNow(ownerId, upload.bytes);

function storeEncoded(
  db: Database,
  { files, ...photo }: EncodedPicture & Taken,
  services: Services,
) {
  const storedBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const putFiles = () => putMissing(services.photoStore, { ...photo, files });
  return storeRowFirst(db, { photo: { ...photo, storedBytes }, putFiles }, services);
}

/**
 * The message that has it encoded is written once the original is safe, so that its handler finds
 * the original.
 */
function storeOriginal(
  db: Database,
  { bytes, widthPixels, heightPixels, ...taken }: CheckedUpload & Taken,
  services: Services,
) {
  // The prefix keeps these names apart from those that are made of encoded pictures.
  const contentHash = createHash('sha256').update('original:').update(bytes).digest('hex');
  const photo = {
    ...taken,
    ...fitLongSide({ widthPixels, heightPixels }, Math.max(...PHOTO_SIZES_PIXELS)),
    contentHash,
    colour: COLOUR_UNKNOWN,
    state: 'waiting' as const,
    storedBytes: bytes.length,
  };
  const putFiles = async (photoId: number) => {
    const file = { bytes: new Uint8Array(bytes), contentType: 'application/octet-stream' };
    await services.photoStore.put(originalFileName(contentHash), file);
    const message = {
      kind: 'photoUploaded' as const,
      payload: { photoId },
      validSeconds: PHOTO_WAITING_SECONDS,
    };
    await putInOutbox(db, message, services.clock());
  };
  return storeRowFirst(db, { photo, putFiles }, services);
}

type Storing = {
  photo: Omit<NewPhoto, 'createdAt'> & { storedBytes: number };
  putFiles: (photoId: number) => Promise<void>;
};

/**
 * The row comes first, because the sweep deletes files without one. Where a picture is stored
 * already, only the row is new.
 */
async function storeRowFirst(
  db: Database,
  { photo, putFiles }: Storing,
  { clock, photoStore, log }: Services,
) {
  const { farmerId, contentHash, storedBytes } = photo;
  await makeRoomForUnused(db, { farmerId, storedBytes }, { photoStore });
  const row = await db.transaction(async (tx) => {
    await refuseWhenFull(tx, farmerId, storedBytes);
    await lockContent(tx, contentHash);
    return insertPhoto(tx, { ...photo, createdAt: clock() });
  });
  try {
    await putFiles(row.id);
  } catch (error) {
    await discardPhotos(db, { farmerId, photoIds: [row.id] }, { photoStore, log });
    throw error;
  }
  return photoRead(row);
}

export async function putMissing(
  store: PhotoStore,
  { contentHash, files }: Pick<EncodedPicture, 'contentHash' | 'files'>,
) {
  for (const { size, format, bytes } of files) {
    const key = photoFileName(contentHash, size, format);
    if (await store.exists(key)) continue;
    await store.put(key, { bytes: new Uint8Array(bytes), contentType: photoContentTypes[format] });
  }
}
