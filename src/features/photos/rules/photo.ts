import { dayInNairobi } from '#rules/day.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#rules/limits.ts';

/**
 * Width × height × channels × bytes of a sample, by the header. Enough for a 50-megapixel camera.
 * An interlaced picture is decoded as a whole.
 */
export const PHOTO_DECODED_MAX_BYTES = 156_000_000;
export const INTERLACED_COST = 2;
/** The dearest picture of a phone takes 170 MB and two seconds. */
export const PICTURE_PROCESS_MAX_BYTES = 384 * 1024 * 1024;
export const PICTURE_PROCESSOR_SECONDS = 5;
export const PICTURE_DECODING_SECONDS = 30;
export const PICTURE_TOO_COSTLY_STATUS = 78;
export const PICTURE_PROCESS_IDLE_MILLISECONDS = 60_000;
/**
 * Larger pictures are encoded after the response. Our clients send 1920 pixels on the longer side,
 * which take half a second.
 */
export const PHOTO_ENCODED_AT_ONCE_PIXELS = 4_000_000;
export const PHOTO_TURN_MILLISECONDS = 120_000;
export const PHOTO_TURNS_WAITING = 100;
export const WAITING_PHOTO_TURN_MILLISECONDS = 20_000;
/** At 12 MB each, a hundred originals take 1.2 GB of the store. */
export const PHOTOS_WAITING_PER_FARMER_MAX = 10;
export const PHOTOS_WAITING_MAX = 100;
export const PHOTO_WAITING_SECONDS = 7 * DAY_SECONDS;
/** Longer sides, smallest first. */
export const PHOTO_SIZES_PIXELS = [160, 320, 480, 800, 1600] as const;
/** Photos in messages and disputes, and of visits. */
export const PRIVATE_PHOTO_SIZES_PIXELS = [320, 800, 1600] as const;
/**
 * A public photo counts as this multiple of its largest JPEG, because the sizes and formats that
 * are made on request take about as much again.
 */
export const PHOTO_BYTES_WITH_SIZES = 2;
export const UNUSED_PHOTO_SECONDS = DAY_SECONDS;
/**
 * Photos of a thousand products, or a hundred photos of an unproven person (server/byte-ledger.ts).
 * An account costs only a mailbox, so unproven people also share a total.
 */
export const STORED_MAX_BYTES = 5 * 1024 * 1024 * 1024;
export const STORED_MAX_BYTES_OF_UNPROVEN = 100 * 1024 * 1024;
export const STORED_TOTAL_BYTES_OF_UNPROVEN = 5 * 1024 * 1024 * 1024;
export const DISK_RESERVED_FOR_PROVEN_BYTES = 1024 * 1024 * 1024;
export const STORED_TOTAL_COUNTED_MILLISECONDS = 60_000;
export const UPLOAD_WAIT_MILLISECONDS = 10_000;
export const FORMS_RECEIVED_PER_PERSON = 3;
export const FORMS_WAITING_PER_PERSON = 40;
/** All together, at 60 MB each: less than the room that is reserved for proven people. */
export const FORMS_RECEIVED_OF_UNPROVEN = 15;
/** Then a slow form ends if others wait, within PHOTO_TURN_MILLISECONDS. */
export const FORM_KEEPS_SLOT_MILLISECONDS = 60_000;
/** An upload in parts is deleted when no part arrives for this long. */
export const OPEN_UPLOAD_SECONDS = DAY_SECONDS;
export const OPEN_UPLOADS_MAX = 75;
/** `small` on a slow connection and after a broken request. Later parts grow up to `most`. */
export const UPLOAD_PART_BYTES = {
  first: 1024 * 1024,
  small: 64 * 1024,
  most: 2 * 1024 * 1024,
} as const;
export const CAMERA_IDEAL_PIXELS = { width: 1920, height: 1080 } as const;
export const CAPTURE_JPEG_QUALITY = 0.95;
/** On a slow connection a photo has a quarter of the bytes. */
export const PHOTO_SENT_LONG_SIDE_PIXELS = CAMERA_IDEAL_PIXELS.width;
export const PHOTO_ON_SLOW_LINE = { longSidePixels: 1280, quality: 0.8 } as const;
/** Below this rate a photo in full size takes longer than ten seconds. */
export const SLOW_LINE_BYTES_PER_SECOND = 80 * 1024;
/** Per farmer. In small parts this is more than a gigabyte. */
export const UPLOAD_PARTS_PER_HOUR = 20_000;

/** No request takes as long (docs/trade.md). */
export const UNSENT_MEDIA_SECONDS = HOUR_SECONDS;
export const VOICE_NOTE_MAX_SECONDS = 60;
/** The formats in which browsers record. */
export const voiceContentTypes = ['audio/webm', 'audio/ogg', 'audio/mp4'] as const;
export type VoiceContentType = (typeof voiceContentTypes)[number];

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

export const avifOf = (webp: string) => webp.replace(/webp$/, 'avif');

/** For small squares, such as a farm's picture in a list. */
export const thumbnailOf = (photo: PhotoSources | null) =>
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

export function uploadOfPiece(name: string) {
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
