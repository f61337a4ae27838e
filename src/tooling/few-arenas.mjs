// glibc gives every thread its own memory ("arenas") and rarely returns it. Encoding two photos of
// 12 megapixels at once peaks at 231 MB with two arenas and at 309 MB without this file, and is
// equally fast. The number of arenas is read when a process starts, so the process is replaced by
// itself with the number in its environment. Node before 22.15 cannot do that: set
// MALLOC_ARENA_MAX=2 before it starts. On other systems than Linux it has no effect.
import { pathToFileURL } from 'node:url';

const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };

/**
 * @type {(env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv} The environment in which the server is
 * started.
 */
export const withFewArenas = (env) => ({ ...FEW_ARENAS, ...env });

/**
 * Runs a module in this process. There is no second one that would outlive it, or take memory
 * beside it.
 * @param {string} file
 */
export async function runWithFewArenas(file) {
  const { execve } = /** @type {{ execve?: Execve }} */ (process);
  if (process.platform === 'linux' && execve && process.env.MALLOC_ARENA_MAX === undefined) {
    const words = [process.execPath, ...process.execArgv, file];
    execve.call(process, process.execPath, words, withFewArenas(process.env));
  }
  await import(pathToFileURL(file).href);
}

/** @typedef {(file: string, words: string[], env: NodeJS.ProcessEnv) => void} Execve */
