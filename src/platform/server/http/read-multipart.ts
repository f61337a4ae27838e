import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import {
  PHOTO_FILE_MAX_BYTES,
  PHOTOS_PER_PRODUCT,
  UPLOAD_MAX_BYTES,
  UPLOAD_PIECE_BYTES,
  UPLOAD_STALL_SECONDS,
} from '#rules/limits.ts';
import { AppError, orDiskFull } from '#server/app-error.ts';

const FORM_MAX_BYTES = 256 * 1024;
const LIMITS = { fields: 40, fieldSize: 16 * 1024, headerPairs: 20, headerSize: 4 * 1024 };

export type FileRules = {
  /** Errors use the first name. */
  names: [string, ...string[]];
  filesMax: number;
  fileMaxBytes: number;
  maxBytes: number;
  tooMany: () => AppError;
  tooLarge: ErrorCode;
};

export const photoRules: FileRules = {
  names: ['photos', 'photos[]', 'photo'],
  filesMax: PHOTOS_PER_PRODUCT,
  fileMaxBytes: PHOTO_FILE_MAX_BYTES,
  maxBytes: UPLOAD_MAX_BYTES,
  tooMany: () => new AppError('TOO_MANY_PHOTOS', { field: 'photos' }),
  tooLarge: 'PHOTO_TOO_LARGE',
};

export type UploadedFile = {
  /** As checked by judgeTakenAt. */
  takenAt?: Date | null;
  isTakenAtDoubtful?: boolean;
  /** At most PHOTO_FILE_MAX_BYTES. */
  read: () => Promise<Buffer>;
};

export type Multipart = {
  fields: Record<string, string>;
  files: UploadedFile[];
  /** SHA-256, hexadecimal. */
  hash: () => Promise<string>;
};
type SavedFile = UploadedFile & { path: string };
type MultipartSource = {
  body: Readable;
  contentType: string;
  folder: string;
  rules?: FileRules;
  stallMilliseconds?: number;
  /** Ends a slow form for others that wait. */
  isOverdue?: () => boolean;
};

type Received = { fields: Map<string, string>; files: Promise<SavedFile | null>[] };
type Fail = (error: AppError) => void;

/** The files exist until `use` has ended. */
export async function readMultipart<T>(
  source: MultipartSource,
  use: (form: Multipart) => Promise<T>,
): Promise<T> {
  const folder = join(source.folder, randomUUID());
  const received: Received = { fields: new Map(), files: [] };
  const stopping = new AbortController();
  try {
    await orDiskFull(() => mkdir(folder, { recursive: true, mode: 0o700 }));
    await receive(source, { folder, received, signal: stopping.signal });
    const files = await Promise.all(received.files);
    const saved = files.filter((file) => file !== null);
    // A field may be called __proto__.
    return await use({
      fields: Object.fromEntries(received.fields),
      files: saved,
      hash: () => hashForm(received.fields, saved),
    });
  } finally {
    stopping.abort();
    await Promise.allSettled(received.files);
    await rm(folder, { recursive: true, force: true });
  }
}

type Receiving = { folder: string; received: Received; signal: AbortSignal };
type Collecting = Receiving & { rules: FileRules };

async function receive(source: MultipartSource, receiving: Receiving) {
  const {
    body,
    contentType,
    rules = photoRules,
    stallMilliseconds = UPLOAD_STALL_SECONDS * 1000,
    isOverdue = () => false,
  } = source;
  const parser = createParser(contentType, rules);
  let stopFeeding = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      collectParts(parser, { ...receiving, rules }, reject);
      stopFeeding = feed(body, parser, { stallMilliseconds, isOverdue, rules, fail: reject });
      // The parser may be done while a wrong Content-Length still announces more.
      let ends = 0;
      const end = () => {
        ends += 1;
        if (ends === 2) resolve();
      };
      parser.once('finish', end);
      body.once('end', end);
    });
  } finally {
    stopFeeding();
  }
}

function createParser(contentType: string, { filesMax, fileMaxBytes }: FileRules): BusboyInstance {
  const limits = {
    ...LIMITS,
    files: filesMax,
    fileSize: fileMaxBytes,
    parts: filesMax + LIMITS.fields,
  };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch (error) {
    throw new AppError('UPLOAD_BROKEN', {}, error);
  }
}

type Feeding = {
  stallMilliseconds: number;
  isOverdue: () => boolean;
  rules: FileRules;
  fail: Fail;
};

function feed(
  body: Readable,
  parser: BusboyInstance,
  { stallMilliseconds, isOverdue, rules, fail }: Feeding,
) {
  let bytes = 0;
  const timer = setTimeout(() => fail(new AppError('UPLOAD_BROKEN')), stallMilliseconds);
  const count = (chunk: Buffer) => {
    timer.refresh();
    bytes += chunk.length;
    if (isOverdue()) fail(new AppError('UNAVAILABLE', { retryAfterSeconds: 10 }));
    if (bytes > rules.maxBytes + FORM_MAX_BYTES)
      fail(new AppError('PAYLOAD_TOO_LARGE', { field: rules.names[0] }));
  };
  const breakOff = () => {
    if (!body.readableEnded) fail(new AppError('UPLOAD_BROKEN'));
  };
  // A later connection error must not end the process.
  body.on('error', breakOff);
  body.on('data', count);
  body.once('close', breakOff);
  // The connection was lost earlier, and its event has already fired.
  if (body.destroyed) breakOff();
  body.pipe(parser);
  return () => {
    clearTimeout(timer);
    body.unpipe(parser);
    body.off('data', count);
    body.off('close', breakOff);
  };
}

function collectParts(
  parser: BusboyInstance,
  { folder, received, signal, rules }: Collecting,
  fail: Fail,
) {
  parser.on('file', (name, stream, fileName) => {
    if (!rules.names.includes(name))
      fail(new AppError('INVALID_INPUT', { field: name.slice(0, 40) }));
    stream.once('limit', () => fail(new AppError(rules.tooLarge, { field: rules.names[0] })));
    const path = join(folder, String(received.files.length));
    const saved = saveFile(stream, { path, fileName, signal });
    saved.catch((error) =>
      fail(error instanceof AppError ? error : new AppError('UPLOAD_BROKEN', {}, error)),
    );
    received.files.push(saved);
  });
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut)
      fail(new AppError('PAYLOAD_TOO_LARGE', { field: name.slice(0, 40) }));
    if (name) received.fields.set(name, value);
  });
  parser.once('filesLimit', () => fail(rules.tooMany()));
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    parser.once(limit, () => fail(new AppError('INVALID_INPUT')));
  parser.on('error', (error) => fail(new AppError('UPLOAD_BROKEN', {}, error)));
}

type Saving = { path: string; fileName: string; signal: AbortSignal };

async function saveFile(
  stream: BusboyFileStream,
  { path, fileName, signal }: Saving,
): Promise<SavedFile | null> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await orDiskFull(() => pipeline(stream, file, { signal }));
  if (file.bytesWritten === 0 && !fileName) return null;
  return { path, read: () => readFile(path) };
}

async function hashForm(fields: Map<string, string>, files: SavedFile[]) {
  const hash = createHash('sha256').update(JSON.stringify([...fields].sort()));
  for (const { path } of files) {
    const ofFile = createHash('sha256');
    await pipeline(createReadStream(path), ofFile);
    hash.update(ofFile.digest());
  }
  return hash.digest('hex');
}

type Reading = { body: Readable; stallMilliseconds?: number };

/**
 * If the connection fails, the data received so far is the last chunk before the error, so that the
 * client need not send it again.
 */
export async function* readPieces({
  body,
  stallMilliseconds = UPLOAD_STALL_SECONDS * 1000,
}: Reading): AsyncGenerator<Buffer> {
  // A later connection error must not end the process.
  body.on('error', () => {});
  const chunks = body.iterator({ destroyOnReturn: false });
  let held: Buffer[] = [];
  let heldBytes = 0;
  const takeHeld = () => {
    const piece = Buffer.concat(held);
    held = [];
    heldBytes = 0;
    return piece;
  };
  let failure: AppError | null = null;
  for (;;) {
    const chunk = await nextChunk(chunks, stallMilliseconds).catch((error) => {
      failure = error instanceof AppError ? error : new AppError('UPLOAD_BROKEN', {}, error);
      return null;
    });
    // A destroyed stream doesn't emit the data that it received before.
    const received = chunk ?? (failure ? readReceived(body) : null);
    if (!received) break;
    held.push(received);
    heldBytes += received.length;
    if (failure) break;
    if (heldBytes >= UPLOAD_PIECE_BYTES) yield takeHeld();
  }
  if (heldBytes > 0) yield takeHeld();
  if (failure) throw failure;
}

function readReceived(body: Readable): Buffer | null {
  const received: unknown = body.read();
  return Buffer.isBuffer(received) ? received : null;
}

async function nextChunk(
  chunks: AsyncIterator<unknown>,
  stallMilliseconds: number,
): Promise<Buffer | null> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('UPLOAD_BROKEN')), stallMilliseconds);
  });
  try {
    const next = chunks.next();
    // It may reject after the stall was reported.
    next.catch(() => {});
    const { done, value } = await Promise.race([next, stalled]);
    if (done) return null;
    return Buffer.isBuffer(value) ? value : Buffer.from(value as Uint8Array);
  } finally {
    clearTimeout(timer);
  }
}
