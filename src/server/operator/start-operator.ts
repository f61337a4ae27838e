/*
 * The operator's door: HTTP over a Unix socket in DATA_DIR that only whoever owns the folder may open, because a second process may
 * not open the embedded database. The socket is bound under a name of its own and then renamed over whatever a killed server left:
 * so there is at no moment a socket that others may open, and none that two processes fight over. Where another process that lives
 * answers there already (several may share a folder and a PostgreSQL), this one leaves it the door.
 */
import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Database } from '#server/db/connect.ts';
import type { Services } from '#server/services.ts';
import { isAlive, shortestSocketPath } from '#server/unix-socket.ts';
import { runCommand } from './run-command.ts';

const SOCKET_NAME = 'operator.sock';
const BODY_MAX_BYTES = 64 * 1024;
/** Nobody but the owner. */
const OTHERS_MASK = 0o177;

const typedCommand = z.object({ operator: z.string(), arguments: z.array(z.string()) });

/** Opens the door. Without it the server runs all the same: then the log says why. */
export async function startOperator(db: Database, { folder, services }: { folder: string; services: Services }) {
  const { log } = services;
  try {
    const path = shortestSocketPath(join(folder, SOCKET_NAME));
    if (await isAlive(path)) {
      log.info({ path }, 'another process answers the operator');
      return { stop: async () => {} };
    }
    const server = createServer((request, response) => void answer(db, { request, response, services }));
    const bound = await bindPrivately(server, shortestSocketPath(join(folder, `operator.${process.pid}`)));
    renameSync(bound.path, path);
    return { stop: () => close(server, { path, inode: bound.inode }) };
  } catch (error) {
    log.warn({ err: error }, 'npm run operator will not reach this server');
    return { stop: async () => {} };
  }
}

async function bindPrivately(server: Server, path: string) {
  rmSync(path, { force: true });
  // The socket's file is made within the call to listen: so long nobody else may open what is made.
  const before = process.umask(OTHERS_MASK);
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  process.umask(before);
  await listening;
  chmodSync(path, 0o600);
  server.unref();
  return { path, inode: statSync(path).ino };
}

/** Takes its own socket away, not one that another process has put there since. */
async function close(server: Server, { path, inode }: { path: string; inode: number }) {
  if (statSync(path, { throwIfNoEntry: false })?.ino === inode) rmSync(path, { force: true });
  server.closeAllConnections();
  await new Promise<void>((closed) => server.close(() => closed()));
}

type Exchange = { request: IncomingMessage; response: ServerResponse; services: Services };

/** POST {operator, arguments} -> what is printed; 200 when it was done, 400 when it wasn't. */
async function answer(db: Database, { request, response, services }: Exchange) {
  const typed = typedCommand.safeParse(await readJson(request));
  const { isDone, text } = typed.success
    ? await runCommand(db, typed.data, services)
    : { isDone: false, text: 'This is no command.' };
  response.writeHead(isDone ? 200 : 400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${text}\n`);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > BODY_MAX_BYTES) return undefined;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    // Cut off, or no JSON: no command.
    return undefined;
  }
}
