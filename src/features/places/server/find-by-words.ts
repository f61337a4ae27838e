import type { County } from '#platform/rules/geo/counties.ts';
import { foldedWords } from '#platform/rules/text/fold.ts';
import { editDistance } from '#platform/rules/text/spelling.ts';
import type { Row } from './place-rows.ts';

/** A gazetteer row or a county, with its name normalized for comparison. */
export type Entry = {
  found: Row | { kind: 'county'; county: County };
  words: string[];
  joined: string;
  rank: number;
};

type Scored = { entry: Entry; score: number };
/**
 * A word of the gazetteer, its letters as a bit set, and the entries that have it: in their name,
 * or in the name of their county or constituency.
 */
type Word = { text: string; letters: number; inNames: Entry[]; around: Entry[] };

let vocabulary: Word[] | null = null;

/**
 * The cost of a prefix match, and of a word that only the county or constituency has, so that an
 * exact match of the name comes first.
 */
const AROUND_COST = 0.1;
/** Further words of a long query are ignored. */
const WORDS_MAX = 6;

/**
 * Entries that match every word of the query, at least one of them in their name. The score counts
 * wrong letters; lower is better.
 */
export function findByWords(entries: readonly Entry[], query: string[]): Scored[] {
  vocabulary ??= collectWords(entries);
  const words = query.slice(0, WORDS_MAX);
  let matches: Map<Entry, { score: number; isNamed: boolean }> | null = null;
  for (const word of words) {
    const here = entriesWith(vocabulary, word);
    const both: typeof here = new Map();
    for (const [entry, { score, isNamed }] of here) {
      const before = matches === null ? { score: 0, isNamed: false } : matches.get(entry);
      if (before)
        both.set(entry, { score: before.score + score, isNamed: before.isNamed || isNamed });
    }
    matches = both;
  }
  // A name typed as several words may be one word, or be split differently: "Elgyo Marakwet" is
  // close to "elgeyomarakwet".
  if (words.length > 1 && !matches?.size) matches = entriesWith(vocabulary, words.join(''));
  return [...(matches ?? [])].flatMap(([entry, { score, isNamed }]) =>
    isNamed ? [{ entry, score }] : [],
  );
}

/** The number of wrong letters that are accepted in a word of this length. */
function tolerance(length: number): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}

function entriesWith(
  words: readonly Word[],
  typed: string,
): Map<Entry, { score: number; isNamed: boolean }> {
  const found = new Map<Entry, { score: number; isNamed: boolean }>();
  const most = tolerance(typed.length);
  const letters = lettersOf(typed);
  for (const word of words) {
    const wrong = wrongLetters(word, { typed, letters, most });
    if (wrong > most) continue;
    for (const entry of word.inNames) {
      const before = found.get(entry);
      if (!before?.isNamed || before.score > wrong)
        found.set(entry, { score: wrong, isNamed: true });
    }
    for (const entry of word.around) {
      if (!found.has(entry)) found.set(entry, { score: wrong + AROUND_COST, isNamed: false });
    }
  }
  return found;
}

function wrongLetters(
  word: Word,
  { typed, letters, most }: { typed: string; letters: number; most: number },
): number {
  if (word.text.startsWith(typed)) return word.text === typed ? 0 : AROUND_COST;
  // A cheap lower bound before the edit distance: each wrong letter changes at most two of the
  // bits.
  if (
    most === 0 ||
    Math.abs(word.text.length - typed.length) > most ||
    ones(word.letters ^ letters) > 2 * most
  )
    return most + 1;
  return editDistance(word.text, typed, most);
}

function collectWords(entries: readonly Entry[]): Word[] {
  const words = new Map<string, Word>();
  const put = (text: string, where: 'inNames' | 'around', entry: Entry) => {
    const word = words.get(text) ?? { text, letters: lettersOf(text), inNames: [], around: [] };
    word[where].push(entry);
    words.set(text, word);
  };
  for (const entry of entries) {
    for (const text of new Set([...entry.words, entry.joined])) put(text, 'inNames', entry);
    const { found } = entry;
    if (found.kind === 'county') continue;
    for (const text of new Set(foldedWords(`${found.county} ${found.constituency ?? ''}`)))
      put(text, 'around', entry);
  }
  return [...words.values()];
}

const lettersOf = (text: string) =>
  [...text].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) % 32)), 0);

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
