import type { Readable } from 'node:stream';
import { UPLOAD_PIECE_BYTES, UPLOAD_STALL_SECONDS } from '#platform/rules/limits.ts';
import { AppError } from '../app-error.ts';

type Reading = { body: Readable; stallMilliseconds?: number };

/**
 * If the connection fails, the data received so far is the last chunk before the error, so that the
 * client need not send it again.
 */
export async function* readPieces({
  body,
  stallMilliseconds = UPLOAD_STALL_SECONDS * 1000,
}: Reading): AsyncGenerator<Buffer> {
  // A later connection error must not end the process.
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
    // A destroyed stream doesn't emit the data that it received before.
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
