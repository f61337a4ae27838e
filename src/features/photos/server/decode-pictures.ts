/*
 * Pictures are decoded one at a time in a process of their own (pictures/picture-process.ts), which
 * shares neither threads nor memory with requests. The next turn goes to the person who has used
 * the least time lately. The process ends after an idle minute, because its library takes much
 * memory.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import {
  PHOTO_TURN_MILLISECONDS,
  PHOTO_TURNS_WAITING,
  PICTURE_DECODING_SECONDS,
  PICTURE_PROCESS_IDLE_MILLISECONDS,
  PICTURE_TOO_COSTLY_STATUS,
} from '#photos/rules/limits.ts';
import type { PhotoFormat, PhotoSize } from '#photos/rules/photo.ts';
import { CALLERS_REMEMBERED } from '#platform/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import { createFairQueue } from '#platform/server/fair-queue.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import { widerNetworksOf } from '#platform/server/http/client-address.ts';
import { projectRoot } from '#platform/server/project-root.ts';
import type {
  Dimensions,
  EncodedPicture,
  PictureAnswer,
  PictureJob,
} from './pictures/picture-process.ts';
import type { PictureType } from './pictures/recognize-picture.ts';

/** Each upload takes up to 12 MB during its turn. A queue of a hundred takes a minute. */
const turns = createFairQueue({
  atOnce: 1,
  waitingMax: PHOTO_TURNS_WAITING,
  waitMilliseconds: PHOTO_TURN_MILLISECONDS,
  retryAfterSeconds: 10,
});

export type Decoder = {
  /** Reads only the header. */
  measure(original: Uint8Array, type: PictureType): Promise<Dimensions>;
  encode(original: Uint8Array): Promise<EncodedPicture>;
  encodeFile(
    original: Uint8Array,
    file: { size: PhotoSize; format: PhotoFormat },
  ): Promise<Uint8Array>;
};

const decoder: Decoder = {
  measure: (original, type) => ask<Dimensions>({ task: 'measure', original, type }),
  encode: (original) => ask<EncodedPicture>({ task: 'encode', original }),
  encodeFile: (original, file) => ask<Uint8Array>({ task: 'encodeFile', original, ...file }),
};

/** An account costs only a mailbox, so the networks that people send from pay too. */
const networksOfPeople = new LRUCache<string, string[]>({ max: CALLERS_REMEMBERED });

export const rememberNetworks = (userId: number, clientAddress: string) =>
  networksOfPeople.set(clientOfPerson(userId), widerNetworksOf(clientAddress));

export const networksOf = (client: string): string[] => [
  client,
  ...(networksOfPeople.get(client) ?? []),
];

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
  const sources = join(projectRoot, 'src', 'features', 'photos', 'server', 'pictures');
  const file = isBuilt
    ? join(builtFolder, 'picture-process.js')
    : join(sources, 'picture-process.ts');
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
