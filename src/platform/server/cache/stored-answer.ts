import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { COMPRESSION_WAIT_MILLISECONDS } from '#platform/rules/limits.ts';
import { heavyWork } from '#platform/server/heavy-work.ts';

/** An answer in memory, plain and compressed. */
export type StoredAnswer = {
  contentType: string;
  cacheControl: string;
  /** The request headers that the answer depends on. */
  vary: string[];
  etag: string;
  body: Uint8Array<ArrayBuffer>;
  encoded: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> };
};

/** A strong validator. Each encoding adds a suffix to it. */
export const etagOf = (content: Uint8Array) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Favours speed over size: users wait for the answer, and it lives two seconds. */
const compressors = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
};
type Encoding = keyof typeof compressors;

/**
 * The answer with its body compressed in these encodings. Null if there is no capacity for the
 * client soon; then it is sent uncompressed.
 */
export function compressedFor(
  clientAddress: string,
  answer: StoredAnswer,
  ways: Encoding[],
): Promise<StoredAnswer | null> {
  const compress = async () => {
    const encoded = { ...answer.encoded };
    for (const way of ways) encoded[way] ??= new Uint8Array(await compressors[way](answer.body));
    return { ...answer, encoded };
  };
  return heavyWork.runOrSkip(clientAddress, compress, {
    waitMilliseconds: COMPRESSION_WAIT_MILLISECONDS,
  });
}

/** Whether If-None-Match contains the ETag, so that the client already has the answer. */
export const namesTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => isTag(tag.trim(), etag)) ?? false;

const isTag = (tag: string, etag: string) => tag === '*' || tag.replace(/^W\//, '') === etag;

/**
 * The text that may follow an encoding's name in Accept-Encoding. A weight of 0 means that the
 * client refuses it.
 */
const WANTED = '(?! *; *q=0(?:\\.0*)?(?: *,| *$)) *(?:[;,]|$)';
const encodings = (['br', 'gzip'] as const).map((name) => ({
  name,
  isAccepted: new RegExp(`(?:^|[ ,])${name}${WANTED}`, 'i'),
}));

const takes = (name: Encoding) => (acceptEncoding: string) =>
  encodings.some((one) => one.name === name && one.isAccepted.test(acceptEncoding));
/** Whether the client accepts Brotli, which is smaller than gzip. */
export const takesBrotli = takes('br');
export const takesGzip = takes('gzip');

/**
 * Sends a stored answer in the best encoding that the client accepts, or a 304 if the client
 * already has it.
 */
export function sendStored(c: Context, stored: StoredAnswer, status: 200 | 404 = 200): Response {
  const accepted = c.req.header('accept-encoding') ?? '';
  const encoding = encodings.find(
    ({ name, isAccepted }) => stored.encoded[name] && isAccepted.test(accepted),
  )?.name;
  const etag = `"${stored.etag}${encoding ? `-${encoding}` : ''}"`;
  const vary = [
    ...stored.vary,
    ...(Object.keys(stored.encoded).length > 0 ? ['Accept-Encoding'] : []),
  ];
  c.header('ETag', etag);
  c.header('Cache-Control', stored.cacheControl);
  if (vary.length > 0) c.header('Vary', vary.join(', '));
  if (status === 200 && namesTag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  c.header('Content-Type', stored.contentType);
  if (encoding) c.header('Content-Encoding', encoding);
  const body = (encoding && stored.encoded[encoding]) || stored.body;
  c.header('Content-Length', String(body.byteLength));
  return c.body(body, status);
}
