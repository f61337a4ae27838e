import type { Readable } from 'node:stream';
import { UPLOAD_PIECE_BYTES, UPLOAD_STALL_SECONDS } from '#platform/rules/limits.ts';
import { AppError } from '../app-error.ts';

type Reading = { body: Readable; stallMilliseconds?: number };

/**
 * A request's body in pieces of UPLOAD_PIECE_BYTES, as they come. Where the connection is cut or
 * falls silent, what has come until then is the last piece, and the error follows it: what a weak
 * line has carried is not to be carried again. The socket itself is left open, so that an answer
 * arrives.
 * @throws AppError UPLOAD_BROKEN
 */
export async function* readPieces({
  body,
  stallMilliseconds = UPLOAD_STALL_SECONDS * 1000,
}: Reading): AsyncGenerator<Buffer> {
  // Never removed: a connection that is cut later on must not end the process.
  body.on('error', () => {});
  const chunks = body.iterator({ destroyOnReturn: false });
  let held: Buffer[] = [];
  let heldBytes = 0;
  const takeHeld = () => {
    const piece = Buffer.concat(held);
    held = [];
    heldBytes = 0;
    return piece;
  };
  let failure: AppError | null = null;
  for (;;) {
    const chunk = await nextChunk(chunks, stallMilliseconds).catch((error) => {
      failure = error instanceof AppError ? error : new AppError('UPLOAD_BROKEN', {}, error);
      return null;
    });
    // A stream that was cut off does not hand on by itself what it has received before, perhaps
    // while the session was looked up.
    const received = chunk ?? (failure ? readReceived(body) : null);
    if (!received) break;
    held.push(received);
    heldBytes += received.length;
    if (failure) break;
    if (heldBytes >= UPLOAD_PIECE_BYTES) yield takeHeld();
  }
  if (heldBytes > 0) yield takeHeld();
  if (failure) throw failure;
}

function readReceived(body: Readable): Buffer | null {
  const received: unknown = body.read();
  return Buffer.isBuffer(received) ? received : null;
}

/** @returns null at the end */
async function nextChunk(
  chunks: AsyncIterator<unknown>,
  stallMilliseconds: number,
): Promise<Buffer | null> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('UPLOAD_BROKEN')), stallMilliseconds);
  });
  try {
    const next = chunks.next();
    // It may fail after the stall was reported.
    next.catch(() => {});
    const { done, value } = await Promise.race([next, stalled]);
    if (done) return null;
    return Buffer.isBuffer(value) ? value : Buffer.from(value as Uint8Array);
  } finally {
    clearTimeout(timer);
  }
}
