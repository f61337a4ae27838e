/**
 * Limits of photos, each with its unit. Sources: the product specification (§5, §9) unless said
 * otherwise.
 */

import { DAY_SECONDS, HOUR_SECONDS } from '#platform/rules/durations.ts';

// Photos
/**
 * Enough for a camera of 50 megapixels. A file whose header claims more is refused before it is
 * decoded.
 */
export const PHOTO_PIXELS_MAX = 52_000_000;
/**
 * A picture with more pixels is encoded after its upload was answered. What our own screens send is
 * smaller (1920 pixels on the longer side), takes half a second, and is refused at once if its
 * pixels are broken.
 */
export const PHOTO_ENCODED_AT_ONCE_PIXELS = 4_000_000;
/** How long a picture waits for its turn to be read and encoded. */
export const PHOTO_TURN_MILLISECONDS = 120_000;
/**
 * So many originals wait to be encoded, of one farmer and in all. At 12 MB each, a hundred take 1.2
 * GB of the store.
 */
export const PHOTOS_WAITING_PER_FARMER_MAX = 10;
export const PHOTOS_WAITING_MAX = 100;
/** An original that could not be encoded in this time, because the store was away, is given up. */
export const PHOTO_WAITING_SECONDS = 7 * DAY_SECONDS;
/** The long sides that a photo is stored in, smallest first. */
export const PHOTO_SIZES_PIXELS = [320, 800, 1600] as const;
/** A photo that is not used is deleted after this. */
export const UNUSED_PHOTO_SECONDS = DAY_SECONDS;
/**
 * All files of one farmer's unused photos together: some 250 photos of a phone, or 50 products'
 * worth.
 */
export const UNUSED_PHOTOS_MAX_BYTES = 200 * 1024 * 1024;
/** An upload in parts of which nothing came for this long is deleted. */
export const OPEN_UPLOAD_SECONDS = DAY_SECONDS;
/**
 * Uploads in parts that one farmer has begun and not finished, and how long they are together:
 * fifteen products from one phone.
 */
export const OPEN_UPLOADS_MAX = 75;
export const OPEN_UPLOADS_MAX_BYTES = 200 * 1024 * 1024;
/** The total size of one farmer's unfinished uploads before a product shows a photo of theirs. */
export const OPEN_UPLOADS_MAX_BYTES_OF_NEWCOMERS = 20 * 1024 * 1024;
/** Total size of all farmers' unfinished uploads, and how much of it newcomers may take. */
export const OPEN_UPLOADS_TOTAL_BYTES = 2 * 1024 * 1024 * 1024;
export const OPEN_UPLOADS_TOTAL_BYTES_FOR_NEWCOMERS = OPEN_UPLOADS_TOTAL_BYTES / 2;
/**
 * A part of an upload: at first on a good line, at first on a slow one and after a cut, and at
 * most.
 */
export const UPLOAD_PART_BYTES = {
  first: 1024 * 1024,
  small: 64 * 1024,
  most: 2 * 1024 * 1024,
} as const;
export const CAMERA_IDEAL_PIXELS = { width: 1920, height: 1080 } as const;
export const CAPTURE_JPEG_QUALITY = 0.95;
/**
 * The longer side that a phone shrinks a photo to before sending it, and what it sends on a slow
 * line: about a quarter of the bytes.
 */
export const PHOTO_SENT_LONG_SIDE_PIXELS = CAMERA_IDEAL_PIXELS.width;
export const PHOTO_ON_SLOW_LINE = { longSidePixels: 1280, quality: 0.8 } as const;
/** A line that sends less takes longer than ten seconds for a photo in full size. */
export const SLOW_LINE_BYTES_PER_SECOND = 80 * 1024;
/** Parts that one farmer may send: at the size for slow connections, a gigabyte and more. */
export const UPLOAD_PARTS_PER_HOUR = 20_000;

// Conversations. Source: docs/trade.md.
/**
 * Photos and voice notes of a message that was never stored, because the process was killed, are
 * deleted after this. No request lasts so long.
 */
export const UNSENT_MEDIA_SECONDS = HOUR_SECONDS;
