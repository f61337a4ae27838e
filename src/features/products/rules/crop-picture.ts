import type { Category } from './categories.ts';
import { drawnCrops } from './drawn-crops.ts';

/*
 * Finds the drawn picture of a crop, for a product without photos. A name is searched for those of
 * the crops, longer ones first, so that "sweet potatoes" is not taken for potatoes or "green grams"
 * for greens. Without a known word the category has a picture.
 */
const groups: Record<Category, string> = {
  Cereals: 'cereals',
  Legumes: 'legumes',
  Vegetables: 'vegetables',
  Fruits: 'fruits',
  'Root Crops': 'root-crops',
  'Dairy & eggs': 'dairy',
  Other: 'other',
};

const pictures = new Map([
  ['mboga', 'kale'],
  ...Object.entries(drawnCrops).flatMap(([picture, words]) =>
    words.split(',').map((word): [string, string] => [word, picture]),
  ),
]);
const WORDS_MAX = 3;

/**
 * The crop that a product's name says, as it was written: the longest known word; null if there is
 * none. Looked for are whole words with an English plural, so that neither an eggplant has eggs in
 * it nor tea a steak; in a table, for a pattern of each word kept a phone busy for a quarter of a
 * second.
 */
export function findCropWord(name: string): string | null {
  const said = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  let longest = '';
  for (let from = 0; from < said.length; from++) {
    for (let to = from + 1; to <= Math.min(from + WORDS_MAX, said.length); to++) {
      const phrase = said.slice(from, to).join(' ');
      for (const word of [phrase, phrase.replace(/s$/, ''), phrase.replace(/es$/, '')]) {
        if (pictures.has(word) && word.length > longest.length) longest = word;
      }
    }
  }
  return longest || null;
}

type Drawn = { name: string; category: Category; crop?: string | null | undefined };

/**
 * The path of a product's picture, by its crop (whose id's words are a name of it), else by its
 * name or by its category.
 */
export const cropPicture = ({ name, category, crop }: Drawn): string =>
  `/art/crops/${pictureOf(crop?.replaceAll('-', ' ') ?? '') ?? pictureOf(name) ?? groups[category]}.svg`;

const pictureOf = (words: string) => pictures.get(findCropWord(words) ?? '');

/** Every picture that can be the answer. */
export const cropPictures: readonly string[] = [
  ...new Set(pictures.values()),
  ...Object.values(groups),
].map((picture) => `/art/crops/${picture}.svg`);
