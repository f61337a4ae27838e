import * as z from 'zod/mini';
import { fieldError, latitude, line, longitude, rowId, searchLine } from '#rules/fields.ts';
import { fold } from '#rules/text/fold.ts';
import { editDistance } from '#rules/text/spelling.ts';
import { type Crop, crops, findCrop } from './crops.ts';
import { CROP_ID_MAX, PRODUCT_NAME_MAX } from './product-facts.ts';

/** Apart from the form's schema, so that browsers need not load the list of crops. */
export const isKnownCrop = z.refine<{ crop?: string | null | undefined }>(
  ({ crop }) => !crop || findCrop(crop) !== null,
  {
    path: ['crop'],
    ...fieldError('cropUnknown'),
  },
);

export const cropId = line('cropNeeded').check(
  z.minLength(1, fieldError('cropNeeded')),
  z.maxLength(CROP_ID_MAX, fieldError('cropNeeded')),
);

const words = searchLine().check(z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong')));

export const listCropsInput = z.object({ search: z.optional(words) });
export const guessCropInput = z.object({ name: words });

/** Leaves out the farm of `productId`. Without a position the cheapest per kg come first. */
export const cropOffersInput = z.object({
  crop: cropId,
  productId: z.optional(rowId),
  latitude: z.optional(latitude),
  longitude: z.optional(longitude),
});

/** Shorter words have too many similar ones: "pea" and "tea". */
const GUESSED_LETTERS_MIN = 5;
const WORDS_MAX = 4;

/** A product with one of these words is not the crop itself. */
const otherThings = new Set(
  `seed seedling sapling sucker cutting vine plant tree mbegu miche mche shina mti miti
  feed meal bran germ husk stalk straw silage fertilizer fertiliser manure compost agricultural chakula pumba mbolea samadi
  oil flour powder paste juice jam sauce chip crisp cake bread wine vinegar soup snack mafuta unga juisi sosi mkate keki uji ugali
  soap lotion rope fibre sabuni kamba`.split(/\s+/),
);

/**
 * Correctly spelt, these are no misspelt crop names: "mboga" (vegetables) is not "maboga"
 * (pumpkins).
 */
const generalWords = new Set(['mboga', 'matunda', 'mazao', 'nafaka', 'nyama', 'samaki']);

type Named = { crop: Crop; name: string };
type Found = Named & { from: number; to: number };

const cropsByName = new Map(
  crops.flatMap((crop) =>
    [...crop.names, ...crop.said].map((name): [string, Named] => [
      fold(name),
      { crop, name: fold(name) },
    ]),
  ),
);
const guessableByLetter = new Map<string | undefined, Named[]>();
for (const named of cropsByName.values()) {
  if (named.name.length < GUESSED_LETTERS_MIN) continue;
  guessableByLetter.set(named.name[0], [...(guessableByLetter.get(named.name[0]) ?? []), named]);
}

/**
 * The longest crop name wins. The rest of the name must not name another crop ("maize and beans")
 * or thing ("tomato seedlings"). No crop is better than a wrong one, because prices are compared by
 * crop. Words of five or more letters may have one typing error.
 */
export function guessCrop(name: string): Crop | null {
  const words = fold(name).split(' ');
  // An exact name is never a misspelling of another one: "Money Maker tomatoes" are not honey.
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

/** The first letter is seldom wrong: "money" is not "honey". */
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

function singulars(word: string) {
  if (!word.endsWith('s')) return [word];
  return [
    word,
    word.slice(0, -1),
    ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
    word.replace(/ies$/, 'y'),
  ];
}
