/*
 * Each word of a search must match a product's name or description, a name of its crop, or its
 * farm's name or county. A name of several words ("Homa Bay") matches for each of them.
 */

import { counties, findCounty } from '#rules/counties.ts';
import { fold, foldedWords } from '#rules/text/fold.ts';
import { editDistance } from '#rules/text/spelling.ts';
import { guessCrop } from '../rules/crop-input.ts';
import { type Crop, crops } from '../rules/crops.ts';
import type { Unit } from '../rules/product.ts';
import { CROPS_MAX } from '../rules/product-facts.ts';

/** Shorter words have too many similar ones: "pea" and "tea". */
const GUESSED_LETTERS_MIN = 5;
const TWO_ERRORS_LETTERS_MIN = 8;
const PLURAL_LETTERS_MIN = 4;
/** A shorter word is in nearly every farm's name. */
const FARM_LETTERS_MIN = 3;
const NAME_WORDS_MAX = 4;

/** Each word has its place in the statements. */
export const searchPlaces = [0, 1, 2, 3, 4] as const;
export type SearchPlace = (typeof searchPlaces)[number];

type SearchWord = {
  patterns: string[];
  names: string[];
  crops: string[];
  farmPattern: string | null;
  county: string | null;
};

/** Words that name nothing by themselves: "beans in Nakuru", "Acacia Farm". */
const smallWords = new Set(
  'farm farms shamba in from of and the ya wa za la cha na kutoka'.split(' '),
);

export function readSearch(search: string): SearchWord[] {
  const words = foldedWords(search);
  const named = namesIn(words);
  const all = words.map((word, at) => ({ word, named: named[at] ?? [] }));
  const telling = all.filter(({ word }) => !smallWords.has(word));
  const counted = telling.length > 0 ? telling : all;
  return [...new Map(counted.map((one) => [one.word, one])).values()]
    .slice(0, searchPlaces.length)
    .map(({ word, named: meant }) => {
      const meantCrops = [...new Set(meant.flatMap(({ crop }) => crop ?? []))];
      return {
        patterns: wordPatterns(word),
        names: meantCrops.flatMap(({ names }) => names.map(fold).flatMap(namePatterns)),
        crops: meantCrops.map(({ id }) => id),
        farmPattern: word.length < FARM_LETTERS_MIN ? null : `%${word}%`,
        county: meant.find(({ county }) => county)?.county ?? null,
      };
    });
}

export function farmPatternOf(search: string) {
  const words = foldedWords(search);
  return words.join('').length < FARM_LETTERS_MIN ? null : `%${words.join('%')}%`;
}

/**
 * The word anywhere, and its other number as a whole word: "eggs" finds "Kienyeji egg", but no
 * eggplants.
 */
export const wordPatterns = (word: string) => [
  `%${word}%`,
  ...[withoutPlural(word), word.replace(/(?<=[^aeiou])y$/, 'ies')]
    .filter((other) => other !== word)
    .map((other) => `% ${other} %`),
];

const namePatterns = (name: string) => [`% ${name} %\n%`, `% ${name}s %\n%`];

type Named = { crop: Crop | null; county: string | null };

function namesIn(words: readonly string[]): Named[][] {
  const found: Named[][] = words.map(() => []);
  const put = (named: Named, from: number, to: number) => {
    if (named.crop || named.county) for (const one of found.slice(from, to)) one.push(named);
  };
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(from + NAME_WORDS_MAX, words.length); to++) {
      const phrase = words.slice(from, to).join(' ');
      put({ crop: knownCrop(phrase), county: findCounty(phrase) }, from, to);
    }
  }
  const phrase = words.join(' ');
  const guess = (text: string) => ({ crop: cropNamed(text), county: countyNamed(text) });
  if (found.some((named) => named.length === 0)) put(guess(phrase), 0, words.length);
  for (const [at, word] of words.entries())
    if (found[at]?.length === 0) put(guess(word), at, at + 1);
  return found;
}

const countiesByName = new Map(counties.map((county) => [fold(county), county]));

export const countyNamed = (search: string): string | null =>
  findCounty(search) ?? nearest(fold(search).replace(/ county$/, ''), countiesByName);

const cropsByName = new Map(
  crops.flatMap((crop) => crop.names.map((name) => [fold(name), crop] as const)),
);
/**
 * Includes plurals of names that are too short to be guessed: "beens" is one letter from "beans".
 */
const guessedCrops = new Map([
  ...[...cropsByName].flatMap(([name, crop]) =>
    name.length === GUESSED_LETTERS_MIN - 1 ? [[`${name}s`, crop] as const] : [],
  ),
  ...cropsByName,
]);

const knownCrop = (words: string): Crop | null =>
  cropsByName.get(words) ?? cropsByName.get(withoutPlural(words)) ?? null;

export function cropNamed(search: string): Crop | null {
  const words = fold(search);
  return (
    knownCrop(words) ?? nearest(words, guessedCrops) ?? nearest(withoutPlural(words), guessedCrops)
  );
}

function withoutPlural(words: string) {
  if (words.length < PLURAL_LETTERS_MIN) return words;
  return words.replace(/(?<=[^aeiou])ies$/, 'y').replace(/(?<=o|ch|sh|x)es$|(?<!s)s$/, '');
}

function nearest<Value>(words: string, named: ReadonlyMap<string, Value>): Value | null {
  const exact = named.get(words);
  const isGuessed = words.length >= GUESSED_LETTERS_MIN && !/\d/u.test(words);
  if (exact !== undefined || !isGuessed) return exact ?? null;
  const most = words.length < TWO_ERRORS_LETTERS_MIN ? 1 : 2;
  let best: Value | null = null;
  let fewest = most + 1;
  for (const [name, value] of named) {
    const errors = name.length < GUESSED_LETTERS_MIN ? most + 1 : editDistance(words, name, most);
    // The first letter is seldom wrong.
    const weighed = name[0] === words[0] ? errors - 0.5 : errors;
    if (errors <= most && weighed < fewest) [best, fewest] = [value, weighed];
  }
  return best;
}

export type CropAnswer = { id: string; en: string; sw: string; group: Crop['group'] };

const answerOf = ({ id, english, swahili, group }: Crop): CropAnswer => ({
  id,
  en: english,
  sw: swahili,
  group,
});

const entries = crops.map((crop) => ({ crop, names: [...crop.names, ...crop.said].map(fold) }));

const fits: readonly ((name: string, words: string) => boolean)[] = [
  (name, words) => name === words,
  (name, words) => name.startsWith(words),
  (name, words) => name.includes(` ${words}`),
  (name, words) => name.includes(words),
];

/** For "mah", mahindi comes before mahindi machanga. */
function entriesThat(isFit: (name: string, words: string) => boolean, words: string): Crop[] {
  const fitting = entries.flatMap(({ crop, names }) => {
    const lengths = names.filter((name) => isFit(name, words)).map(({ length }) => length);
    return lengths.length > 0 ? [{ crop, length: words ? Math.min(...lengths) : 0 }] : [];
  });
  return fitting.sort((one, other) => one.length - other.length).map(({ crop }) => crop);
}

/**
 * Names that start with the words come first. Misspelt words give the crop that is probably meant.
 */
export function listCrops({ search = '' }: { search?: string | undefined }): {
  crops: CropAnswer[];
} {
  const words = fold(search);
  if (search && !words) return { crops: [] };
  const found = new Set(fits.flatMap((isFit) => entriesThat(isFit, words)));
  const meant = found.size === 0 ? (cropNamed(words) ?? guessCrop(words)) : null;
  return { crops: [...(meant ? [meant] : found)].slice(0, CROPS_MAX).map(answerOf) };
}

/** Null if it is uncertain. */
export function guessCropOf({ name }: { name: string }) {
  const crop = guessCrop(name);
  return { crop: crop && { ...answerOf(crop), unit: usualUnit(crop) } };
}

/** Milk is sold in litres. */
const usualUnit = ({ packings }: Crop): Unit =>
  (packings.find(({ unit }) => unit === 'kg') ?? packings[0])?.unit ?? 'kg';
