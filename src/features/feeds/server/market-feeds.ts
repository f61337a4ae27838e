import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as finishPipeline } from 'node:stream/promises';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import type { Context } from 'hono';
import { orDiskFull } from '#server/app-error.ts';
import { heavyWork } from '#server/heavy-work.ts';
import { namesTag, takesGzip } from '#server/stored-answers.ts';
import { MARKET_FEED_SECONDS } from '../rules.ts';

declare global {
  interface Services {
    marketFeeds: ReturnType<typeof createMarketFeeds>;
  }
}

type FeedFile = { path: string; bytes: number; etag: string };
/** Writes the text in pieces, of which only one is in memory. */
type Write = () => AsyncIterable<string>;

/** In the queue of heavy work: it is done for everyone who asks. */
const OWNER = 'market feeds';

/**
 * The whole market's feeds, which are too large for memory, as compressed files in a folder. One is
 * made when it is first asked for and again after MARKET_FEED_SECONDS; requests that come meanwhile
 * wait for it. Processes may share the folder, because a file is complete before it gets its name.
 */
export function createMarketFeeds({ folder, clock }: { folder: string; clock: Clock }) {
  const making = new Map<string, Promise<FeedFile>>();

  async function findCurrent(path: string): Promise<FeedFile | null> {
    const found = await stat(path).catch(() => null);
    if (!found) return null;
    const age = clock().getTime() - found.mtimeMs;
    if (age < 0 || age >= MARKET_FEED_SECONDS * 1000) return null;
    return { path, bytes: found.size, etag: `${Math.round(found.mtimeMs)}-${found.size}` };
  }

  async function make(path: string, write: Write): Promise<FeedFile> {
    const current = await findCurrent(path);
    if (current) return current;
    await mkdir(folder, { recursive: true });
    // The age counts from when its first row was read.
    const begunAt = clock();
    const part = `${path}.${process.pid}.${randomUUID()}`;
    try {
      await orDiskFull(() => compressInto(part, write()));
      await utimes(part, begunAt, begunAt);
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
    const made = await stat(path);
    return { path, bytes: made.size, etag: `${Math.round(made.mtimeMs)}-${made.size}` };
  }

  return {
    /** @throws whatever `write` throws, or AppError DISK_FULL */
    find(name: string, write: Write): Promise<FeedFile> {
      const found =
        making.get(name) ??
        make(join(folder, `${name}.gz`), write).finally(() => making.delete(name));
      making.set(name, found);
      return found;
    },
  };
}

async function compressInto(path: string, pieces: AsyncIterable<string>) {
  const gzip = createGzip();
  const written = finishPipeline(gzip, createWriteStream(path));
  // Its failure is thrown below, after the failure of a piece that caused it.
  written.catch(() => {});
  try {
    for await (const piece of pieces)
      await heavyWork.run(OWNER, () => writePiece(gzip, piece), { waitMilliseconds: Infinity });
    gzip.end();
  } catch (error) {
    gzip.destroy();
    await written.catch(() => {});
    throw error;
  }
  await written;
}

const writePiece = (gzip: Gzip, piece: string) =>
  new Promise<void>((resolve, reject) => {
    gzip.write(piece, (error) => (error ? reject(error) : resolve()));
  });

/** Streams a feed, decompressed for a client that does not take gzip. */
export function sendMarketFeed(
  c: Context,
  { path, bytes, etag }: FeedFile,
  contentType: string,
): Response {
  const isCompressed = takesGzip(c.req.header('accept-encoding') ?? '');
  const tag = `"${etag}${isCompressed ? '-gzip' : ''}"`;
  c.header('ETag', tag);
  c.header('Vary', 'Accept-Encoding');
  if (namesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304);
  c.header('Content-Type', contentType);
  if (isCompressed) {
    c.header('Content-Encoding', 'gzip');
    c.header('Content-Length', String(bytes));
  }
  // A stream that nobody reads would keep its file open.
  if (c.req.method === 'HEAD') return c.body(null);
  const file = createReadStream(path);
  // A failure, such as a client that leaves, closes both and ends the answer.
  const stream = isCompressed ? file : pipeline(file, createGunzip(), () => {});
  // A cast, because Node's and the DOM's types of the same stream differ.
  return c.body(Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>);
}
