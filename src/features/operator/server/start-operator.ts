/*
 * Commands arrive by HTTP over a Unix socket in DATA_DIR, because a second process may not open the
 * embedded database. The socket is bound under a temporary name and then renamed, so there is never
 * a socket that others may open, and no race between two processes. If another process already
 * answers, this one does not listen.
 *
 * Node cannot ask for the user at the other end of the socket (SO_PEERCRED), and a client could
 * forge its claims. So each connection gets a random name, and the client creates a file of that
 * name in a folder next to the socket; the kernel records its owner.
 *
 * Nobody can put another user's file there: symbolic links are not followed, hard links have a link
 * count of two, and the file contains the random name, which only its owner or root can have
 * written. The name is valid once. Only the server's own user and root can access the folder and
 * the socket.
 */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { BODY_MAX_BYTES } from '#rules/limits.ts';
import { isAlive, shortestSocketPath } from '#server/db/folder-lock.ts';
import { findOperator, type OperatorKey } from '#server/setting-formats.ts';
import type { OperatorServices } from './operations/operation.ts';
import { type Printed, runCommand } from './run-command.ts';

const SOCKET_NAME = 'operator.sock';
const OTHERS_MASK = 0o177;

const typedCommand = z.object({ arguments: z.array(z.string()), key: z.optional(z.string()) });

type Start = { folder: string; operators: readonly OperatorKey[]; services: OperatorServices };

/** A server that cannot listen runs without it and logs the reason. */
export async function startOperator(db: Database, { folder, operators, services }: Start) {
  const { log } = services;
  try {
    const path = shortestSocketPath(join(folder, SOCKET_NAME));
    if (await isAlive(path)) {
      log.info({ path }, 'another process answers the operator');
      return { stop: async () => {} };
    }
    const identity = { operators, proofs: openPeerProofs(folder) };
    const server = createServer(
      (request, response) => void answer(db, { request, response, identity, services }),
    );
    const bound = await bindPrivately(
      server,
      shortestSocketPath(join(folder, `operator.${process.pid}`)),
    );
    renameSync(bound.path, path);
    return { stop: () => close(server, { path, inode: bound.inode }) };
  } catch (error) {
    log.warn({ err: error }, 'npm run operator will not reach this server');
    return { stop: async () => {} };
  }
}

async function bindPrivately(server: Server, path: string) {
  rmSync(path, { force: true });
  // `listen` creates the socket's file. Meanwhile the mask prevents others from opening new files.
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

/** Another process may have created a socket of its own since. */
async function close(server: Server, { path, inode }: { path: string; inode: number }) {
  if (statSync(path, { throwIfNoEntry: false })?.ino === inode) rmSync(path, { force: true });
  server.closeAllConnections();
  await new Promise<void>((closed) => server.close(() => closed()));
}

/**
 * Operators are identified by their keys, or, without keys, by the user that the client runs as.
 */
type Identity = { operators: readonly OperatorKey[]; proofs: PeerProofs };
type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  identity: Identity;
  services: OperatorServices;
};

/**
 * GET -> {needsKey, nonce}: how the next command on this connection is identified. POST {arguments,
 * key?} -> the text to print; 200 if the command was done, 400 if not.
 */
async function answer(db: Database, { request, response, identity, services }: Exchange) {
  if (request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify({
        needsKey: identity.operators.length > 0,
        nonce: identity.proofs.challenge(request.socket),
      }),
    );
    return;
  }
  const { isDone, text } = await perform(db, { request, identity, services });
  response.writeHead(isDone ? 200 : 400, {
    'Content-Type': 'text/plain; charset=utf-8',
    Connection: 'close',
  });
  response.end(`${text}\n`);
}

async function perform(
  db: Database,
  { request, identity, services }: Omit<Exchange, 'response'>,
): Promise<Printed> {
  const typed = typedCommand.safeParse(await readJson(request));
  if (!typed.success) return { isDone: false, text: 'This is no command.' };
  const operator = await identify(request, identity, typed.data.key);
  if (operator !== null)
    return runCommand(db, { operator, arguments: typed.data.arguments }, services);
  services.log.warn('a command of an operator was refused, because it did not show who sent it');
  const text =
    identity.operators.length > 0
      ? 'This server knows its operators by their keys: set OPERATOR_KEY to yours.'
      : 'The server could not see which user sent this command.';
  return { isDone: false, text };
}

async function identify(
  { socket }: IncomingMessage,
  { operators, proofs }: Identity,
  key: string | undefined,
) {
  if (operators.length === 0) return proofs.nameOf(socket);
  return key === undefined ? null : findOperator(operators, key);
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
    return undefined;
  }
}

const FOLDER_NAME = 'operator-proofs';
const NONCE_BYTES = 32;
const OTHERS_WRITE = 0o022;
/** A slow directory service must not keep the operator waiting. */
const NAME_LOOKUP_MILLISECONDS = 2000;

type PeerProofs = ReturnType<typeof openPeerProofs>;

/** The files of a killed server or client are useless, so the folder is created again. */
function openPeerProofs(dataFolder: string) {
  const folder = join(dataFolder, FOLDER_NAME);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  // The process's umask may have removed the owner's own permissions, too.
  chmodSync(folder, 0o700);
  const nonces = new WeakMap<Socket, string>();
  return {
    challenge(socket: Socket) {
      const nonce = randomBytes(NONCE_BYTES).toString('hex');
      nonces.set(socket, nonce);
      return nonce;
    },
    async nameOf(socket: Socket) {
      const nonce = nonces.get(socket);
      nonces.delete(socket);
      const uid = nonce === undefined ? null : takeProof(join(folder, nonce), nonce);
      return uid === null ? null : userName(uid);
    },
  };
}

/** Null if the file is invalid. Deletes the file. */
export function takeProof(path: string, nonce: string): number | null {
  let file: number | null = null;
  try {
    // Without O_NONBLOCK, a named pipe would block the whole server.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { uid, mode, nlink, size } = fstatSync(file);
    const isPlain =
      (mode & constants.S_IFMT) === constants.S_IFREG && nlink === 1 && (mode & OTHERS_WRITE) === 0;
    return isPlain && size === nonce.length && readFileSync(file, 'latin1') === nonce ? uid : null;
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
    rmSync(path, { recursive: true, force: true });
  }
}

async function userName(uid: number) {
  try {
    const { stdout } = await promisify(execFile)('id', ['-un', String(uid)], {
      timeout: NAME_LOOKUP_MILLISECONDS,
    });
    return stdout.trim();
  } catch {
    return `uid ${uid}`;
  }
}
