/*
 * "Ndio,37 👍" is the word "Ndio" and the number 37. Emoji, quotes and punctuation are dropped.
 * Signs that could change the meaning (a minus, a question mark, a thumb down) become an `odd`
 * token, which no command has.
 */

import type { Language } from '#platform/rules/language.ts';
import { withPlainMarks } from '#platform/rules/text/fold.ts';
import type { Unit } from '#products/rules/product.ts';

export type Token = {
  kind: 'word' | 'number' | 'odd';
  text: string;
  at: number;
  end: number;
};

const TOKENS =
  /\d+[Oo][\dOo]*(?!\p{L})|(?<![\p{L}\d])[OoIl]\d[\dOo]*(?!\p{L})|(?<number>\d+(?:[.,]\d+)*)|(?<word>\p{L}[\p{L}\p{M}]*(?:'\p{L}[\p{L}\p{M}]*)*)|👎|❌|🚫|❎|🙅|[?%@$£€¥\p{N}]|(?<![\p{L}\d])[-+](?=\d)/gu;

export const plainOf = (text: string): string =>
  withPlainMarks(text.normalize('NFKC'))
    .replaceAll(/[\p{C} ]+/gu, ' ')
    .trim();

export const readTokens = (plain: string): Token[] =>
  [...plain.matchAll(TOKENS)].map(({ 0: text, index: at, groups }) => ({
    kind: groups?.number === undefined ? (groups?.word === undefined ? 'odd' : 'word') : 'number',
    text,
    at,
    end: at + text.length,
  }));

/** "40,2674" is two numbers. */
export const wholeNumbers = (text: string): string[] => text.split(/[.,]/);

/** "2.5", "2,5" or "1,000.5"; null if the number is ambiguous. */
export function readQuantity(text: string): number | null {
  if (/^\d{1,7}(?:[.,]\d{1,2})?$/.test(text)) return Number(text.replace(',', '.'));
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,2})?$/.test(text)) return Number(text.replaceAll(',', ''));
  return null;
}

export type Meaning<Verb = string> =
  | { is: 'verb'; verb: Verb; language: Language }
  | { is: 'filler'; language: Language | null; isOwned?: true; isThanks?: true }
  | { is: 'product' }
  | { is: 'unit'; unit: Unit };

/** `spells`: the correctly spelled verb, also where it only says what a number is. */
export type Part<Verb = string> = Token & { means: Meaning<Verb> | null; spells: Verb | null };

export const isVerb = ({ means }: Part): boolean => means?.is === 'verb';
export const isOrderWord = ({ spells }: Part): boolean => spells === 'orders';
export const isNumber = ({ kind }: Token): boolean => kind === 'number';
export const isFiller = ({ means }: Part): boolean => means?.is === 'filler';
/** A number beside "nina", "zipo" or "tu" is a quantity. */
export const isOwned = ({ means }: Part): boolean => means?.is === 'filler' && !!means.isOwned;
export const isThanks = ({ means }: Part): boolean => means?.is === 'filler' && !!means.isThanks;
export const isUnit = ({ means }: Part): boolean => means?.is === 'unit';
export const isForeign = ({ kind, means }: Part): boolean => kind !== 'number' && means === null;

export const unitsOf = (parts: readonly Part[]) =>
  parts.flatMap(({ means }) => (means?.is === 'unit' ? [means.unit] : []));
