/*
 * Who is at the other end of the operator's socket. Node cannot ask the kernel (it has no
 * SO_PEERCRED), and what the client says of itself, or its environment does, anybody can make up.
 * So each connection is given a random name; the client creates a file of that name in a folder
 * next to the socket, and the kernel writes down whose process did: the file's owner.
 *
 * Somebody could try to bring a file of another person's there instead of creating one. A symbolic
 * link is not followed, a hard link has a link count of two, and a file that was moved there
 * doesn't hold the random name as its content: only its owner, or root, can have written that,
 * because a file that others may write to is refused. The name belongs to its connection, is good
 * once, and the folder is open to nobody but the server's own user and root, as the socket is.
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
/** A directory service that does not answer must not keep the operator waiting. */
const NAME_LOOKUP_MILLISECONDS = 2000;

export type PeerProofs = ReturnType<typeof openPeerProofs>;

/** Makes the folder anew: what a killed server or client left in it is of no use to anybody. */
export function openPeerProofs(dataFolder: string) {
  const folder = join(dataFolder, FOLDER_NAME);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  // The process may have started with a mask that takes the owner's own rights too.
  chmodSync(folder, 0o700);
  const nonces = new WeakMap<Socket, string>();
  return {
    /** The name of the file that this connection's client is to create. */
    challenge(socket: Socket): string {
      const nonce = randomBytes(NONCE_BYTES).toString('hex');
      nonces.set(socket, nonce);
      return nonce;
    },
    /** The name of the user who created it; null when nobody did, or not as it must be. */
    async nameOf(socket: Socket): Promise<string | null> {
      const nonce = nonces.get(socket);
      nonces.delete(socket);
      const uid = nonce === undefined ? null : takeProof(join(folder, nonce), nonce);
      return uid === null ? null : userName(uid);
    },
  };
}

/** The owner of a file that is a proof; null when it is none. The file is gone afterwards. */
export function takeProof(path: string, nonce: string): number | null {
  let file: number | null = null;
  try {
    // Without O_NONBLOCK a named pipe would stop the whole server until somebody writes to it.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { uid, mode, nlink, size } = fstatSync(file);
    const isPlain =
      (mode & constants.S_IFMT) === constants.S_IFREG && nlink === 1 && (mode & OTHERS_WRITE) === 0;
    return isPlain && size === nonce.length && readFileSync(file, 'latin1') === nonce ? uid : null;
  } catch {
    // It is not there, a link, or not for us to read: no proof.
    return null;
  } finally {
    if (file !== null) closeSync(file);
    rmSync(path, { recursive: true, force: true });
  }
}

/** As the machine calls the user; `uid 1001` where it has no name for the number. */
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
