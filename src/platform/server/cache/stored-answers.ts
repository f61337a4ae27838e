import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { CatalogueView } from '#platform/contract/operation.ts';
import {
  COMPRESSION_WAIT_MILLISECONDS,
  PRICE_ANSWER_MILLISECONDS,
  STORED_ANSWERS_MAX_BYTES,
} from '#platform/rules/limits.ts';
import type { CatalogueChanges, CatalogueMark } from '#platform/server/cache/catalogue-changes.ts';
import { heavyWork } from '#platform/server/heavy-work.ts';

export type StoredAnswer = {
  contentType: string;
  cacheControl: string;
  vary: string[];
  etag: string;
  body: Uint8Array<ArrayBuffer>;
  encoded: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> };
};

type Kept = {
  answer: StoredAnswer;
  mark: CatalogueMark;
  view: CatalogueView;
  isCompressed: boolean;
};

export type StoredAnswers = ReturnType<typeof createStoredAnswers>;

/** Measured overhead of an entry besides its key and bytes. */
const ENTRY_BYTES = 1000;

/** A question that was asked, but whose answer is not cached. */
const ASKED = { answer: null };

/**
 * Most questions are asked once, so `recordQuestion` tells whether an answer is worth caching, and
 * an answer is compressed when it is first requested again.
 */
export function createStoredAnswers(changes: CatalogueChanges) {
  const kept = new LRUCache<string, Kept | typeof ASKED>({
    maxSize: STORED_ANSWERS_MAX_BYTES,
    ttl: PRICE_ANSWER_MILLISECONDS,
    ttlResolution: 1000,
    sizeCalculation: ({ answer }, key) =>
      ENTRY_BYTES +
      2 * key.length +
      (answer?.body.byteLength ?? 0) +
      (answer?.encoded.br?.byteLength ?? 0) +
      (answer?.encoded.gzip?.byteLength ?? 0),
  });

  async function compress(key: string, found: Kept, clientAddress: string): Promise<StoredAnswer> {
    found.isCompressed = true;
    const answer = await compressedFor(clientAddress, found.answer, ['br', 'gzip']);
    if (!answer) found.isCompressed = false;
    else if (kept.peek(key) === found) kept.set(key, { ...found, answer });
    return answer ?? found.answer;
  }

  return {
    mark: changes.mark,
    async find(key: string, clientAddress: string): Promise<StoredAnswer | undefined> {
      const found = kept.get(key);
      if (!found?.answer) return undefined;
      if (changes.isCurrent(found.mark, found.view))
        return found.isCompressed ? found.answer : compress(key, found, clientAddress);
      kept.set(key, ASKED);
      return undefined;
    },
    recordQuestion(key: string): boolean {
      const wasRecorded = kept.has(key);
      if (!wasRecorded) kept.set(key, ASKED);
      return wasRecorded;
    },
    keep(key: string, { answer, mark, view }: Pick<Kept, 'answer' | 'mark' | 'view'>) {
      if (changes.isCurrent(mark, view)) kept.set(key, { answer, mark, view, isCompressed: false });
    },
    size: () => kept.calculatedSize,
  };
}

/** A strong validator, to which each encoding adds a suffix. */
export const etagOf = (content: Uint8Array) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Favours speed over size, because an answer lives for two seconds. */
const compressors = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
};
type Encoding = keyof typeof compressors;

/** Null if the client gets no CPU time soon. */
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

export const namesTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => isTag(tag.trim(), etag)) ?? false;

const isTag = (tag: string, etag: string) => tag === '*' || tag.replace(/^W\//, '') === etag;

/** A weight of 0 refuses an encoding. */
const WANTED = '(?! *; *q=0(?:\\.0*)?(?: *,| *$)) *(?:[;,]|$)';
const encodings = (['br', 'gzip'] as const).map((name) => ({
  name,
  isAccepted: new RegExp(`(?:^|[ ,])${name}${WANTED}`, 'i'),
}));

const takes = (name: Encoding) => (acceptEncoding: string) =>
  encodings.some((one) => one.name === name && one.isAccepted.test(acceptEncoding));
export const takesBrotli = takes('br');
export const takesGzip = takes('gzip');

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
