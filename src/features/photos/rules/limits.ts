/** Limits of photos. Source: the product specification (§5, §9) unless a comment says otherwise. */

import { DAY_SECONDS, HOUR_SECONDS } from '#platform/rules/limits.ts';

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
 * What a public photo counts for, as a multiple of its largest JPEG: the sizes and formats that are
 * made on request take about as much again.
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
