/*
 * Recognizes a file by its bytes before anything decodes it: phones save a WebP as .jpg. Every
 * picture is re-encoded afterwards, so hidden content is never served. A file that is valid in two
 * formats is refused.
 */
import { setImmediate } from 'node:timers/promises';
import { AppError } from '#platform/server/app-error.ts';

export type PictureType = 'jpeg' | 'png' | 'webp';

/** Markup and programs, with marks too long to occur in compressed pixels by chance. */
const FOREIGN = /<script[\s>]|<!doctype\s|<html[\s>]|<iframe[\s>]|<\?php\s|__HALT_COMPILER\(/i;
const ARCHIVES = ['Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'];
const PDF_WITHIN_BYTES = 1024;
/** A ZIP's directory is at its end, followed by a comment of at most 64 KB. */
const ZIP_DIRECTORY = 'PK\x05\x06';
const ZIP_WITHIN_BYTES = 65_557;
const STEP_BYTES = 1024 * 1024;
const OVERLAP_BYTES = 32;
/**
 * A JPEG that is also a script: the length of its first segment reads as the start of a comment.
 */
const SCRIPT_COMMENT = '\xff\xd8\xff\xe0/*';

export async function recognizePicture(bytes: Buffer): Promise<PictureType> {
  const head = bytes.toString('latin1', 0, 16);
  if (isHeic(head)) throw new AppError('PHOTO_HEIC', { field: 'photos' });
  const type = typeOf(head);
  if (!type || (await isForeign(bytes)))
    throw new AppError('PHOTO_TYPE_REFUSED', { field: 'photos' });
  return type;
}

function typeOf(head: string): PictureType | null {
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  return null;
}

/** HEIC is the default of iPhones. AVIF has the same box. */
const isHeic = (head: string) =>
  head.slice(4, 8) === 'ftyp' && /^(hei|hev|mif1|msf1|avi)/.test(head.slice(8, 12));

async function isForeign(bytes: Buffer): Promise<boolean> {
  const textOf = (start: number, end?: number) => bytes.toString('latin1', Math.max(0, start), end);
  if (textOf(0, PDF_WITHIN_BYTES).includes('%PDF-') || textOf(0, 6) === SCRIPT_COMMENT) return true;
  if (textOf(bytes.length - ZIP_WITHIN_BYTES).includes(ZIP_DIRECTORY)) return true;
  // In steps, because 12 MB at once would block the process for 60 ms.
  for (let start = 0; start < bytes.length; start += STEP_BYTES) {
    const text = textOf(start - OVERLAP_BYTES, start + STEP_BYTES);
    if (FOREIGN.test(text) || ARCHIVES.some((mark) => text.includes(mark))) return true;
    await setImmediate();
  }
  return false;
}
