import { PHOTOS_PER_PRODUCT } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import type { UploadedFile } from '#server/http/read-multipart.ts';
import {
  LARGEST_SIZE,
  type OwnPhotoRead,
  ownPhotoRead,
  type PhotoRead,
  type PrivatePhotoSize,
  photoRead,
  privateFileName,
  type StoredPhoto,
} from '../rules/photo.ts';
import { deleteUnneededFiles } from './byte-ledger.ts';
import { findVisitContent, insertVisitPhoto } from './media-queries.ts';
import {
  attachPhoto,
  attachToLot,
  clearProfilePhotos,
  detachFromLot,
  detachOtherPhotos,
  findPhotosOf,
  findPhotosOfLots,
  findProfilePhotoOf,
  insertPhoto,
  lockContent,
  lockOwnPhotos,
  markProfilePhoto,
} from './photo-queries.ts';
import type { PhotoStore, StoredFile } from './photo-store.ts';
import { encodeInTurn } from './store-photos.ts';

export async function listPhotos(
  db: Database,
  productIds: number[],
): Promise<Map<number, PhotoRead[]>> {
  const photosOf = new Map<number, PhotoRead[]>();
  for (const { productId, state, ...photo } of await findPhotosOf(db, productIds)) {
    if (productId === null || state !== 'ready') continue;
    const reads = photosOf.get(productId) ?? [];
    reads.push(photoRead(photo));
    photosOf.set(productId, reads);
  }
  return photosOf;
}

type OwnPhotos = { photos: OwnPhotoRead[]; unreadableCount: number };

/** Includes photos that are still being encoded. */
export async function listOwnPhotos(
  db: Database,
  productIds: number[],
): Promise<Map<number, OwnPhotos>> {
  const photosOf = new Map<number, OwnPhotos>();
  for (const { productId, state, ...photo } of await findPhotosOf(db, productIds)) {
    if (productId === null) continue;
    const own = photosOf.get(productId) ?? { photos: [], unreadableCount: 0 };
    if (state === 'unreadable') own.unreadableCount += 1;
    else own.photos.push(ownPhotoRead(photo));
    photosOf.set(productId, own);
  }
  return photosOf;
}

export async function listMainPhotos(
  db: Database,
  productIds: number[],
): Promise<Map<number, StoredPhoto>> {
  const mainOf = new Map<number, StoredPhoto>();
  for (const { productId, state, ...photo } of await findPhotosOf(db, productIds)) {
    if (productId !== null && state === 'ready' && !mainOf.has(productId))
      mainOf.set(productId, photo);
  }
  return mainOf;
}

export async function findProfilePhoto(db: Database, farmerId: number): Promise<PhotoRead | null> {
  const row = await findProfilePhotoOf(db, farmerId);
  return row && photoRead(row);
}

type Attachment = { farmerId: number; productId: number; photoIds: number[] };

/**
 * The first photo is the main one; replaced ones are swept a day later. The caller has locked the
 * product.
 */
export async function attachPhotos(
  db: Database,
  { farmerId, productId, photoIds }: Attachment,
  now: Date,
) {
  const wanted = [...new Set(photoIds)];
  if (wanted.length > PHOTOS_PER_PRODUCT)
    throw new AppError('TOO_MANY_PHOTOS', { field: 'photoIds' });
  const own = await lockOwnPhotos(db, { farmerId, photoIds: wanted, productId });
  const isFree = (photo: (typeof own)[number]) =>
    !photo.isProfile && (photo.productId ?? productId) === productId;
  if (own.length < wanted.length || !own.every(isFree))
    throw new AppError('PHOTO_NOT_FOUND', { field: 'photoIds' });
  if (own.some(({ state }) => state === 'unreadable'))
    throw new AppError('PHOTO_BROKEN', { field: 'photoIds' });
  await detachOtherPhotos(db, { productId, photoIds: wanted }, now);
  for (const [place, photoId] of wanted.entries())
    await attachPhoto(db, { photoId, productId, place });
}

type OfLot = { buyerId: number; lotId: number; photoId: number };

export async function attachLotPhoto(tx: Database, { buyerId, lotId, photoId }: OfLot) {
  const [photo] = await lockOwnPhotos(tx, { farmerId: buyerId, photoIds: [photoId] });
  if (photo?.lotId !== null) throw new AppError('PHOTO_NOT_FOUND', { field: 'photoId' });
  await attachToLot(tx, photoId, lotId);
}

export const detachLotPhoto = detachFromLot;

/** For the lot that repeats it, which the caller has inserted. */
export async function copyLotPhoto(
  tx: Database,
  { from, lotId }: { from: number; lotId: number },
  now: Date,
) {
  for (const { id: _, ...photo } of await findPhotosOfLots(tx, [from])) {
    await lockContent(tx, photo.contentHash);
    await insertPhoto(tx, { ...photo, lotId, createdAt: now });
  }
}

export async function listLotPhotos(db: Database, lotIds: number[]) {
  const rows = lotIds.length === 0 ? [] : await findPhotosOfLots(db, lotIds);
  return new Map(rows.map((photo) => [photo.lotId, photoRead(photo)]));
}

export async function setProfilePhoto(
  db: Database,
  { farmerId, photoId }: { farmerId: number; photoId: number },
  now: Date,
) {
  await db.transaction(async (tx) => {
    const [photo] = await lockOwnPhotos(tx, { farmerId, photoIds: [photoId] });
    if (!photo || photo.productId !== null)
      throw new AppError('PHOTO_NOT_FOUND', { field: 'photos' });
    await clearProfilePhotos(tx, farmerId, now);
    await markProfilePhoto(tx, photoId);
  });
}

/*
 * The public path does not serve the photos below. The caller checks who may read them, and stores
 * its own row before the files, because the sweep deletes files without a row.
 */

type PrivateFile = { key: string; bytes: Buffer; contentType: string };
export type PrivateContent = { contentHash: string; files: PrivateFile[] };
export type PrivatePhoto = PrivateContent & { widthPixels: number; heightPixels: number };

export async function encodePrivatePhoto(
  ownerId: number,
  file: UploadedFile,
  sizes: readonly PrivatePhotoSize[] = [LARGEST_SIZE],
): Promise<PrivatePhoto> {
  const { jpegs, colour: _, ...photo } = await encodeInTurn(ownerId, file, sizes);
  const files = jpegs.map(({ size, bytes }) => ({
    key: privateFileName(photo.contentHash, size as PrivatePhotoSize),
    bytes,
    contentType: 'image/jpeg',
  }));
  return { ...photo, files };
}

/**
 * Keeps the sweep from files whose row is being stored. Sorted, so that two transactions cannot
 * deadlock.
 */
export async function lockPrivateContents(tx: Database, contents: readonly PrivateContent[]) {
  for (const contentHash of contents.map((content) => content.contentHash).sort())
    await lockContent(tx, contentHash);
}

export const bytesOf = ({ files }: PrivateContent) =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);

export async function putPrivateFiles(store: PhotoStore, contents: readonly PrivateContent[]) {
  for (const { key, bytes, contentType } of contents.flatMap(({ files }) => files)) {
    if (!(await store.exists(key)))
      await store.put(key, { bytes: new Uint8Array(bytes), contentType });
  }
}

export const getPrivatePhoto = (
  store: PhotoStore,
  contentHash: string,
  size?: PrivatePhotoSize,
): Promise<StoredFile | null> => store.get(privateFileName(contentHash, size));

export async function deletePrivateFiles(
  db: Database,
  contentHashes: readonly string[],
  store: PhotoStore,
) {
  for (const contentHash of new Set(contentHashes))
    await deleteUnneededFiles(db, contentHash, store);
}

/** Enough to recognise a place, and small enough for a weak connection. */
const VISIT_PHOTO_PIXELS: PrivatePhotoSize = 800;

export const readVisitPhoto = (ownerId: number, jpeg: Buffer): Promise<PrivatePhoto> =>
  encodePrivatePhoto(ownerId, { read: async () => jpeg }, [VISIT_PHOTO_PIXELS]);

type Taken = { farmerId: number; photo: PrivatePhoto; now: Date };

/**
 * Written within the transaction, so that a visit never lacks its photo. The lock of the content
 * keeps the sweep away.
 */
export async function addVisitPhoto(
  tx: Database,
  { farmerId, photo, now }: Taken,
  store: PhotoStore,
) {
  const storedBytes = bytesOf(photo);
  await store.claim(tx, { ownerId: farmerId, bytes: storedBytes });
  await lockPrivateContents(tx, [photo]);
  const { contentHash } = photo;
  await insertVisitPhoto(tx, { farmerId, contentHash, storedBytes, createdAt: now });
  await putPrivateFiles(store, [photo]);
}

export async function findVisitPhoto(
  db: Database,
  farmerId: number,
  store: PhotoStore,
): Promise<StoredFile | null> {
  const contentHash = await findVisitContent(db, farmerId);
  return contentHash === null ? null : getPrivatePhoto(store, contentHash, VISIT_PHOTO_PIXELS);
}
