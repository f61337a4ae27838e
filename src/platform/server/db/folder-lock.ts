/*
 * Two processes on one embedded database silently lose commits, so the second is refused. Each
 * process listens on its own Unix socket in the folder: the kernel knows whether a socket's owner
 * is alive, even across containers and after kill -9.
 * A process listens first and looks second, so of two that start at once, at least the later one
 * sees the other. If both do, the one with the later name gives up. Names are never reused, so a
 * dead socket can be deleted without deleting a live one.
 */

import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Names sort by time: base 36 milliseconds have eight digits until 2059. */
const LOCK_NAME = /^lock\.[0-9a-z]{8}\.[0-9a-f]{4}$/;
/** A socket that is bound but not listening yet would look dead under a lock's name. */
const UNFINISHED_NAME = /^new\.[0-9a-z]{8}\.[0-9a-f]{4}$/;
const UNFINISHED_KEPT_MILLISECONDS = 60_000;
/** For later processes to see this one and give up. */
const GIVE_UP_MILLISECONDS = 3000;
const LOOK_AGAIN_MILLISECONDS = 20;

export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `Another process has the embedded database in ${folder} open. Stop it first, or set DATA_DIR to another folder; ` +
        'to run several processes, set DATABASE_URL to a PostgreSQL server.',
    );
    this.name = 'FolderInUseError';
  }
}

export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const { name, server } = await listenIn(folder);
  const unlock = async () => {
    rmSync(join(folder, name), { force: true });
    await new Promise<void>((closed) => server.close(() => closed()));
  };
  const givesUpAt = performance.now() + GIVE_UP_MILLISECONDS;
  for (;;) {
    const others = (await livingLocks(folder)).filter((other) => other !== name);
    if (others.length === 0) return unlock;
    if (others.some((other) => other < name) || performance.now() > givesUpAt) {
      await unlock();
      throw new FolderInUseError(folder);
    }
    await pause(LOOK_AGAIN_MILLISECONDS);
  }
}

async function listenIn(folder: string) {
  const suffix = `${Date.now().toString(36)}.${randomBytes(2).toString('hex')}`;
  const name = `lock.${suffix}`;
  shortestSocketPath(join(folder, name));
  const unfinished = shortestSocketPath(join(folder, `new.${suffix}`));
  const server = createServer((socket) => socket.destroy());
  server.unref();
  await new Promise<void>((listening, reject) => {
    server.once('error', reject);
    server.listen(unfinished, listening);
  });
  renameSync(unfinished, join(folder, name));
  return { name, server };
}

async function livingLocks(folder: string) {
  const living: string[] = [];
  for (const name of readdirSync(folder)) {
    if (UNFINISHED_NAME.test(name)) removeAbandoned(join(folder, name));
    if (!LOCK_NAME.test(name)) continue;
    if (await isAlive(shortestSocketPath(join(folder, name)))) living.push(name);
    else rmSync(join(folder, name), { force: true });
  }
  return living;
}

/** The process was killed between binding and listening. */
function removeAbandoned(path: string) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && Date.now() - stats.mtimeMs > UNFINISHED_KEPT_MILLISECONDS)
    rmSync(path, { force: true });
}

/** The kernel's limit, without the final NUL. */
const SOCKET_PATH_MAX = 103;

/** Other errors don't prove that nobody listens. */
export function isAlive(path: string) {
  return new Promise((resolveAnswer) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolveAnswer(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolveAnswer(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}

export function shortestSocketPath(path: string) {
  const [best] = [resolve(path), relative(process.cwd(), path)].sort((a, b) => a.length - b.length);
  if (best === undefined || Buffer.byteLength(best) > SOCKET_PATH_MAX) {
    throw new Error(
      `DATA_DIR is too long a path for a socket (${path}): set one under ${SOCKET_PATH_MAX} characters`,
    );
  }
  return best;
}
