import { type County, counties } from '#platform/rules/counties.ts';
import type { Language } from '#platform/rules/language.ts';
import { foldedLetters, foldedWords } from '#platform/rules/text/fold.ts';
import { type Crop, crops } from '#products/rules/crops.ts';
import { isNear, isSmall } from './words.ts';

type Priced = { crop: Crop; county: County | null };

/** "nyanya nakuru" or "tomatoes in nakuru". Each name may have one wrong letter. */
export function findPricedCrop(words: string): Priced | null {
  const typed = foldedWords(words);
  // Names of crops may contain small words, as in "maharagwe ya njano".
  return findIn(typed) ?? findIn(typed.filter((word) => !isSmall(word)));
}

function findIn(typed: readonly string[]): Priced | null {
  for (let split = typed.length; split > 0; split--) {
    const [cropName, countyName] = [typed.slice(0, split).join(''), typed.slice(split).join('')];
    const county =
      countyName === '' ? null : findNamed(counties, (name) => [name], foldedLetters(countyName));
    if (county === undefined) continue;
    const crop = findNamed(
      crops,
      ({ names, english, swahili }) => [...names, english, swahili],
      foldedLetters(cropName),
    );
    if (crop) return { crop, county };
  }
  return null;
}

function findNamed<Named>(
  all: readonly Named[],
  namesOf: (one: Named) => readonly string[],
  typed: string,
): Named | undefined {
  const isCalled = (isSame: (name: string) => boolean) =>
    all.find((one) => namesOf(one).some((name) => isSame(foldedLetters(name))));
  return isCalled((name) => name === typed) ?? isCalled((name) => isNear(name, typed));
}

export const cropName = (crop: Crop, language: Language) =>
  language === 'sw' ? crop.swahili : crop.english;
