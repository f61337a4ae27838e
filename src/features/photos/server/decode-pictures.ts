/*
 * Pictures are decoded one at a time in a process of their own (picture-process.ts), which
 * shares neither threads nor memory with requests. The next turn goes to the person who has used
 * the least time lately. The process ends after an idle minute, because its library takes much
 * memory.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { CALLERS_REMEMBERED } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { createFairQueue } from '#server/fair-queue.ts';
import { clientOfPerson } from '#server/heavy-work.ts';
import { widerNetworksOf } from '#server/http/client-address.ts';
import { projectRoot } from '#server/project-root.ts';
import {
  PHOTO_TURN_MILLISECONDS,
  PHOTO_TURNS_WAITING,
  type PhotoFormat,
  type PhotoSize,
  PICTURE_DECODING_SECONDS,
  PICTURE_PROCESS_IDLE_MILLISECONDS,
  PICTURE_TOO_COSTLY_STATUS,
} from '../rules/photo.ts';
import type {
  Dimensions,
  EncodedPicture,
  PictureAnswer,
  PictureJob,
  PictureType,
} from './picture-process.ts';

/** Each upload takes up to 12 MB during its turn. A queue of a hundred takes a minute. */
const turns = createFairQueue({
  atOnce: 1,
  waitingMax: PHOTO_TURNS_WAITING,
  waitMilliseconds: PHOTO_TURN_MILLISECONDS,
  retryAfterSeconds: 10,
});

export type Decoder = {
  measure(original: Buffer): Promise<Dimensions>;
  encode(original: Uint8Array, sizes: readonly PhotoSize[]): Promise<EncodedPicture>;
  encodeFile(
    original: Uint8Array,
    file: { size: PhotoSize; format: PhotoFormat },
  ): Promise<Uint8Array>;
};

const decoder: Decoder = {
  measure: async (original) =>
    ask<Dimensions>({ task: 'measure', original, type: await recognizePicture(original) }),
  encode: (original, sizes) => ask<EncodedPicture>({ task: 'encode', original, sizes }),
  encodeFile: (original, file) => ask<Uint8Array>({ task: 'encodeFile', original, ...file }),
};

/** An account costs only a mailbox, so the networks that people send from pay too. */
const networksOfPeople = new LRUCache<string, string[]>({ max: CALLERS_REMEMBERED });

export const rememberNetworks = (userId: number, clientAddress: string) =>
  networksOfPeople.set(clientOfPerson(userId), widerNetworksOf(clientAddress));

export const networksOf = (client: string) => [client, ...(networksOfPeople.get(client) ?? [])];

export const withDecoder = <T>(
  client: string,
  use: (decoder: Decoder) => Promise<T>,
  waiting?: { waitMilliseconds: number },
): Promise<T> => {
  return turns.run(client, () => use(decoder), { ...waiting, networks: networksOf(client) });
};

let running: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;

async function ask<T>(job: PictureJob): Promise<T> {
  clearTimeout(idle);
  running ??= start();
  const child = running;
  const deadline = setTimeout(() => child.kill('SIGKILL'), PICTURE_DECODING_SECONDS * 1000);
  const ended = new AbortController();
  keepAlive(child, true);
  try {
    const answered = once(child, 'message', ended).then(([answer]) => answer as PictureAnswer);
    const died = once(child, 'exit', ended).then(([status]) => answerOfDead(status));
    child.send(job, () => {});
    const answer = await Promise.race([answered, died]);
    if ('refused' in answer) throw new AppError(answer.refused, { field: 'photos' });
    // The process answers each task with that task's type.
    return answer.result as T;
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('UNAVAILABLE', {}, error);
  } finally {
    clearTimeout(deadline);
    ended.abort();
    keepAlive(child, false);
    idle = setTimeout(() => stop(child), PICTURE_PROCESS_IDLE_MILLISECONDS).unref();
  }
}

/** A picture crashed or stopped it, or it could not start. */
function answerOfDead(status: number | null): PictureAnswer {
  if (status === null || status === PICTURE_TOO_COSTLY_STATUS)
    return { refused: 'PHOTO_TOO_MANY_PIXELS' };
  throw new Error(`The process that decodes pictures ended with status ${status}`);
}

/** Only a busy process keeps this one alive. */
function keepAlive(child: ChildProcess, isAtWork: boolean) {
  const change = isAtWork ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

function stop(child: ChildProcess) {
  if (running === child) running = null;
  child.kill('SIGKILL');
}

const builtFolder = join(projectRoot, 'dist', 'server');
const isBuilt = import.meta.url.startsWith(pathToFileURL(builtFolder).href);

/** Without the server's settings, so that a picture that takes it over finds no secret. */
function start(): ChildProcess {
  const file = isBuilt
    ? join(builtFolder, 'picture-process.js')
    : join(projectRoot, 'src', 'features', 'photos', 'server', 'picture-process.ts');
  const child = fork(file, {
    execArgv: ['--max-old-space-size=96', ...(isBuilt ? [] : ['--import', 'tsx'])],
    env: { NODE_ENV: process.env.NODE_ENV, MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    cwd: projectRoot,
  });
  return child.once('exit', () => {
    if (running === child) running = null;
  });
}

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

/**
 * Recognizes a file by its bytes before anything decodes it: phones save a WebP as .jpg. Every
 * picture is encoded anew, so hidden content is never served. A file that is valid in two formats
 * is refused.
 */
async function recognizePicture(bytes: Buffer): Promise<PictureType> {
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

async function isForeign(bytes: Buffer) {
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
