import { createHash } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import { clientOfPerson } from '#server/heavy-work.ts';
import type { UploadedFile } from '#server/http/read-multipart.ts';
import { type Lane, outboxKind, putInOutbox } from '#server/outbox.ts';
import {
  fitLongSide,
  LARGEST_SIZE,
  largestFileName,
  originalFileName,
  PHOTO_BYTES_WITH_SIZES,
  PHOTO_ENCODED_AT_ONCE_PIXELS,
  PHOTO_WAITING_SECONDS,
  type PhotoRead,
  type PhotoSize,
  photoRead,
  WAITING_PHOTO_TURN_MILLISECONDS,
} from '../rules/photo.ts';
import { deleteUnneededFiles, discardPhotos, storeWithRoom } from './byte-ledger.ts';
import { type Decoder, withDecoder } from './decode-pictures.ts';
import {
  findPhoto,
  hasRoomToWait,
  insertPhoto,
  isContentWaiting,
  lockContent,
  type NewPhoto,
  updateWaitingPhoto,
} from './photo-queries.ts';
import { type PhotoStore, photoContentTypes } from './photo-store.ts';
import type { EncodedPicture } from './picture-process.ts';

const COLOUR_UNKNOWN = '#d6d3cb';

type Services = { clock: Clock; photoStore: PhotoStore; log: Logger };
type Sender = {
  farmerId: number;
  /** Whether large pictures too are encoded before the response. */
  isAtOnce?: boolean;
};

/** If a photo or `use` fails, none is kept. */
export async function storePhotos<T>(
  db: Database,
  { farmerId, files, isAtOnce = false, ...services }: Sender & Services & { files: UploadedFile[] },
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

/**
 * A large picture is stored as its original and encoded later, unless too many are waiting: then
 * uploads become slower instead of being refused.
 */
export async function storePhoto(
  db: Database,
  { farmerId, file, isAtOnce = false }: Sender & { file: UploadedFile },
  services: Services,
): Promise<PhotoRead> {
  const { photoStore } = services;
  const { takenAt = null, isTakenAtDoubtful = false } = file;
  const taken = { farmerId, takenAt, isTakenAtDoubtful };
  // A flood then holds one picture and one connection.
  return withDecoder(clientOfPerson(farmerId), async (decoder) => {
    await storeWithRoom(db, { farmerId, photoStore }, () =>
      photoStore.claim(db, { ownerId: farmerId }),
    );
    const upload = await checkUpload(decoder, file);
    const mayWait = isLarge(upload) && !isAtOnce && (await hasRoomToWait(db, farmerId));
    return mayWait
      ? storeOriginal(db, { ...taken, ...upload }, services)
      : storeEncoded(db, { ...taken, ...(await decoder.encode(upload.bytes, PUBLIC)) }, services);
  });
}

export const encodeInTurn = (ownerId: number, file: UploadedFile, sizes: readonly PhotoSize[]) =>
  withDecoder(clientOfPerson(ownerId), async (decoder) =>
    decoder.encode((await checkUpload(decoder, file)).bytes, sizes),
  );

type Taken = { farmerId: number; takenAt: Date | null; isTakenAtDoubtful: boolean };
type CheckedUpload = { bytes: Buffer; widthPixels: number; heightPixels: number };

async function checkUpload(decoder: Decoder, file: UploadedFile): Promise<CheckedUpload> {
  const bytes = await file.read();
  return { bytes, ...(await decoder.measure(bytes)) };
}

const isLarge = ({ widthPixels, heightPixels }: CheckedUpload) =>
  widthPixels * heightPixels > PHOTO_ENCODED_AT_ONCE_PIXELS;

function storeEncoded(db: Database, photo: EncodedPicture & Taken, services: Services) {
  const putFiles = () => putLargest(services.photoStore, photo);
  return storeRowFirst(
    db,
    { photo: { ...photo, storedBytes: storedBytesOf(photo) }, putFiles },
    services,
  );
}

/** A turn takes up to 20 s of waiting and 30 s of decoding. */
const photoLane: Lane = { name: 'photos', atOnce: 1, deadlineSeconds: 60 };

export const photoUploaded = outboxKind<{ photoId: number }>({
  kind: 'photoUploaded',
  lane: photoLane,
  validSeconds: PHOTO_WAITING_SECONDS,
});

/** The handler of the outbox message reads the original. */
function storeOriginal(
  db: Database,
  { bytes, widthPixels, heightPixels, ...taken }: CheckedUpload & Taken,
  services: Services,
) {
  // The prefix keeps these hashes distinct from those of encoded pictures.
  const contentHash = createHash('sha256').update('original:').update(bytes).digest('hex');
  const photo = {
    ...taken,
    ...fitLongSide({ widthPixels, heightPixels }, LARGEST_SIZE),
    contentHash,
    colour: COLOUR_UNKNOWN,
    state: 'waiting' as const,
    storedBytes: bytes.length,
  };
  const putFiles = async (photoId: number) => {
    const file = { bytes: new Uint8Array(bytes), contentType: 'application/octet-stream' };
    await services.photoStore.put(originalFileName(contentHash), file);
    await putInOutbox(db, photoUploaded({ photoId }), services.clock());
  };
  return storeRowFirst(db, { photo, putFiles }, services);
}

type Storing = {
  photo: Omit<NewPhoto, 'createdAt'> & { storedBytes: number };
  putFiles: (photoId: number) => Promise<void>;
};

/** The row comes first, because the sweep deletes files without a row. */
async function storeRowFirst(
  db: Database,
  { photo, putFiles }: Storing,
  { clock, photoStore, log }: Services,
) {
  const { farmerId, contentHash, storedBytes } = photo;
  const row = await storeWithRoom(db, { farmerId, photoStore }, () =>
    db.transaction(async (tx) => {
      await photoStore.claim(tx, { ownerId: farmerId, bytes: storedBytes });
      await lockContent(tx, contentHash);
      return insertPhoto(tx, { ...photo, createdAt: clock() });
    }),
  );
  try {
    await putFiles(row.id);
  } catch (error) {
    await discardPhotos(db, { farmerId, photoIds: [row.id] }, { photoStore, log });
    throw error;
  }
  return photoRead(row);
}

/** Other sizes and formats are made when they are first requested (photo-store.ts). */
const PUBLIC = [LARGEST_SIZE] as const;
type Encoded = Pick<EncodedPicture, 'contentHash' | 'jpegs'>;

const bytesOf = ({ jpegs }: Encoded) => jpegs[0]?.bytes ?? Buffer.alloc(0);
const storedBytesOf = (encoded: Encoded) => bytesOf(encoded).length * PHOTO_BYTES_WITH_SIZES;

async function putLargest(store: PhotoStore, encoded: Encoded) {
  const key = largestFileName(encoded.contentHash);
  if (await store.exists(key)) return;
  await store.put(key, {
    bytes: new Uint8Array(bytesOf(encoded)),
    contentType: photoContentTypes.jpg,
  });
}

/** Can be repeated. While the store is down it throws, and the photo stays waiting. */
export async function encodeWaitingPhoto(
  db: Database,
  { photoId }: { photoId: number },
  { photoStore }: Pick<Services, 'photoStore'>,
) {
  const photo = await findPhoto(db, photoId);
  if (!photo) return;
  if (photo.state === 'waiting') await encodeOriginal(db, { photoId, ...photo }, { photoStore });
  // The account may have been deleted meanwhile.
  await deleteUnneededFiles(db, photo.contentHash, photoStore);
}

type Waiting = { photoId: number; farmerId: number; contentHash: string };

async function encodeOriginal(
  db: Database,
  { photoId, farmerId, contentHash }: Waiting,
  { photoStore }: Pick<Services, 'photoStore'>,
) {
  const original = await photoStore.get(originalFileName(contentHash));
  if (!original) throw new Error(`The store has no original of photo ${photoId}`);
  const encoded = await withDecoder(
    clientOfPerson(farmerId),
    (decoder) => decoder.encode(original.bytes, PUBLIC),
    { waitMilliseconds: WAITING_PHOTO_TURN_MILLISECONDS },
  ).catch((error: unknown) => {
    if (isRefusal(error)) return null;
    throw error;
  });
  if (!encoded) return updateWaitingPhoto(db, photoId, UNREADABLE);
  const { jpegs, colour, widthPixels, heightPixels } = encoded;
  // The name is that of the original's bytes, because the answer to the upload had it.
  await putLargest(photoStore, { contentHash, jpegs });
  await updateWaitingPhoto(db, photoId, {
    state: 'ready',
    colour,
    widthPixels,
    heightPixels,
    storedBytes: storedBytesOf(encoded),
  });
}

const isRefusal = (error: unknown) =>
  error instanceof AppError && ['PHOTO_BROKEN', 'PHOTO_TOO_MANY_PIXELS'].includes(error.code);

const UNREADABLE = { state: 'unreadable', storedBytes: 0 } as const;

export const isBeingPrepared = (db: Database, contentHash: string) =>
  isContentWaiting(db, contentHash);
