import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import * as z from 'zod/mini';
import { AppError } from '#server/app-error.ts';
import { contentTypeOf, type FileStore } from './photo-store.ts';

/** Users wait for pictures, so a slower store counts as down. */
const TIMEOUT_MILLISECONDS = 10_000;
const RETRIES = 2;
const KEYS_PER_PAGE = 1000;

/**
 * `https://<key id>:<secret>@host/bucket`, optionally with `?region=`. Key and secret are
 * percent-encoded.
 */
function parseStoreUrl(text: string) {
  const url = new URL(text);
  const bucket = url.pathname.replace(/^\/|\/$/g, '');
  return {
    endpoint: `${url.origin}/${bucket}`,
    bucket,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
}

/**
 * An S3-compatible store, in path style. Several processes can share it. A PUT is atomic. Every
 * operation throws UNAVAILABLE while the store does not answer.
 */
export function createObjectStore(storeUrl: string): FileStore {
  const { endpoint, accessKeyId, secretAccessKey, region } = parseStoreUrl(storeUrl);
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
  });

  async function request(path: string, init: RequestInit = {}) {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const response = await client
      .fetch(endpoint + path, { ...init, signal })
      .catch((error: unknown) => {
        throw new AppError('UNAVAILABLE', {}, error);
      });
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    const cause = new Error(
      `The photo store answered ${response.status} to ${init.method ?? 'GET'}`,
    );
    throw new AppError(response.status === 507 ? 'DISK_FULL' : 'UNAVAILABLE', {}, cause);
  }
  /** An unread body would keep its connection busy. */
  async function requestStatus(path: string, init: RequestInit) {
    const response = await request(path, init);
    await response.body?.cancel();
    return response.ok;
  }

  return {
    requireRoom: async () => {},
    async put(key, { bytes, contentType }) {
      const isStored = await requestStatus(`/${key}`, {
        method: 'PUT',
        body: bytes,
        headers: { 'content-type': contentType },
      });
      if (!isStored)
        throw new AppError('UNAVAILABLE', {}, new Error('The photo store has no such bucket'));
    },
    async get(key) {
      const response = await request(`/${key}`);
      if (!response.ok) {
        await response.body?.cancel();
        return null;
      }
      return {
        bytes: new Uint8Array(await response.arrayBuffer()),
        contentType: contentTypeOf(key),
      };
    },
    exists: (key) => requestStatus(`/${key}`, { method: 'HEAD' }),
    async delete(key) {
      await requestStatus(`/${key}`, { method: 'DELETE' });
    },
    async list(prefix) {
      const keys: string[] = [];
      let continuation = '';
      do {
        const page = await (
          await request(`?list-type=2&max-keys=${KEYS_PER_PAGE}&prefix=${prefix}${continuation}`)
        ).text();
        const { Contents: contents, NextContinuationToken: token } = readListing(page);
        keys.push(...contents.map(({ Key }) => Key));
        continuation =
          token === undefined ? '' : `&continuation-token=${encodeURIComponent(token)}`;
      } while (continuation);
      return keys.sort();
    },
  };
}

/** Also decodes numeric entities, such as `&#43;` in a continuation token. */
const parser = new XMLParser({
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => name === 'Contents',
});
const listing = z.object({
  Contents: z._default(z.array(z.object({ Key: z.string() })), []),
  NextContinuationToken: z.optional(z.string()),
});
/** The parser turns an element without children into an empty string. */
const answer = z.object({
  ListBucketResult: z.union([
    listing,
    z.pipe(
      z.literal(''),
      z.transform(() => listing.parse({})),
    ),
  ]),
});

function readListing(xml: string): z.infer<typeof listing> {
  const parsed = answer.safeParse(parser.parse(xml));
  if (!parsed.success)
    throw new AppError(
      'UNAVAILABLE',
      {},
      new Error('The photo store answered with an unreadable listing'),
    );
  return parsed.data.ListBucketResult;
}
