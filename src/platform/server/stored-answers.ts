import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { CatalogueChange, CatalogueView } from '../contract.ts';
import { isSameDayInNairobi } from '../rules/day.ts';
import {
  COMPRESSION_WAIT_MILLISECONDS,
  PRICE_ANSWER_MILLISECONDS,
  SHARED_QUERY_MILLISECONDS,
  STORED_ANSWER_MILLISECONDS,
  STORED_ANSWERS_MAX_BYTES,
} from '../rules/limits.ts';
import type { Connection } from './database.ts';
import { heavyWork } from './heavy-work.ts';

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
    recordQuestion(key: string) {
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

export const namesTag = (ifNoneMatch: string | undefined, etag: string) =>
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

/** Taken before the database is queried. */
type CatalogueMark = Record<CatalogueView, number> & { moment: Date; takenAt: number };

export type CatalogueChanges = {
  mark(): CatalogueMark;
  isCurrent(mark: CatalogueMark, view: CatalogueView): boolean;
  announce(change: CatalogueChange): void;
  share<T>(shared: Shared, work: () => Promise<T>): Promise<T>;
};

type Shared = { view: CatalogueView; question: object };

/**
 * Triggers (drizzle/0000_baseline.sql) announce every change on commit, from any process. If
 * announcements may be missing, everything counts as changed; while this process isn't listening,
 * no answer is current. Answers also expire after two seconds and at the end of the day in Nairobi,
 * when offers expire. Prices change once a night and expire after a minute.
 */
export function createCatalogueChanges(
  { listen }: Pick<Connection, 'listen'>,
  { clock }: { clock: Clock },
): CatalogueChanges {
  const changed = { offers: 0, counts: 0, prices: 0 };
  const announce = (change: CatalogueChange) => {
    if (change === 'prices') {
      changed.prices += 1;
      return;
    }
    changed.offers += 1;
    if (change === 'all') changed.counts += 1;
  };
  const announceEverything = () => {
    announce('all');
    announce('prices');
  };
  let listening: 'no' | 'starting' | 'yes' = 'no';
  async function startListening() {
    if (listening !== 'no') return;
    listening = 'starting';
    try {
      await listen('catalogue', {
        onMessage: (text) => announce(text === 'stock' || text === 'prices' ? text : 'all'),
        onReconnect: announceEverything,
      });
      // Earlier changes may have been missed.
      announceEverything();
      listening = 'yes';
    } catch {
      listening = 'no';
    }
  }
  const isCurrent = (mark: CatalogueMark, view: CatalogueView) =>
    listening === 'yes' &&
    mark[view] === changed[view] &&
    ageOf(mark) <= (view === 'prices' ? PRICE_ANSWER_MILLISECONDS : STORED_ANSWER_MILLISECONDS) &&
    isSameDayInNairobi(mark.moment, clock());
  const mark = () => {
    void startListening();
    return { ...changed, moment: clock(), takenAt: performance.now() };
  };

  return { mark, isCurrent, announce, share: createSharing({ mark, isCurrent }) };
}

const ageOf = ({ takenAt }: CatalogueMark) => performance.now() - takenAt;

function createSharing({
  mark,
  isCurrent,
}: Pick<CatalogueChanges, 'mark' | 'isCurrent'>): CatalogueChanges['share'] {
  const underWay = new Map<string, { mark: CatalogueMark; work: Promise<unknown> }>();
  return async <T>({ view, question }: Shared, work: () => Promise<T>) => {
    const key = view + JSON.stringify(Object.entries(question).sort());
    const begun = underWay.get(key);
    if (begun && isCurrent(begun.mark, view) && ageOf(begun.mark) <= SHARED_QUERY_MILLISECONDS)
      return begun.work as Promise<T>;
    const started = { mark: mark(), work: work() };
    underWay.set(key, started);
    try {
      return await started.work;
    } finally {
      if (underWay.get(key) === started) underWay.delete(key);
    }
  };
}
