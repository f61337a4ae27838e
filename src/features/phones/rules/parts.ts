/* The words and numbers of an SMS with their meanings. */

import { readTokens, type Token } from './read-tokens.ts';
import { type Meaning, meaningOf, nearVerb, type VerbName } from './words.ts';

/** `means`: null for numbers, signs, and words that are not listed. */
export type Part = Token & { means: Meaning | null };

export function readParts(plain: string): Part[] {
  const tokens = readTokens(plain);
  const parts: Part[] = tokens.map((token, at) => {
    const means = token.kind === 'word' ? meaningOf(token.text) : null;
    return { ...token, means: isAbbreviation(tokens, at) ? SMALL_WORD : means };
  });
  const first = parts.find((part) => part.kind === 'word' && !isFiller(part));
  if (first && !first.means && !parts.some(isVerb)) first.means = nearVerb(first.text);
  return withoutExtraVerbs(parts);
}

const SMALL_WORD: Meaning = { is: 'filler', language: null };

/** "No" between "order" and its number is short for "number". */
const isAbbreviation = (tokens: readonly Token[], at: number) =>
  tokens[at]?.text.toLowerCase() === 'no' &&
  isOrderWord(tokens[at - 1]) &&
  tokens[at + 1]?.kind === 'number';

export const verbOf = (part: Pick<Part, 'means'> | undefined): VerbName | null =>
  part?.means?.is === 'verb' ? part.means.verb : null;
export const isVerb = (part: Part): boolean => verbOf(part) !== null;

/** Beside another verb, "order" only says what the number is, and "OK" is polite. */
function withoutExtraVerbs(parts: readonly Part[]): Part[] {
  const named = parts.map(verbOf).filter((verb) => verb !== null && verb !== 'orders');
  const hasThird = named.some((verb) => verb !== 'agree');
  return parts.map((part) => {
    const verb = verbOf(part);
    const isExtra = (verb === 'orders' && named.length > 0) || (verb === 'agree' && hasThird);
    return isExtra ? { ...part, means: SMALL_WORD } : part;
  });
}

/** "Oda", also where it only says what a number is. */
export const isOrderWord = (token: Token | undefined): boolean =>
  token?.kind === 'word' && verbOf({ means: meaningOf(token.text) }) === 'orders';
export const isNumber = ({ kind }: Token): boolean => kind === 'number';
export const isFiller = ({ means }: Part): boolean => means?.is === 'filler';
export const isUnit = ({ means }: Part): boolean => means?.is === 'unit';
/** A word that is not listed, or a sign. */
export const isForeign = ({ kind, means }: Part): boolean => kind !== 'number' && means === null;
