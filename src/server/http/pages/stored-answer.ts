import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';

/** One answer held in memory, as it is and compressed. */
export type StoredAnswer = {
  contentType: string;
  cacheControl: string;
  /** The request headers that decide which answer this is. */
  vary: string[];
  etag: string;
  body: Uint8Array<ArrayBuffer>;
  encoded: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> };
};

/** A strong validator of a content; each encoding gets its own by a suffix. */
export const etagOf = (content: Uint8Array) => createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** The answer with its compressed bodies. The compression is quick and not the best, because people wait for it and the answer lives two seconds. */
export async function compressed(answer: StoredAnswer): Promise<StoredAnswer> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(answer.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    answer.encoded.gzip ?? promisify(gzip)(answer.body),
  ]);
  return { ...answer, encoded: { br: new Uint8Array(br), gzip: new Uint8Array(gz) } };
}

/** Sends a stored answer in the best encoding that the client accepts, or a 304 where the client has it already. */
export function sendStored(c: Context, stored: StoredAnswer, status: 200 | 404 = 200): Response {
  const accepted = c.req.header('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => stored.encoded[name] && new RegExp(`\\b${name}\\b`).test(accepted));
  const etag = `"${stored.etag}${encoding ? `-${encoding}` : ''}"`;
  const vary = [...stored.vary, ...(Object.keys(stored.encoded).length > 0 ? ['Accept-Encoding'] : [])];
  c.header('ETag', etag);
  c.header('Cache-Control', stored.cacheControl);
  if (vary.length > 0) c.header('Vary', vary.join(', '));
  const known = c.req.header('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (status === 200 && known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)) return c.body(null, 304);
  c.header('Content-Type', stored.contentType);
  if (encoding) c.header('Content-Encoding', encoding);
  const body = (encoding && stored.encoded[encoding]) || stored.body;
  c.header('Content-Length', String(body.byteLength));
  return c.body(body, status);
}
