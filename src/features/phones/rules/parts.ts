/* The words and numbers of an SMS with their meanings. */

import { readTokens, type Token } from './read-tokens.ts';
import { isPhrase, type Meaning, meaningOf, nearVerb, strengthOf, type VerbName } from './words.ts';

/** `means`: null for numbers, signs, and words that are not listed. */
export type Part = Token & { means: Meaning | null };

export function readParts(plain: string): Part[] {
  const tokens = withPhrases(readTokens(plain));
  const parts: Part[] = tokens.map((token, at) => {
    const means = token.kind === 'word' ? meaningOf(token.text) : null;
    return { ...token, means: isAbbreviation(tokens, at) ? SMALL_WORD : means };
  });
  const first = parts.find((part) => part.kind === 'word' && !isFiller(part));
  if (first && !first.means && !parts.some(isVerb)) first.means = nearVerb(first.text);
  return withoutExtraVerbs(parts);
}

/** Two or three words that mean something together become one. */
function withPhrases(tokens: readonly Token[]): Token[] {
  const [first, ...rest] = tokens;
  if (!first) return [];
  for (const more of [rest.slice(0, 2), rest.slice(0, 1)]) {
    const together = [first, ...more];
    const text = together.map((token) => token.text).join(' ');
    if (together.every(({ kind }) => kind === 'word') && more.length > 0 && isPhrase(text)) {
      const end = together.at(-1)?.end ?? first.end;
      return [{ ...first, text, end }, ...withPhrases(tokens.slice(together.length))];
    }
  }
  return [first, ...withPhrases(rest)];
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

/**
 * Beside a stronger verb, "order" only says what the number is, and "OK" is polite. "Ready" stays
 * in a text with several numbers, because one of them may be its own.
 */
function withoutExtraVerbs(parts: readonly Part[]): Part[] {
  const verbs = parts.flatMap((part) => verbOf(part) ?? []);
  const strongest = Math.max(...verbs.map(strengthOf));
  const hasNumbers = parts.filter(isNumber).length > 1;
  return parts.map((part) => {
    const verb = verbOf(part);
    const isExtra = verb && strengthOf(verb) < strongest && !(verb === 'ready' && hasNumbers);
    return isExtra ? { ...part, means: SMALL_WORD } : part;
  });
}

/** "Oda", also where it only says what a number is. */
export const isOrderWord = (token: Token | undefined): boolean =>
  token?.kind === 'word' && verbOf({ means: meaningOf(token.text) }) === 'orders';
export const isNumber = ({ kind }: Token): boolean => kind === 'number';
export const isFiller = ({ means }: Part): boolean => means?.is === 'filler';
/** "Nina", "zipo", "tu": a number beside it is how much there is. */
export const isOwned = ({ means }: Part): boolean => means?.is === 'filler' && !!means.isOwned;
export const isUnit = ({ means }: Part): boolean => means?.is === 'unit';
/** A word that is not listed, or a sign. */
export const isForeign = ({ kind, means }: Part): boolean => kind !== 'number' && means === null;
