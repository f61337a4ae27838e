import type { Readable } from 'node:stream';
import { UPLOAD_PIECE_BYTES, UPLOAD_STALL_SECONDS } from '#platform/rules/limits.ts';
import { AppError } from '../app-error.ts';

type Reading = { body: Readable; stallMilliseconds?: number };

/**
 * Yields a request's body in chunks of UPLOAD_PIECE_BYTES. If the connection is lost or stalls, the
 * data received so far becomes the last chunk, and then the error is thrown: a client with a weak
 * connection must not send it again. The socket itself stays open, so that a response arrives.
 * @throws AppError UPLOAD_BROKEN
 */
export async function* readPieces({
  body,
  stallMilliseconds = UPLOAD_STALL_SECONDS * 1000,
}: Reading): AsyncGenerator<Buffer> {
  // Never removed, because a later connection error must not end the process.
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
    // A destroyed stream doesn't emit the data that it received before, perhaps during the session
    // lookup.
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
    // It may reject after the stall was reported.
    next.catch(() => {});
    const { done, value } = await Promise.race([next, stalled]);
    if (done) return null;
    return Buffer.isBuffer(value) ? value : Buffer.from(value as Uint8Array);
  } finally {
    clearTimeout(timer);
  }
}
