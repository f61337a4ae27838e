/*
 * Which crop a farmer means by a product's name. The longest name of a crop wins, so that sweet
 * potatoes are no potatoes and kunde leaves no cowpeas. What is left may name no other crop ("maize
 * and beans") and must not make something else of it ("tomato seedlings"): better none than a wrong
 * one, because prices are compared by crop.
 */

import { editDistance } from '#platform/rules/text/spelling.ts';
import { type Crop, crops } from './crops.ts';

/** Shorter words have too many neighbours to guess which was meant: "pea" and "tea". */
const GUESSED_LETTERS_MIN = 5;
const WORDS_MAX = 4;

/**
 * What is grown, fed, pressed, ground or cooked with or of a crop is something else, in English and
 * in Swahili.
 */
const otherThings = new Set(
  `seed seedling sapling sucker cutting vine plant tree mbegu miche mche shina mti miti
  feed meal bran germ husk stalk straw silage fertilizer fertiliser manure compost agricultural chakula pumba mbolea samadi
  oil flour powder paste juice jam sauce chip crisp cake bread wine vinegar soup snack mafuta unga juisi sosi mkate keki uji ugali
  soap lotion rope fibre sabuni kamba`.split(/\s+/),
);

/** Written as they should be, these are no misspelt names: vegetables are no pumpkins (maboga). */
const generalWords = new Set(['mboga', 'matunda', 'mazao', 'nafaka', 'nyama', 'samaki']);

type Named = { crop: Crop; name: string };
/** Words of a product's name, from and up to (without) an index. */
type Found = Named & { from: number; to: number };

const cropsByName = new Map(
  crops.flatMap((crop) =>
    [...crop.names, ...crop.said].map((name): [string, Named] => [
      plain(name),
      { crop, name: plain(name) },
    ]),
  ),
);
const guessableByLetter = new Map<string | undefined, Named[]>();
for (const named of cropsByName.values()) {
  if (named.name.length < GUESSED_LETTERS_MIN) continue;
  guessableByLetter.set(named.name[0], [...(guessableByLetter.get(named.name[0]) ?? []), named]);
}

/**
 * The crop that a product's name says, in English, Swahili or both, with one typing error from five
 * letters on; null when in doubt.
 */
export function guessCrop(name: string): Crop | null {
  const words = plain(name).split(' ');
  // A name that is written as it should be is not a misspelling of another: "Money Maker tomatoes"
  // are no honey.
  const found = findNames(words, namedExactly);
  const named = found.length > 0 ? found : findNames(words, namedNearly);
  const crop = named[0]?.crop;
  if (!crop || named.some((other) => other.crop !== crop)) return null;
  const rest = words.filter(
    (_, index) => !named.some(({ from, to }) => from <= index && index < to),
  );
  return rest.some((word) => singulars(word).some((singular) => otherThings.has(singular)))
    ? null
    : crop;
}

/** The names in some words, the longest first, none of which overlap. */
function findNames(words: string[], nameOf: (phrase: string) => Named | null): Found[] {
  const candidates: Found[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(from + WORDS_MAX, words.length); to++) {
      const named = nameOf(words.slice(from, to).join(' '));
      if (named) candidates.push({ ...named, from, to });
    }
  }
  const found: Found[] = [];
  for (const candidate of candidates.sort((a, b) => b.name.length - a.name.length)) {
    if (found.every(({ from, to }) => candidate.to <= from || to <= candidate.from))
      found.push(candidate);
  }
  return found;
}

function namedExactly(phrase: string): Named | null {
  for (const singular of singulars(phrase)) {
    const named = cropsByName.get(singular);
    if (named) return named;
  }
  return null;
}

/**
 * The first letter is seldom wrong, and many other words begin with another: "money" and "honey".
 */
function namedNearly(phrase: string): Named | null {
  if (phrase.length < GUESSED_LETTERS_MIN || generalWords.has(phrase)) return null;
  for (const singular of singulars(phrase)) {
    const near = guessableByLetter
      .get(singular[0])
      ?.find(({ name }) => editDistance(singular, name, 1) <= 1);
    if (near) return near;
  }
  return null;
}

/** As it is, and without an English plural. */
function singulars(word: string): string[] {
  if (!word.endsWith('s')) return [word];
  return [
    word,
    word.slice(0, -1),
    ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
    word.replace(/ies$/, 'y'),
  ];
}

/**
 * Small letters and figures with one blank between two words. An apostrophe belongs to its word:
 * ng'ombe.
 */
export function plain(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return (words ?? []).join(' ');
}
