import { fold } from '#platform/rules/text/fold.ts';
import { guessCrop } from '#products/rules/guess-crop.ts';
import { CROPS_MAX } from '#products/rules/limits.ts';
import { type Crop, crops } from '../rules/crops.ts';
import type { Unit } from '../rules/product.ts';
import { cropNamed } from './catalogue/read-search.ts';

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
