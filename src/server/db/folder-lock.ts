/*
 * Two processes on one embedded database silently lose commits, so the second must be refused. Whoever wants the folder listens
 * on a Unix socket of its own in it: the kernel says whether its owner lives, also across containers and after kill -9, where a
 * file with a process number would lie. Each listens first and looks second, and has the folder when it sees no other that lives.
 * So of two that come at once, at least the one who looks later sees the other. Where both see each other, the later name gives
 * way and the earlier waits for that. A dead socket's name is never used again: whoever finds one may take it away, and in no order of
 * events removes what another has just bound.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, shortestSocketPath } from '#server/unix-socket.ts';

/** Names sort by when they were made: base 36 milliseconds have eight digits until the year 2059. */
const LOCK_NAME = /^lock\.[0-9a-z]{8}\.[0-9a-f]{4}$/;
/** A socket that is bound and does not listen yet, which would look dead. */
const UNFINISHED_NAME = /^new\.[0-9a-z]{8}\.[0-9a-f]{4}$/;
const UNFINISHED_KEPT_MILLISECONDS = 60_000;
/** How long others that came later get to see us and give way. */
const PATIENCE_MILLISECONDS = 3000;
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

/** Takes the folder for this process and returns what gives it back. @throws FolderInUseError when another process has it */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const { name, server } = await listenIn(folder);
  const unlock = async () => {
    rmSync(join(folder, name), { force: true });
    await new Promise<void>((closed) => server.close(() => closed()));
  };
  const givesUpAt = performance.now() + PATIENCE_MILLISECONDS;
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

/** A socket of our own, under its name only once it listens. */
async function listenIn(folder: string): Promise<{ name: string; server: Server }> {
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

/** The names of the sockets in the folder that somebody listens on; the others are taken away. */
async function livingLocks(folder: string): Promise<string[]> {
  const living: string[] = [];
  for (const name of readdirSync(folder)) {
    if (UNFINISHED_NAME.test(name)) removeAbandoned(join(folder, name));
    if (!LOCK_NAME.test(name)) continue;
    if (await isAlive(shortestSocketPath(join(folder, name)))) living.push(name);
    else rmSync(join(folder, name), { force: true });
  }
  return living;
}

/** What a process left that was killed between binding and listening; one that was only slow finds its socket gone and fails. */
function removeAbandoned(path: string) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && Date.now() - stats.mtimeMs > UNFINISHED_KEPT_MILLISECONDS) rmSync(path, { force: true });
}
