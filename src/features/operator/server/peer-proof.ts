/*
 * Identifies the user at the other end of the operator's socket. Node has no SO_PEERCRED, and a
 * client could forge its claims. So each connection gets a random name, and the client creates a
 * file of that name in a folder next to the socket; the kernel records its owner.
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
  rmSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FOLDER_NAME = 'operator-proofs';
const NONCE_BYTES = 32;
const OTHERS_WRITE = 0o022;
/** A slow directory service must not keep the operator waiting. */
const NAME_LOOKUP_MILLISECONDS = 2000;

export type PeerProofs = ReturnType<typeof openPeerProofs>;

/** The files of a killed server or client are useless, so the folder is created again. */
export function openPeerProofs(dataFolder: string) {
  const folder = join(dataFolder, FOLDER_NAME);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  // The process's umask may have removed the owner's own permissions, too.
  chmodSync(folder, 0o700);
  const nonces = new WeakMap<Socket, string>();
  return {
    challenge(socket: Socket): string {
      const nonce = randomBytes(NONCE_BYTES).toString('hex');
      nonces.set(socket, nonce);
      return nonce;
    },
    async nameOf(socket: Socket): Promise<string | null> {
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

async function userName(uid: number): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('id', ['-un', String(uid)], {
      timeout: NAME_LOOKUP_MILLISECONDS,
    });
    return stdout.trim();
  } catch {
    return `uid ${uid}`;
  }
}
