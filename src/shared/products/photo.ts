import { PHOTO_SIZES_PIXELS } from '#shared/limits.ts';

export type PhotoSize = (typeof PHOTO_SIZES_PIXELS)[number];
export type PhotoFormat = 'webp' | 'jpg';

/** A photo as the API answers it: `url` for clients that want one picture, `sizes` (smallest first) for browsers that choose. */
export type PhotoRead = {
  id: number;
  url: string;
  /** #rrggbb, shown while the picture loads. */
  colour: string;
  widthPixels: number;
  heightPixels: number;
  sizes: { width: number; webp: string; jpeg: string }[];
};

/** The size of `url`: sharp on a card, and a quarter of the largest. */
const SINGLE_SIZE: PhotoSize = 800;

type StoredPhoto = { id: number; contentHash: string; colour: string; widthPixels: number; heightPixels: number };
type Pixels = { widthPixels: number; heightPixels: number };

export const photoFileName = (contentHash: string, size: PhotoSize, format: PhotoFormat) => `${contentHash}-${size}.${format}`;

/** The one file of a photo that isn't for everybody. The public path for photos serves no name of this kind. */
export const privateFileName = (contentHash: string) => `${contentHash}-private.jpg`;

/** What a picture measures when its long side is brought down to so many pixels; a smaller one stays as it is. */
export function fitLongSide({ widthPixels, heightPixels }: Pixels, longSide: number): Pixels {
  const scale = Math.min(1, longSide / Math.max(widthPixels, heightPixels));
  const scaled = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { widthPixels: scaled(widthPixels), heightPixels: scaled(heightPixels) };
}

/** A stored photo with the paths that it is served at. Sizes beyond its own would be the same picture again and are left out. */
export function photoRead({ id, contentHash, colour, widthPixels, heightPixels }: StoredPhoto): PhotoRead {
  const longSide = Math.max(widthPixels, heightPixels);
  const path = (size: PhotoSize, format: PhotoFormat) => `/photos/${photoFileName(contentHash, size, format)}`;
  const sizes = PHOTO_SIZES_PIXELS.filter((_, index) => longSide > (PHOTO_SIZES_PIXELS[index - 1] ?? 0)).map((size) => ({
    width: fitLongSide({ widthPixels, heightPixels }, size).widthPixels,
    webp: path(size, 'webp'),
    jpeg: path(size, 'jpg'),
  }));
  return { id, url: path(SINGLE_SIZE, 'jpg'), colour, widthPixels, heightPixels, sizes };
}
