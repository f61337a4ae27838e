/*
 * Nothing here can decode sound, so a recording is stored and served unchanged. Therefore its bytes
 * must be exactly one of the three formats in which browsers record, without video and without a
 * location in its metadata. Its file name and declared type are ignored. The format's timestamps,
 * if any, must not exceed the declared seconds, except slightly.
 */

import type { VoiceContentType } from '#photos/rules/photo.ts';
import { AppError } from '#server/app-error.ts';

type Format = {
  contentType: VoiceContentType;
  isOne: (bytes: Buffer) => boolean;
  /** A lower bound of the duration; null without timestamps. */
  lastTickSeconds: (bytes: Buffer) => number | null;
};

/**
 * The header with the codecs ends within the first constant; the second is less than the shortest
 * recording.
 */
const HEADER_BYTES = 4096;
const SHORTEST_BYTES = 64;
/** Recorders stop slightly late, and the last timestamp is rounded. */
const TOLERANCE_SECONDS = 3;
/** More than any recorder writes: 320 kbit/s, and space for headers. */
const BYTES_PER_SECOND_MAX = 40_000;
const OVERHEAD_BYTES = 64 * 1024;

const has = (bytes: Buffer, mark: string) => bytes.includes(Buffer.from(mark, 'latin1'));
const EBML = 0x1a45dfa3;
/** The MP4 box with a track's kind: its name, version and eight unused bytes, then the kind. */
const HANDLER = `hdlr${'\0'.repeat(8)}`;

const FILMS_IN_WEBM = [
  'V_VP8',
  'V_VP9',
  'V_AV1',
  'V_MPEG',
  'V_MJPEG',
  'V_THEORA',
  'V_QUICKTIME',
  'V_UNCOMPRESSED',
  'V_MS/VFW',
];
const FILMS_IN_OGG = ['\x80theora', '\x01video\0\0\0', 'BBCD\0\0\0\0'];

const formats: Format[] = [
  {
    contentType: 'audio/webm',
    isOne: (bytes) => {
      const head = bytes.subarray(0, HEADER_BYTES);
      return (
        bytes.readUInt32BE(0) === EBML &&
        ['webm', 'A_OPUS'].every((mark) => has(head, mark)) &&
        !FILMS_IN_WEBM.some((mark) => has(bytes, mark))
      );
    },
    lastTickSeconds: lastClusterSeconds,
  },
  {
    contentType: 'audio/ogg',
    // A page's header has 27 bytes, and one per segment; the codec's first page has one segment.
    isOne: (bytes) =>
      bytes.toString('latin1', 0, 4) === 'OggS' &&
      bytes.toString('latin1', 28, 36) === 'OpusHead' &&
      !FILMS_IN_OGG.some((mark) => has(bytes, mark)),
    lastTickSeconds: lastPageSeconds,
  },
  {
    contentType: 'audio/mp4',
    isOne: (bytes) =>
      bytes.toString('latin1', 4, 8) === 'ftyp' &&
      ['moov', `${HANDLER}soun`, 'mp4a', 'esds'].every((mark) => has(bytes, mark)) &&
      !has(bytes, `${HANDLER}vide`),
    lastTickSeconds: movieSeconds,
  },
];

/** Location tags of phone recorders. Tag names may be in lower case. */
const PLACES = [
  '\xa9xyz\0',
  'loci\0\0\0\0',
  'location.ISO6709',
  'LOCATION=',
  'location=',
  'Location=',
];

export function recognizeVoice(bytes: Buffer, declaredSeconds: number): VoiceContentType {
  const format =
    bytes.length > SHORTEST_BYTES ? formats.find(({ isOne }) => isOne(bytes)) : undefined;
  if (!format || PLACES.some((mark) => has(bytes, mark)))
    throw new AppError('VOICE_TYPE_REFUSED', { field: 'voice' });
  const isTooLong = (format.lastTickSeconds(bytes) ?? 0) > declaredSeconds + TOLERANCE_SECONDS;
  const isTooLarge = bytes.length > OVERHEAD_BYTES + declaredSeconds * BYTES_PER_SECOND_MAX;
  if (isTooLong || isTooLarge) throw new AppError('VOICE_LENGTH_WRONG', { field: 'seconds' });
  return format.contentType;
}

/** Opus counts 48,000 samples per second in every page's header. */
function lastPageSeconds(bytes: Buffer): number | null {
  const page = bytes.lastIndexOf('OggS');
  if (page + 14 > bytes.length) return null;
  const samples = bytes.readBigInt64LE(page + 6);
  return samples < 0n ? null : Number(samples) / 48_000;
}

const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
const TIMESTAMP = 0xe7;

/**
 * A cluster begins with its timestamp, in milliseconds unless the file says otherwise, which
 * recorders don't do.
 */
function lastClusterSeconds(bytes: Buffer): number | null {
  const cluster = bytes.lastIndexOf(CLUSTER);
  if (cluster < 0) return null;
  // The leading zeros of the size's first byte give the number of the size's bytes.
  const sizeBytes = Math.clz32(bytes[cluster + CLUSTER.length] ?? 0) - 23;
  const at = cluster + CLUSTER.length + sizeBytes;
  const timeBytes = (bytes[at + 1] ?? 0) & 0x7f;
  if (
    bytes[at] !== TIMESTAMP ||
    timeBytes < 1 ||
    timeBytes > 6 ||
    at + 2 + timeBytes > bytes.length
  )
    return null;
  return bytes.readUIntBE(at + 2, timeBytes) / 1000;
}

function movieSeconds(bytes: Buffer): number | null {
  const header = bytes.indexOf('mvhd');
  if (header < 0 || header + 40 > bytes.length) return null;
  const isLong = bytes[header + 4] === 1;
  const scale = bytes.readUInt32BE(header + (isLong ? 24 : 16));
  const ticks = isLong
    ? Number(bytes.readBigUInt64BE(header + 28))
    : bytes.readUInt32BE(header + 20);
  // A streaming recorder doesn't know the duration, and writes 0 or all ones.
  return scale === 0 || ticks === 0 || ticks >= 0xffffffff ? null : ticks / scale;
}
