import { PHOTO_SIZES_PIXELS } from '#features/photos/rules/limits.ts';
import { type Day, dayInNairobi } from '#platform/rules/day.ts';

export type PhotoSize = (typeof PHOTO_SIZES_PIXELS)[number];
export type PhotoFormat = 'webp' | 'jpg';

/**
 * The URLs of a photo: `url` for clients that want one picture, `sizes` (smallest first) for
 * browsers that choose.
 */
export type PhotoSources = {
  url: string;
  /** #rrggbb, shown while the picture loads. */
  colour: string;
  widthPixels: number;
  heightPixels: number;
  sizes: { width: number; webp: string; jpeg: string }[];
};
/** A photo in the API's answers. */
export type PhotoRead = PhotoSources & {
  id: number;
  /**
   * The day in Nairobi on which the photo was taken, if the phone reported a plausible time. The
   * time of day is left out, because it is private to the farmer.
   */
  takenOn?: Day;
};

/** The size of `url`: sharp on a card, and a quarter of the pixels of the largest. */
const SINGLE_SIZE: PhotoSize = 800;
export const LARGEST_SIZE: PhotoSize = 1600;

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

/** Whether everyone may open the file. */
export const isPhotoFileName = (name: string) => /^[0-9a-f]+-\d+\.(?:webp|jpg)$/.test(name);

/**
 * The file name of a private photo. The largest size has no size in its name. The public path for
 * photos does not serve such names.
 */
export const privateFileName = (contentHash: string, size: PhotoSize = LARGEST_SIZE) =>
  size === LARGEST_SIZE ? `${contentHash}-private.jpg` : `${contentHash}-private-${size}.jpg`;

/** The file name of a voice note, which is private too. */
export const voiceFileName = (contentHash: string) => `${contentHash}-voice`;

/** The uploaded picture with its metadata, while it waits to be encoded. No path serves it. */
export const originalFileName = (contentHash: string) => `${contentHash}-original`;

/**
 * The file name of a piece of an unfinished upload. It begins with two hexadecimal digits of the
 * id, because a store splits its files into 256 parts by the first two digits. Each piece has its
 * own name, so that two requests with the same bytes do not overwrite each other's file.
 */
export const uploadPieceName = (uploadId: number, piece: string) =>
  `${(uploadId % 256).toString(16).padStart(2, '0')}-upload-${uploadId}-${piece}`;

/** The id of the upload that a file is a piece of; null for any other file. */
export function uploadOfPiece(name: string): number | null {
  const [, uploadId] = /^[0-9a-f]{2}-upload-(\d+)-/.exec(name) ?? [];
  return uploadId === undefined ? null : Number(uploadId);
}

/**
 * The dimensions after the longer side is reduced to `longSide` pixels. A smaller picture keeps its
 * own.
 */
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

/** The same for the farmer who owns it, with a flag when the phone's clock was wrong. */
export const ownPhotoRead = (photo: StoredPhoto & { id: number }): OwnPhotoRead => ({
  ...photoRead(photo),
  ...(photo.isTakenAtDoubtful && { isTakenAtDoubtful: true }),
});
export type OwnPhotoRead = PhotoRead & { isTakenAtDoubtful?: boolean };

/**
 * The paths of a stored photo, up to a size. Sizes larger than the photo are left out, because they
 * would hold the same picture again.
 */
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
