/*
 * An unlisted word is never ignored: its text changes nothing and is answered with a question.
 * Words joined by "_" mean something else together: "no problem" rejects nothing.
 */

import { type Crop, crops } from '#products/rules/crops.ts';
import type { Unit } from '#products/rules/product.ts';
import { type County, counties } from '#rules/counties.ts';
import { languages } from '#rules/language.ts';
import { foldedLetters, foldedWords } from '#rules/text/fold.ts';
import {
  isFiller,
  isNumber,
  isVerb,
  type Meaning,
  type Part,
  readTokens,
  type Token,
} from './arguments.ts';
import { intentOf, intents, type VerbName, wordOf } from './intents.ts';

export type Word = Part<VerbName>;

/**
 * "Not", "if", "or" and "tomorrow" change a meaning and are not listed. A number beside one of
 * `owned` is a quantity.
 */
const fillers: Record<Language, string> = {
  en: 'please pls plz kindly you hello hi hey dear sir madam boss i we am been it its is are the a an my your for of to and on in at from that this want would like now today out up number num no_problem no_worries well_received but',
  sw: 'tafadhali tafadhari naomba sana mkuu bwana bosi ndugu rafiki dada kaka mama baba jambo hujambo habari mambo salamu mimi sisi nataka ningependa hii hiyo hizi hizo ile zile yangu zangu yako ya za la wa cha kwa ni na kwenye katika huko basi kabisa sasa leo kuna hakuna_shida hapana_shida hakuna_matata hakuna_noma lakini ila hiyo_bei bei_hiyo nambari namba nambali',
};

const thanks: Record<Language, string> = {
  en: 'thanks thank thankyou thanx thx ty god_bless god_bless_you so_much very_much good_work',
  sw: 'asante asanteni ahsante ahsanteni shukrani shukran nashukuru tunashukuru barikiwa ubarikiwe mbarikiwe mungu_akubariki kazi_nzuri huduma_nzuri',
};

const owned: Record<Language, string> = {
  en: 'have has there left remaining remain only available in_stock still still_there',
  sw: 'iko ziko ipo zipo yapo yako_hapo upo niko tuko nina tuna ninayo ninazo tunayo tunazo nayo nazo nilicho tu pekee imebaki zimebaki yamebaki imebakia zimebakia yamebakia bado_iko bado_ziko bado_ipo bado_zipo bado_yapo bado_niko bado_nina',
};

/** "Bei ni ndogo" does not ask for a price. */
const foreign =
  'bei_ndogo bei_ni_ndogo bei_kidogo bei_ni_kidogo bei_mbaya bei_ni_mbaya bei_iko_chini bei_ni_chini ongeza_bei price_is_low price_too_low low_price lete_pesa leta_pesa tuma_pesa pesa_kwanza punguza_bei badilisha_bei';

/** "Order" and "oda" are verbs, which alone ask for the list. */
const productNouns = 'product products item bidhaa';

const unitWords: Record<Unit, string> = {
  kg: 'kg kgs kilo kilos kilogram kilograms kilogramu',
  bags: 'bag bags gunia magunia',
  pieces: 'piece pieces pcs pisi kipande vipande',
  crates: 'crate crates kreti',
  trays: 'tray trays trei',
  litres: 'litre litres liter liters lita ltr',
  bunches: 'bunch bunches fungu mafungu',
};

const listed = (words: string) => words.split(' ').filter(Boolean);

/** "NDIOO" is "ndio". */
const squeezed = (word: string): string => foldedLetters(word).replaceAll(/(.)\1+/gu, '$1');

const verbNames = Object.keys(intents).filter(
  (name): name is VerbName => 'words' in intents[name as keyof typeof intents],
);
const meanings = new Map<string, Meaning<VerbName>>();
const phrases = new Set<string>();
const add = (words: string, meaning: Meaning<VerbName> | null) => {
  for (const word of listed(words)) {
    if (meaning) meanings.set(squeezed(word), meaning);
    if (word.includes('_')) phrases.add(squeezed(word));
  }
};
for (const language of languages) {
  add(fillers[language], { is: 'filler', language });
  add(thanks[language], { is: 'filler', language, isThanks: true });
  add(owned[language], { is: 'filler', language, isOwned: true });
}
add(foreign, null);
add(productNouns, { is: 'product' });
for (const unit of Object.keys(unitWords) as Unit[]) add(unitWords[unit], { is: 'unit', unit });
for (const verb of verbNames)
  for (const language of languages)
    add(intents[verb].words[language], { is: 'verb', verb, language });

export function readParts(plain: string): Word[] {
  const tokens = withPhrases(readTokens(plain));
  const isDotted = ({ end }: Token) => plain[end] === '.';
  const parts: Word[] = tokens.map((token, at) => {
    const means = meaningOf(token);
    const spells = verbOf({ means });
    return { ...token, spells, means: isAbbreviation(tokens, at, isDotted) ? SMALL_WORD : means };
  });
  const first = parts.find((part) => part.kind === 'word' && !isFiller(part));
  if (first && !first.means && !parts.some(isVerb)) first.means = nearVerb(first.text);
  return withoutExtraVerbs(parts);
}

function withPhrases(tokens: readonly Token[]): Token[] {
  const [first, ...rest] = tokens;
  if (!first) return [];
  for (const more of [rest.slice(0, 2), rest.slice(0, 1)]) {
    const together = [first, ...more];
    const text = together.map((token) => token.text).join(' ');
    if (
      together.every(({ kind }) => kind === 'word') &&
      more.length > 0 &&
      phrases.has(squeezed(text))
    ) {
      const end = together.at(-1)?.end ?? first.end;
      return [{ ...first, text, end }, ...withPhrases(tokens.slice(together.length))];
    }
  }
  return [first, ...withPhrases(rest)];
}

const SMALL_WORD: Meaning<VerbName> = { is: 'filler', language: null };

/** "No" in "order no 12" and "no. 12" is short for "number". */
const isAbbreviation = (
  tokens: readonly Token[],
  at: number,
  isDotted: (token: Token) => boolean,
) => {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.text.toLowerCase() !== 'no' || next?.kind !== 'number') return false;
  return verbOf({ means: meaningOf(before) }) === 'orders' || isDotted(token);
};

export const verbOf = (part: Pick<Word, 'means'> | undefined): VerbName | null =>
  part?.means?.is === 'verb' ? part.means.verb : null;

const meaningOf = (token: Token | undefined) =>
  (token?.kind === 'word' && meanings.get(squeezed(token.text))) || null;

/** "Ready" stays in a text with several numbers, because one of them may be its own. */
function withoutExtraVerbs(parts: readonly Word[]): Word[] {
  const verbs = parts.flatMap((part) => verbOf(part) ?? []);
  const strongest = Math.max(...verbs.map(strengthOf));
  const hasNumbers = parts.filter(isNumber).length > 1;
  return parts.map((part) => {
    const verb = verbOf(part);
    const isExtra = verb && strengthOf(verb) < strongest && !(verb === 'ready' && hasNumbers);
    return isExtra ? { ...part, means: SMALL_WORD } : part;
  });
}

function strengthOf(verb: VerbName): number {
  const { strength = Number.POSITIVE_INFINITY } = intentOf(verb);
  return strength;
}

function nearVerb(word: string): Extract<Meaning<VerbName>, { is: 'verb' }> | null {
  const typed = squeezed(word);
  for (const verb of verbNames) {
    if (!intentOf(verb).isForgiving) continue;
    for (const language of ['sw', 'en'] as const)
      if (isNear(typed, squeezed(wordOf(verb, language)))) return { is: 'verb', verb, language };
  }
  return null;
}

export const isSmall = (word: string): boolean => meanings.get(squeezed(word))?.is === 'filler';

const NEAR_LETTERS_MIN = 3;

/** One letter added, missing or replaced, or two letters swapped. */
export function isNear(one: string, other: string): boolean {
  if (one === other) return true;
  if (
    Math.min(one.length, other.length) < NEAR_LETTERS_MIN ||
    Math.abs(one.length - other.length) > 1
  )
    return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [restOne, restOther] = [one.slice(at), other.slice(at)];
  if (
    restOne.slice(1) === restOther ||
    restOne === restOther.slice(1) ||
    restOne.slice(1) === restOther.slice(1)
  )
    return true;
  return (
    restOne[0] === restOther[1] &&
    restOne[1] === restOther[0] &&
    restOne.slice(2) === restOther.slice(2)
  );
}

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
