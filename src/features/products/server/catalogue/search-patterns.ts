import { type Crop, crops } from '#features/products/rules/crops.ts';
import { counties } from '#platform/rules/geo/counties.ts';
import { editDistance } from '#platform/rules/text/spelling.ts';
import { patternOf } from '../stock/queries.ts';

/** Shorter words have too many neighbours to guess which was meant: "pea" and "tea". */
const GUESSED_LETTERS_MIN = 5;
const TWO_ERRORS_LETTERS_MIN = 8;

/** So short a name is looked for only at the start of a word: there is "tea" in every steak. */
const SHORT_NAME_LETTERS_MAX = 4;

/**
 * LIKE patterns for products that are searched for by these words: anywhere as they are and without
 * an English plural, and, where they name a crop, by its other names ("vitunguu": onion, kitunguu).
 * One typing error is forgiven from five letters on, two from eight on.
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
 * As the database lower-cases what it searches in: a database whose locale is C leaves letters
 * beyond ASCII as they are. It could lower-case the patterns itself, but would do it again for each
 * row.
 */
const lowerCased = (pattern: string) => [
  pattern.toLowerCase(),
  pattern.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
];

/** What stands before a word: nothing, a space, or the line break between name and description. */
const wordStarts = ['', '% ', '%\n'];

/** The county that a search names, with a typing error or without. */
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
 * Also the plurals of names that are too short to be guessed themselves: "beens" is one letter from
 * "beans".
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
 * The value whose key is these words, or the one key that is nearest to them within the errors
 * allowed.
 */
export function nearest<Value>(words: string, named: ReadonlyMap<string, Value>): Value | null {
  const exact = named.get(words);
  const isGuessed = words.length >= GUESSED_LETTERS_MIN && /^[\p{L}\p{M}' -]+$/u.test(words);
  if (exact !== undefined || !isGuessed) return exact ?? null;
  const most = words.length < TWO_ERRORS_LETTERS_MIN ? 1 : 2;
  let best: Value | null = null;
  let fewest = most + 1;
  for (const [name, value] of named) {
    const errors = name.length < GUESSED_LETTERS_MIN ? most + 1 : editDistance(words, name, most);
    // Of two that are equally near, the one with the same first letter, which is seldom wrong.
    const weighed = name[0] === words[0] ? errors - 0.5 : errors;
    if (errors <= most && weighed < fewest) [best, fewest] = [value, weighed];
  }
  return best;
}
