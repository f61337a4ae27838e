/**
 * Limits of photos, each with its unit. Sources: the product specification (§5, §9) unless said
 * otherwise.
 */

import { DAY_SECONDS, HOUR_SECONDS } from '#platform/rules/durations.ts';

/**
 * Limit of the cost of decoding a picture, computed from its header: width × height × channels ×
 * bytes of a sample. Enough for a 50-megapixel camera. An interlaced picture costs more, because it
 * is decoded as a whole.
 */
export const PHOTO_DECODED_MAX_BYTES = 156_000_000;
export const INTERLACED_COST = 2;
/**
 * The process that decodes pictures ends beyond this memory, or when one picture takes more
 * processor time, or more time on a busy machine. The dearest picture of a phone takes 170 MB and
 * two seconds. Without pictures the process ends.
 */
export const PICTURE_PROCESS_MAX_BYTES = 384 * 1024 * 1024;
export const PICTURE_PROCESSOR_SECONDS = 5;
export const PICTURE_DECODING_SECONDS = 30;
/** The status with which it ends for a picture that costs too much. */
export const PICTURE_TOO_COSTLY_STATUS = 78;
export const PICTURE_PROCESS_IDLE_MILLISECONDS = 60_000;
/**
 * A larger picture is encoded after its upload has been answered. Our own clients send smaller ones
 * (1920 pixels on the longer side), which take half a second; broken ones are refused at once.
 */
export const PHOTO_ENCODED_AT_ONCE_PIXELS = 4_000_000;
/** The longest time that a picture waits to be read and encoded. */
export const PHOTO_TURN_MILLISECONDS = 120_000;
export const PHOTO_TURNS_WAITING = 100;
/** The same for a picture that the outbox encodes; it tries again later. */
export const WAITING_PHOTO_TURN_MILLISECONDS = 20_000;
/**
 * Upper bound of originals that wait to be encoded: per farmer and in total. At 12 MB each, a
 * hundred take 1.2 GB of the store.
 */
export const PHOTOS_WAITING_PER_FARMER_MAX = 10;
export const PHOTOS_WAITING_MAX = 100;
/**
 * An original is given up when it could not be encoded in this time, because the store was down.
 */
export const PHOTO_WAITING_SECONDS = 7 * DAY_SECONDS;
/** The longer sides of the stored sizes, smallest first. */
export const PHOTO_SIZES_PIXELS = [320, 800, 1600] as const;
/** A photo that is unused for this long is deleted. */
export const UNUSED_PHOTO_SECONDS = DAY_SECONDS;
/**
 * Limits of stored bytes (server/byte-ledger.ts): for a proven person, the photos of more than a
 * thousand products; for an unproven one, a hundred photos. An account costs only a mailbox, so all
 * unproven people share a total too, and part of the disk is reserved for proven ones.
 */
export const STORED_MAX_BYTES = 5 * 1024 * 1024 * 1024;
export const STORED_MAX_BYTES_OF_UNPROVEN = 100 * 1024 * 1024;
export const STORED_TOTAL_BYTES_OF_UNPROVEN = 5 * 1024 * 1024 * 1024;
export const DISK_RESERVED_FOR_PROVEN_BYTES = 1024 * 1024 * 1024;
/** The total is counted this often. */
export const STORED_TOTAL_COUNTED_MILLISECONDS = 60_000;
/** How long an upload's calls to the database wait for their turn. */
export const UPLOAD_WAIT_MILLISECONDS = 10_000;
/** Forms with photos that one person sends at the same time. Our own clients send one. */
export const FORMS_RECEIVED_PER_PERSON = 3;
export const FORMS_WAITING_PER_PERSON = 40;
/** An upload in parts is deleted when no part arrives for this long. */
export const OPEN_UPLOAD_SECONDS = DAY_SECONDS;
/** One farmer's unfinished uploads in parts. Enough for fifteen products. */
export const OPEN_UPLOADS_MAX = 75;
/**
 * The size of a part: `first` on a good connection, `small` on a slow one and after a broken
 * request. Later parts grow up to `most`.
 */
export const UPLOAD_PART_BYTES = {
  first: 1024 * 1024,
  small: 64 * 1024,
  most: 2 * 1024 * 1024,
} as const;
export const CAMERA_IDEAL_PIXELS = { width: 1920, height: 1080 } as const;
export const CAPTURE_JPEG_QUALITY = 0.95;
/**
 * The longer side that a phone shrinks a photo to before sending it, and the smaller format for
 * slow connections (about a quarter of the bytes).
 */
export const PHOTO_SENT_LONG_SIDE_PIXELS = CAMERA_IDEAL_PIXELS.width;
export const PHOTO_ON_SLOW_LINE = { longSidePixels: 1280, quality: 0.8 } as const;
/** Below this rate a photo in full size takes longer than ten seconds. */
export const SLOW_LINE_BYTES_PER_SECOND = 80 * 1024;
/** Upper bound per farmer. With the part size for slow connections this is more than a gigabyte. */
export const UPLOAD_PARTS_PER_HOUR = 20_000;

// Source: docs/trade.md.
/**
 * Photos and voice notes whose message was never stored, because the process was killed, are
 * deleted after this time. No request takes this long.
 */
export const UNSENT_MEDIA_SECONDS = HOUR_SECONDS;
export const VOICE_NOTE_MAX_SECONDS = 60;
/** The formats in which browsers record, and in which voice notes are served. */
export const voiceContentTypes = ['audio/webm', 'audio/ogg', 'audio/mp4'] as const;
export type VoiceContentType = (typeof voiceContentTypes)[number];
