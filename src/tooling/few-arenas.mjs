// glibc gives every thread its own memory ("arenas") and rarely returns it. Encoding two photos of
// 12 megapixels at once peaks at 231 MB with two arenas and at 309 MB without this file, and is
// equally fast. The number of arenas is read when a process starts, so it must be in its
// environment by then. On other systems than Linux, and if the number is already set, the process
// serves directly.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };

/**
 * @type {(env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv} The environment in which the server is
 * started.
 */
export const withFewArenas = (env) => ({ ...FEW_ARENAS, ...env });

export const hasItsArenas =
  process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX !== undefined;

/**
 * Runs a module in a child process with few arenas, forwards the signals that end it, and exits
 * with its code. The IPC channel lets the child notice when this process is killed.
 * @param {string} file
 */
export function runWithFewArenas(file) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('serve.mjs', import.meta.url)), file],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: withFewArenas(process.env),
    },
  );
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) =>
    process.exit(code ?? 128 + constants.signals[signal ?? 'SIGKILL']),
  );
}
