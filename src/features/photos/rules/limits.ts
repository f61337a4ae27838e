/** Limits of photos. Source: the product specification (§5, §9) unless a comment says otherwise. */

import { DAY_SECONDS, HOUR_SECONDS } from '#platform/rules/durations.ts';

/**
 * Width × height × channels × bytes of a sample, as the picture's header declares. Enough for a
 * 50-megapixel camera. An interlaced picture is decoded as a whole, so it costs more.
 */
export const PHOTO_DECODED_MAX_BYTES = 156_000_000;
export const INTERLACED_COST = 2;
/** The dearest picture of a phone takes 170 MB and two seconds. */
export const PICTURE_PROCESS_MAX_BYTES = 384 * 1024 * 1024;
export const PICTURE_PROCESSOR_SECONDS = 5;
export const PICTURE_DECODING_SECONDS = 30;
/** The picture process exits with this status when a picture costs too much. */
export const PICTURE_TOO_COSTLY_STATUS = 78;
export const PICTURE_PROCESS_IDLE_MILLISECONDS = 60_000;
/**
 * Larger pictures are encoded after the upload's response. Our clients send 1920 pixels on the
 * longer side, which take half a second.
 */
export const PHOTO_ENCODED_AT_ONCE_PIXELS = 4_000_000;
/** The longest wait to be read and encoded. */
export const PHOTO_TURN_MILLISECONDS = 120_000;
export const PHOTO_TURNS_WAITING = 100;
/** The outbox tries again later. */
export const WAITING_PHOTO_TURN_MILLISECONDS = 20_000;
/** Originals that wait to be encoded. At 12 MB each, a hundred take 1.2 GB of the store. */
export const PHOTOS_WAITING_PER_FARMER_MAX = 10;
export const PHOTOS_WAITING_MAX = 100;
/** An original that could not be encoded in this time is given up. */
export const PHOTO_WAITING_SECONDS = 7 * DAY_SECONDS;
/** Longer sides, smallest first. */
export const PHOTO_SIZES_PIXELS = [320, 800, 1600] as const;
export const UNUSED_PHOTO_SECONDS = DAY_SECONDS;
/**
 * Stored bytes per person (server/byte-ledger.ts): photos of a thousand products, or a hundred
 * photos for an unproven person. An account costs only a mailbox, so unproven people also share a
 * total, and part of the disk is reserved for proven ones.
 */
export const STORED_MAX_BYTES = 5 * 1024 * 1024 * 1024;
export const STORED_MAX_BYTES_OF_UNPROVEN = 100 * 1024 * 1024;
export const STORED_TOTAL_BYTES_OF_UNPROVEN = 5 * 1024 * 1024 * 1024;
export const DISK_RESERVED_FOR_PROVEN_BYTES = 1024 * 1024 * 1024;
export const STORED_TOTAL_COUNTED_MILLISECONDS = 60_000;
/** How long an upload's database calls wait for their turn. */
export const UPLOAD_WAIT_MILLISECONDS = 10_000;
export const FORMS_RECEIVED_PER_PERSON = 3;
export const FORMS_WAITING_PER_PERSON = 40;
/** An upload in parts is deleted when no part arrives for this long. */
export const OPEN_UPLOAD_SECONDS = DAY_SECONDS;
/** Per farmer; enough for fifteen products. */
export const OPEN_UPLOADS_MAX = 75;
/**
 * `first` on a good connection, `small` on a slow one and after a broken request. Later parts grow
 * up to `most`.
 */
export const UPLOAD_PART_BYTES = {
  first: 1024 * 1024,
  small: 64 * 1024,
  most: 2 * 1024 * 1024,
} as const;
export const CAMERA_IDEAL_PIXELS = { width: 1920, height: 1080 } as const;
export const CAPTURE_JPEG_QUALITY = 0.95;
/** A phone shrinks its photo to this, or to a quarter of the bytes on a slow connection. */
export const PHOTO_SENT_LONG_SIDE_PIXELS = CAMERA_IDEAL_PIXELS.width;
export const PHOTO_ON_SLOW_LINE = { longSidePixels: 1280, quality: 0.8 } as const;
/** Below this rate a photo in full size takes longer than ten seconds. */
export const SLOW_LINE_BYTES_PER_SECOND = 80 * 1024;
/** Per farmer. In small parts this is more than a gigabyte. */
export const UPLOAD_PARTS_PER_HOUR = 20_000;

/**
 * Media whose message was never stored is deleted after this time. No request takes as long.
 * Source: docs/trade.md.
 */
export const UNSENT_MEDIA_SECONDS = HOUR_SECONDS;
export const VOICE_NOTE_MAX_SECONDS = 60;
/** The formats in which browsers record. */
export const voiceContentTypes = ['audio/webm', 'audio/ogg', 'audio/mp4'] as const;
export type VoiceContentType = (typeof voiceContentTypes)[number];
