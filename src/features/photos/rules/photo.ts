import { PHOTO_SIZES_PIXELS, type PRIVATE_PHOTO_SIZES_PIXELS } from '#photos/rules/limits.ts';
import { type Day, dayInNairobi } from '#platform/rules/day.ts';

export type PhotoSize = (typeof PHOTO_SIZES_PIXELS)[number];
export type PrivatePhotoSize = (typeof PRIVATE_PHOTO_SIZES_PIXELS)[number];
export const photoFormats = ['avif', 'webp', 'jpg'] as const;
export type PhotoFormat = (typeof photoFormats)[number];

/** `sizes` starts with the smallest. A WebP has an AVIF beside it (`avifOf`). */
export type PhotoSources = {
  url: string;
  /** #rrggbb, shown while the picture loads. */
  colour: string;
  widthPixels: number;
  heightPixels: number;
  sizes: { width: number; webp: string; jpeg: string }[];
};
export type PhotoRead = PhotoSources & {
  id: number;
  /** The day in Nairobi, if the phone reported a plausible time. The time of day is private. */
  takenOn?: Day;
};

/** Sharp on a card. */
const SINGLE_SIZE: PhotoSize = 800;
export const LARGEST_SIZE = 1600 satisfies PhotoSize;

export type StoredPhoto = {
  contentHash: string;
  colour: string;
  widthPixels: number;
  heightPixels: number;
  takenAt?: Date | null;
  isTakenAtDoubtful?: boolean;
};
type Pixels = { widthPixels: number; heightPixels: number };

export const photoFileName = (contentHash: string, size: PhotoSize, format: PhotoFormat) =>
  `${contentHash}-${size}.${format}`;

/** Of this file, all other sizes and formats are made. */
export const largestFileName = (contentHash: string) =>
  photoFileName(contentHash, LARGEST_SIZE, 'jpg');

const FILE_NAME = new RegExp(
  `^([0-9a-f]{64})-(${PHOTO_SIZES_PIXELS.join('|')})\\.(${photoFormats.join('|')})$`,
);

export function readPhotoFileName(name: string) {
  const [, contentHash = '', size, format] = FILE_NAME.exec(name) ?? [];
  if (size === undefined) return null;
  return { contentHash, size: Number(size) as PhotoSize, format: format as PhotoFormat };
}

export const avifOf = (webp: string): string => webp.replace(/webp$/, 'avif');

/** For small squares, such as a farm's picture in a list. */
export const thumbnailOf = (photo: PhotoSources | null): string | null =>
  photo && ((photo.sizes[1] ?? photo.sizes[0])?.jpeg ?? photo.url);

/** The public path serves no such names. */
export const privateFileName = (contentHash: string, size: PrivatePhotoSize = LARGEST_SIZE) =>
  size === LARGEST_SIZE ? `${contentHash}-private.jpg` : `${contentHash}-private-${size}.jpg`;

export const voiceFileName = (contentHash: string) => `${contentHash}-voice`;

/** The uploaded picture with its metadata. No path serves it. */
export const originalFileName = (contentHash: string) => `${contentHash}-original`;

/**
 * Starts with two hexadecimal digits, by which a store splits its files. Each piece has its own
 * name, so that requests with the same bytes do not overwrite each other's files.
 */
export const uploadPieceName = (uploadId: number, piece: string) =>
  `${(uploadId % 256).toString(16).padStart(2, '0')}-upload-${uploadId}-${piece}`;

export function uploadOfPiece(name: string): number | null {
  const [, uploadId] = /^[0-9a-f]{2}-upload-(\d+)-/.exec(name) ?? [];
  return uploadId === undefined ? null : Number(uploadId);
}

export function fitLongSide({ widthPixels, heightPixels }: Pixels, longSide: number): Pixels {
  const scale = Math.min(1, longSide / Math.max(widthPixels, heightPixels));
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { widthPixels: scaled(widthPixels), heightPixels: scaled(heightPixels) };
}

export const photoRead = ({
  id,
  takenAt,
  isTakenAtDoubtful,
  ...photo
}: StoredPhoto & { id: number }): PhotoRead => ({
  id,
  ...photoSources(photo),
  ...(takenAt && !isTakenAtDoubtful && { takenOn: dayInNairobi(takenAt) }),
});

export const ownPhotoRead = (photo: StoredPhoto & { id: number }): OwnPhotoRead => ({
  ...photoRead(photo),
  ...(photo.isTakenAtDoubtful && { isTakenAtDoubtful: true }),
});
export type OwnPhotoRead = PhotoRead & { isTakenAtDoubtful?: boolean };

/** A larger size would hold the same picture again. */
export function photoSources(photo: StoredPhoto, largest: PhotoSize = LARGEST_SIZE): PhotoSources {
  const { contentHash, colour, widthPixels, heightPixels } = photo;
  const longSide = Math.max(widthPixels, heightPixels);
  const path = (size: PhotoSize, format: PhotoFormat) =>
    `/photos/${photoFileName(contentHash, size, format)}`;
  const isNeeded = (size: PhotoSize, index: number) =>
    size <= largest && longSide > (PHOTO_SIZES_PIXELS[index - 1] ?? 0);
  const sizes = PHOTO_SIZES_PIXELS.filter(isNeeded).map((size) => ({
    width: fitLongSide({ widthPixels, heightPixels }, size).widthPixels,
    webp: path(size, 'webp'),
    jpeg: path(size, 'jpg'),
  }));
  return { url: path(SINGLE_SIZE, 'jpg'), colour, widthPixels, heightPixels, sizes };
}
