/*
 * Names are compared without case, accents, apostrophes, hyphens and blanks: "MURANG A" equals
 * "Murang'a". Direct matches come first: names that equal the text, begin with it, or have a word
 * that begins with it. Only without one are misspellings accepted and words looked up one by one; a
 * word may then also be the county's or the constituency's: "kakuma turkana", "Eldorett".
 */

import { type County, counties } from '#rules/counties.ts';
import { foldedWords } from '#rules/text/fold.ts';
import { editDistance } from '#rules/text/spelling.ts';
import { type PlaceKind, placeKinds } from '../rules/place.ts';
import { type Row, rowsOfKind } from './county-at.ts';

let vocabulary: Word[] | null = null;

/**
 * For a prefix match, or a word of the county or constituency: an exact match of the name comes
 * first.
 */
const AROUND_COST = 0.1;

const WORDS_MAX = 6;

function toEntry(found: Entry['found']): Entry {
  const words = foldedWords(found.kind === 'county' ? found.county : found.name);
  return { found, words, joined: words.join(''), rank: placeKinds.indexOf(found.kind) };
}

const kindsWithRows = placeKinds.filter(
  (kind): kind is Exclude<PlaceKind, 'county'> => kind !== 'county',
);

const entries: Entry[] = [
  ...counties.map((county) => toEntry({ kind: 'county', county })),
  ...kindsWithRows.flatMap((kind) => rowsOfKind(kind).map(toEntry)),
];

/** Names never contain the first set of words, and only some names contain the second. */
const KIND_WORDS = new Set(['county', 'constituency', 'subcounty', 'ward', 'kenya']);
const SOMETIMES_KIND_WORDS = new Set(['town', 'city', 'market', 'village', 'centre', 'center']);

export function findNames(query: string, most: number): Entry['found'][] {
  const typed = foldedWords(query);
  const named = without(typed, KIND_WORDS);
  let matches = findWords(named);
  if (matches.length === 0) matches = findWords(without(named, SOMETIMES_KIND_WORDS));
  return matches
    .sort((a, b) => a.score - b.score || byImportance(a.entry, b.entry))
    .slice(0, most)
    .map(({ entry }) => entry.found);
}

function without(words: string[], left: Set<string>) {
  const rest = words.filter((word) => !left.has(word));
  return rest.length > 0 ? rest : words;
}

function findWords(words: string[]): { entry: Entry; score: number }[] {
  if (words.length === 0) return [];
  const joined = words.join('');
  const direct: { entry: Entry; score: number }[] = [];
  for (const entry of entries) {
    const score = directScore(entry, joined, words);
    if (score !== null) direct.push({ entry, score });
  }
  return direct.length > 0 ? direct : findByWords(entries, words);
}

/** 0 for the name itself, 1 for its beginning, 2 for the beginning of a later word. */
function directScore(
  { joined: name, words }: Entry,
  joined: string,
  [first = '']: string[],
): number | null {
  const start = name.indexOf(joined);
  if (start < 0) return null;
  if (start === 0) return name.length === joined.length ? 0 : 1;
  return words.some(
    (word, at) => at > 0 && word.startsWith(first) && words.slice(at).join('').startsWith(joined),
  )
    ? 2
    : null;
}

/** Sorting is stable, so equal entries stay in the order of the gazetteer's files. */
const byImportance = (a: Entry, b: Entry) => a.rank - b.rank || a.joined.length - b.joined.length;

type Entry = {
  found: Row | { kind: 'county'; county: County };
  words: string[];
  joined: string;
  rank: number;
};

type Scored = { entry: Entry; score: number };

/** `letters` is a bit set. `around`: entries with the word in their county or constituency. */
type Word = { text: string; letters: number; inNames: Entry[]; around: Entry[] };

/**
 * Entries that match every word, at least one of them in their name. The score counts wrong
 * letters.
 */
function findByWords(entries: readonly Entry[], query: string[]): Scored[] {
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
  // "Elgyo Marakwet" is close to "elgeyomarakwet".
  if (words.length > 1 && !matches?.size) matches = entriesWith(vocabulary, words.join(''));
  return [...(matches ?? [])].flatMap(([entry, { score, isNamed }]) =>
    isNamed ? [{ entry, score }] : [],
  );
}

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
) {
  if (word.text.startsWith(typed)) return word.text === typed ? 0 : AROUND_COST;
  // A lower bound of the edit distance: each wrong letter changes at most two bits.
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

function ones(bits: number) {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
