// glibc gives every thread memory of its own ("arenas") and seldom hands it back: decoding large photos, which needs 85 MB,
// would leave the server with nearly three times that. How many arenas there may be is read when a process starts, so it has to be in the
// environment by then. Elsewhere than on Linux, and where somebody has already chosen, the process serves as it is.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };

/** @type {(env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv} The environment that the server is started in. */
export const withFewArenas = (env) => ({ ...FEW_ARENAS, ...env });

export const hasItsArenas = process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX !== undefined;

/**
 * Runs a module in a process that has few arenas, hands on the signals that end it, and ends as it does. The channel between the
 * two is how it learns that this process is gone, if nobody could tell it.
 * @param {string} file
 */
export function runWithFewArenas(file) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('serve.mjs', import.meta.url)), file], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: withFewArenas(process.env),
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
}
