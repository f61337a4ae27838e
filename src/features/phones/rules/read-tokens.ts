/*
 * Splits an SMS into words and numbers: "Ndio,37 👍" is the word "Ndio" and the number 37. Emoji,
 * quotes and punctuation are dropped. What could change the meaning of a number or a sentence (a
 * sign, a question mark, a thumb that points down, a letter O or I in a number) stays, as an `odd`
 * token that no command has.
 */

import { withPlainMarks } from '#platform/rules/text/fold.ts';

/** `at` and `end`: its place in the text. */
export type Token = {
  kind: 'word' | 'number' | 'odd';
  text: string;
  at: number;
  end: number;
};

const TOKENS =
  /\d+[Oo][\dOo]*(?!\p{L})|(?<![\p{L}\d])[OoIl]\d[\dOo]*(?!\p{L})|(?<number>\d+(?:[.,]\d+)*)|(?<word>\p{L}[\p{L}\p{M}]*(?:'\p{L}[\p{L}\p{M}]*)*)|👎|❌|🚫|❎|🙅|[?%@$£€¥\p{N}]|(?<![\p{L}\d])[-+](?=\d)/gu;

/** Without control characters and repeated spaces, and with plain digits and letters. */
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

/** "40,2674" as two whole numbers. */
export const wholeNumbers = (text: string): string[] => text.split(/[.,]/);

/** "2.5", "2,5" and "1,000.5" as a quantity; null if it is unclear which number is meant. */
export function readQuantity(text: string): number | null {
  if (/^\d{1,7}(?:[.,]\d{1,2})?$/.test(text)) return Number(text.replace(',', '.'));
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,2})?$/.test(text)) return Number(text.replaceAll(',', ''));
  return null;
}
