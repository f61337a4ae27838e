import { LRUCache } from 'lru-cache';
import type { CatalogueView } from '#platform/contract/operation.ts';
import { HOT_ANSWERS_MAX_BYTES, PRICE_ANSWER_MILLISECONDS } from '#platform/rules/limits.ts';
import type { CatalogueChanges, CatalogueMark } from '#platform/server/cache/catalogue-changes.ts';
import { compressedFor, type StoredAnswer } from '#platform/server/cache/stored-answer.ts';

type Kept = {
  answer: StoredAnswer;
  mark: CatalogueMark;
  view: CatalogueView;
  isCompressed: boolean;
};

export type HotAnswers = ReturnType<typeof createHotAnswers>;

/**
 * The measured overhead of an entry besides its key and bytes: its objects and map slots. An empty
 * answer is little else.
 */
const ENTRY_BYTES = 1000;

/** Stands in for an answer that is not cached: its question was asked before. */
const ASKED = { answer: null };

/**
 * Caches answers about the catalogue as bytes, while they are current. Most questions are asked
 * once, so `recordQuestion` tells whether an answer is worth reading and caching, and a cached
 * answer is compressed when it is first requested. The least recently used are dropped first, so
 * that many rare queries don't evict the frequent ones.
 */
export function createHotAnswers(changes: CatalogueChanges) {
  const kept = new LRUCache<string, Kept | typeof ASKED>({
    maxSize: HOT_ANSWERS_MAX_BYTES,
    // The longest validity of an answer. A question that comes later counts as new.
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
    // Concurrent requests get it uncompressed.
    found.isCompressed = true;
    const answer = await compressedFor(clientAddress, found.answer, ['br', 'gzip']);
    // Compression was not possible now; the next request retries.
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
    /** Records that a question was asked. Returns whether it was recorded before. */
    recordQuestion(key: string): boolean {
      const wasRecorded = kept.has(key);
      if (!wasRecorded) kept.set(key, ASKED);
      return wasRecorded;
    },
    /** Caches an answer whose reading began at the mark, unless it is already out of date. */
    keep(key: string, { answer, mark, view }: Pick<Kept, 'answer' | 'mark' | 'view'>) {
      if (changes.isCurrent(mark, view)) kept.set(key, { answer, mark, view, isCompressed: false });
    },
    /** The size of the cache in bytes. */
    size: () => kept.calculatedSize,
  };
}
