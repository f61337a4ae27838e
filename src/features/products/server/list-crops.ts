import { type Crop, crops } from '#features/products/rules/crops.ts';
import { guessCrop, plain } from '#features/products/rules/guess-crop.ts';
import { CROPS_MAX } from '#features/products/rules/limits.ts';
import { cropNamed } from './catalogue/search-patterns.ts';

/** A crop as anyone may read it: `group` is a farmer's category of products. */
export type CropAnswer = { id: string; en: string; sw: string; group: Crop['group'] };

const answerOf = ({ id, english, swahili, group }: Crop): CropAnswer => ({
  id,
  en: english,
  sw: swahili,
  group,
});

const entries = crops.map((crop) => ({ crop, names: [...crop.names, ...crop.said].map(plain) }));

/** How well a crop's names fit what is searched for, the best first. */
const fits: readonly ((name: string, words: string) => boolean)[] = [
  (name, words) => name === words,
  (name, words) => name.startsWith(words),
  (name, words) => name.includes(` ${words}`),
  (name, words) => name.includes(words),
];

/**
 * Those with the shortest such name first, as it is the nearest to what was typed: of "mah"
 * mahindi, before mahindi machanga.
 */
function entriesThat(isFit: (name: string, words: string) => boolean, words: string): Crop[] {
  const fitting = entries.flatMap(({ crop, names }) => {
    const lengths = names.filter((name) => isFit(name, words)).map(({ length }) => length);
    return lengths.length > 0 ? [{ crop, length: words ? Math.min(...lengths) : 0 }] : [];
  });
  return fitting.sort((one, other) => one.length - other.length).map(({ crop }) => crop);
}

/**
 * Crops that have these words in any of their names or varieties, those whose names begin so first;
 * the one that is meant where they are misspelt. Without words the first in alphabetical order.
 * @returns CROPS_MAX at most
 */
export function listCrops({ search = '' }: { search?: string | undefined }): {
  crops: CropAnswer[];
} {
  const words = plain(search);
  // Signs that are no words name no crop.
  if (search && !words) return { crops: [] };
  const found = new Set(fits.flatMap((isFit) => entriesThat(isFit, words)));
  const meant = found.size === 0 ? (cropNamed(words) ?? guessCrop(words)) : null;
  return { crops: [...(meant ? [meant] : found)].slice(0, CROPS_MAX).map(answerOf) };
}

/** The crop that a product's name says; null where none is certain. The id's words say it too. */
export function guessCropOf({ name }: { name: string }): { crop: CropAnswer | null } {
  const crop = guessCrop(name);
  return { crop: crop && answerOf(crop) };
}
