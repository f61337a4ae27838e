/*
 * Finds places by the text that a person types. Names are compared without case, accents,
 * apostrophes, hyphens and blanks, so "muranga", "Murang'a" and "MURANG A" are the same. Direct
 * matches come first: names that equal the text, begin with it, or have a word that begins with it.
 * Only without a direct match are misspellings accepted and words looked up one by one; a word may
 * then also be the county's or the constituency's: "kakuma turkana", "Eldorett". Equal scores are
 * ordered by kind: county, town, constituency, ward, locality.
 */

import { type PlaceKind, placeKinds } from '#features/places/rules/place.ts';
import { counties } from '#platform/rules/geo/counties.ts';
import { foldedWords } from '#platform/rules/text/fold.ts';
import { type Entry, findByWords } from './find-by-words.ts';
import { rowsOfKind } from './place-rows.ts';

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

/**
 * Words for the kind of a place. Names never contain the first set, and only some names contain the
 * second.
 */
const KIND_WORDS = new Set(['county', 'constituency', 'subcounty', 'ward', 'kenya']);
const SOMETIMES_KIND_WORDS = new Set(['town', 'city', 'market', 'village', 'centre', 'center']);

/** The best `most` places for a query; none for a query without letters. */
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

/** Removes these words; returns all words if none would be left. */
function without(words: string[], left: Set<string>): string[] {
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

/**
 * 0 for the name itself, 1 for its beginning, 2 for the beginning of a later word; otherwise null.
 */
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

/** Sorting is stable, so that equal entries stay in the order of the gazetteer's files. */
const byImportance = (a: Entry, b: Entry) => a.rank - b.rank || a.joined.length - b.joined.length;
