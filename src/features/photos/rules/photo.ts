import { PHOTO_SIZES_PIXELS } from '#features/photos/rules/limits.ts';
import { type Day, dayInNairobi } from '#platform/rules/day.ts';

export type PhotoSize = (typeof PHOTO_SIZES_PIXELS)[number];
export type PhotoFormat = 'webp' | 'jpg';

/**
 * Where a photo's files are: `url` for clients that want one picture, `sizes` (smallest first) for
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
/** A photo as the API answers it. */
export type PhotoRead = PhotoSources & {
  id: number;
  /**
   * The day in Nairobi on which it was taken, where its phone said so and can be right. Not the
   * minute, which is the farmer's own matter.
   */
  takenOn?: Day;
};

/** The size of `url`: sharp on a card, and a quarter of the largest. */
const SINGLE_SIZE: PhotoSize = 800;
export const LARGEST_SIZE: PhotoSize = 1600;

/** What a photo's addresses are made of. */
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

/** Whether a file is one that everybody may open. */
export const isPhotoFileName = (name: string) => /^[0-9a-f]+-\d+\.(?:webp|jpg)$/.test(name);

/**
 * A file of a photo that isn't for everybody; the largest has no size in its name. The public path
 * for photos serves no name of this kind.
 */
export const privateFileName = (contentHash: string, size: PhotoSize = LARGEST_SIZE) =>
  size === LARGEST_SIZE ? `${contentHash}-private.jpg` : `${contentHash}-private-${size}.jpg`;

/** The one file of a voice note, likewise. */
export const voiceFileName = (contentHash: string) => `${contentHash}-voice`;

/**
 * A picture as it was uploaded, with its metadata, while it waits to be encoded. No path serves it.
 */
export const originalFileName = (contentHash: string) => `${contentHash}-original`;

/**
 * A piece of an upload that is not finished. The number comes first in hexadecimal, because a store
 * has its files in 256 parts by the first two digits. Each piece has a name of its own: of two
 * requests that bring the same bytes, neither overwrites the other's.
 */
export const uploadPieceName = (uploadId: number, piece: string) =>
  `${(uploadId % 256).toString(16).padStart(2, '0')}-upload-${uploadId}-${piece}`;

/** Which upload a file is a piece of; null for any other file. */
export function uploadOfPiece(name: string): number | null {
  const [, uploadId] = /^[0-9a-f]{2}-upload-(\d+)-/.exec(name) ?? [];
  return uploadId === undefined ? null : Number(uploadId);
}

/**
 * What a picture measures when its long side is brought down to so many pixels; a smaller one stays
 * as it is.
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

/** The same for its farmer, who is told where the phone's clock was wrong. */
export const ownPhotoRead = (photo: StoredPhoto & { id: number }): OwnPhotoRead => ({
  ...photoRead(photo),
  ...(photo.isTakenAtDoubtful && { isTakenAtDoubtful: true }),
});
export type OwnPhotoRead = PhotoRead & { isTakenAtDoubtful?: boolean };

/**
 * The paths that a stored photo is served at, up to a size. Sizes beyond its own would be the same
 * picture again and are left out.
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
