import { fold, foldedWords } from '#rules/text/fold.ts';
import { drawnCrops } from './drawn-crops.ts';
import type { Category } from './product-facts.ts';

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
    words.split(',').map((word): [string, string] => [fold(word), picture]),
  ),
]);
const WORDS_MAX = 3;

/**
 * Matches whole words with an optional English plural: an eggplant is not an egg. Longer crop names
 * win, so that "sweet potatoes" do not count as potatoes. Testing a pattern for each word kept a
 * phone busy for a quarter of a second.
 */
export function findCropWord(name: string) {
  const said = foldedWords(name);
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

/** The words of a crop's id are one of its names. */
export const cropPicture = ({ name, category, crop }: Drawn) =>
  `/art/crops/${pictureOf(crop?.replaceAll('-', ' ') ?? '') ?? pictureOf(name) ?? groups[category]}.svg`;

const pictureOf = (words: string) => pictures.get(findCropWord(words) ?? '');
