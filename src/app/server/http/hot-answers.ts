import { LRUCache } from 'lru-cache';
import type {
  CatalogueChanges,
  CatalogueMark,
  CatalogueView,
} from '#features/products/server/catalogue-changes.ts';
import { HOT_ANSWERS_MAX_BYTES } from '#platform/rules/limits.ts';
import { compressedFor, type StoredAnswer } from '../pages/stored-answer.ts';

type Kept = {
  answer: StoredAnswer;
  mark: CatalogueMark;
  view: CatalogueView;
  isCompressed: boolean;
};

export type HotAnswers = ReturnType<typeof createHotAnswers>;

/**
 * What an entry takes besides its key and bytes, as measured: its objects and their places in the
 * maps. An empty answer is little else.
 */
const ENTRY_BYTES = 1000;

/**
 * Keeps answers about the catalogue in memory, as the bytes to send, for as long as they are
 * current. An answer is compressed when it is asked for the second time, because most are asked for
 * once. The least recently used are dropped first, so that many rare questions do not push out the
 * frequent ones.
 */
export function createHotAnswers(changes: CatalogueChanges) {
  const kept = new LRUCache<string, Kept>({
    maxSize: HOT_ANSWERS_MAX_BYTES,
    sizeCalculation: ({ answer: { body, encoded } }, key) =>
      ENTRY_BYTES +
      2 * key.length +
      body.byteLength +
      (encoded.br?.byteLength ?? 0) +
      (encoded.gzip?.byteLength ?? 0),
  });

  async function compress(key: string, found: Kept, clientAddress: string): Promise<StoredAnswer> {
    // Requests that come meanwhile get it uncompressed.
    found.isCompressed = true;
    const answer = await compressedFor(clientAddress, found.answer, ['br', 'gzip']);
    // There was no place for that: the next request tries again.
    if (!answer) found.isCompressed = false;
    else if (kept.peek(key) === found) kept.set(key, { ...found, answer });
    return answer ?? found.answer;
  }

  return {
    mark: changes.mark,
    async find(key: string, clientAddress: string): Promise<StoredAnswer | undefined> {
      const found = kept.get(key);
      if (!found) return undefined;
      if (changes.isCurrent(found.mark, found.view))
        return found.isCompressed ? found.answer : compress(key, found, clientAddress);
      kept.delete(key);
      return undefined;
    },
    /** Keeps an answer that was begun at the mark, unless it is out of date already. */
    keep(key: string, { answer, mark, view }: Pick<Kept, 'answer' | 'mark' | 'view'>) {
      if (changes.isCurrent(mark, view)) kept.set(key, { answer, mark, view, isCompressed: false });
    },
    /** How many bytes are kept. */
    size: () => kept.calculatedSize,
  };
}
