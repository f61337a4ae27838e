import { type Crop, crops } from '#features/products/rules/crops.ts';
import { counties } from '#platform/rules/geo/counties.ts';
import { editDistance } from '#platform/rules/text/spelling.ts';
import { patternOf } from '../stock/queries.ts';

/** Shorter words have too many similar ones to guess: "pea" and "tea". */
const GUESSED_LETTERS_MIN = 5;
const TWO_ERRORS_LETTERS_MIN = 8;

/** A name this short is matched only at the start of a word, because "tea" is in every steak. */
const SHORT_NAME_LETTERS_MAX = 4;

/**
 * LIKE patterns for a product search. They match the words anywhere, as typed and without an
 * English plural. If the words name a crop, they also match its other names ("vitunguu": onion,
 * kitunguu). One typing error is accepted from five letters on, two from eight on.
 */
export function searchPatterns(search: string): string[] {
  const singular = withoutPlural(wordsOf(search));
  const names = (cropNamed(search)?.names ?? []).flatMap((name) =>
    name.length > SHORT_NAME_LETTERS_MAX
      ? patternOf(name)
      : wordStarts.map((start) => `${start}${name}%`),
  );
  return [...new Set([patternOf(search), patternOf(singular), ...names].flatMap(lowerCased))];
}

/**
 * Lower-cases like the database does for its search text: a database with locale C leaves letters
 * beyond ASCII unchanged. The database could lower-case the patterns itself, but would repeat that
 * for every row.
 */
const lowerCased = (pattern: string) => [
  pattern.toLowerCase(),
  pattern.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
];

/** The text before a word: nothing, a space, or the line break between name and description. */
const wordStarts = ['', '% ', '%\n'];

/** The county that a search names, typing errors included. */
export function countyNamed(search: string): string | null {
  const words = search
    .toLowerCase()
    .replace(/ county$/, '')
    .trim();
  return nearest(words, new Map(counties.map((county) => [county.toLowerCase(), county])));
}

const cropsByName = new Map(
  crops.flatMap((crop) => crop.names.map((name) => [name, crop] as const)),
);
/**
 * Includes the plurals of names that are too short to be guessed themselves: "beens" is one letter
 * from "beans".
 */
const guessedCrops = new Map([
  ...[...cropsByName].flatMap(([name, crop]) =>
    name.length === GUESSED_LETTERS_MIN - 1 ? [[`${name}s`, crop] as const] : [],
  ),
  ...cropsByName,
]);

/** The crop that a search names, in any language, in the plural or with typing errors. */
export function cropNamed(search: string): Crop | null {
  const words = wordsOf(search);
  const singular = withoutPlural(words);
  const known = cropsByName.get(words) ?? cropsByName.get(singular);
  return known ?? nearest(words, guessedCrops) ?? nearest(singular, guessedCrops);
}

const wordsOf = (search: string) => search.toLowerCase().replace(/\s+/g, ' ').trim();

function withoutPlural(words: string): string {
  if (words.length < GUESSED_LETTERS_MIN) return words;
  return words.replace(/(?<=o|ch|sh|x)es$|(?<!s)s$/, '');
}

/**
 * The value with exactly this key, or with the key that is most similar within the allowed errors.
 */
function nearest<Value>(words: string, named: ReadonlyMap<string, Value>): Value | null {
  const exact = named.get(words);
  const isGuessed = words.length >= GUESSED_LETTERS_MIN && /^[\p{L}\p{M}' -]+$/u.test(words);
  if (exact !== undefined || !isGuessed) return exact ?? null;
  const most = words.length < TWO_ERRORS_LETTERS_MIN ? 1 : 2;
  let best: Value | null = null;
  let fewest = most + 1;
  for (const [name, value] of named) {
    const errors = name.length < GUESSED_LETTERS_MIN ? most + 1 : editDistance(words, name, most);
    // Among equally similar keys, prefers the one with the same first letter, which is seldom
    // wrong.
    const weighed = name[0] === words[0] ? errors - 0.5 : errors;
    if (errors <= most && weighed < fewest) [best, fewest] = [value, weighed];
  }
  return best;
}
