/*
 * Reads an SMS in English or Swahili, in any order and case: "Oda 37 ndio, asante" is "NDIO 37". A
 * text that changes something has only listed words (words.ts), spelled exactly; others may have
 * one wrong letter. Two commands in one text need a number each. Every other text is unclear and
 * answered with a question, also an automatic answer that repeats our words.
 */

import { PIN_LENGTH } from '#accounts/rules/limits.ts';
import { REASON_MAX } from '#orders/rules/limits.ts';
import { QUANTITY_MAX } from '#products/rules/product-facts.ts';
import {
  isFiller,
  isForeign,
  isNumber,
  isOrderWord,
  isOwned,
  isThanks,
  isUnit,
  isVerb,
  orderIdOf,
  plainOf,
  readQuantity,
  unitsOf,
  type Wanted,
  wholeNumbers,
} from './arguments.ts';
import { intentOf, intents, type VerbName } from './intents.ts';
import { readParts, verbOf, type Word } from './words.ts';

/**
 * `amount`: the only number, if it is a quantity. `words`: the unlisted words. `isShort`: not an
 * automatic answer.
 */
export type Unclear = {
  about: VerbName | null;
  number: number | null;
  amount: number | null;
  words: string;
  isShort: boolean;
  /** Only thanks, or only emoji. */
  isThanks: boolean;
};
export type Reading = { language: Language } & (
  | { commands: readonly Wanted[]; unclear?: never }
  | { unclear: Unclear; commands?: never }
);

/** Longer than any command. */
const TEXT_MAX = 400;
const SHORT_MAX = 40;
const COMMANDS_MAX = 5;

export function readText(text: string): Reading {
  const plain = text.length > TEXT_MAX ? '' : plainOf(text);
  const parts = readParts(plain);
  const isShort = plain !== '' && plain.length <= SHORT_MAX;
  const commands =
    readPin(parts) ??
    readOffer(parts) ??
    readAmount(parts) ??
    readRejection(parts, plain) ??
    readClauses(parts, isShort);
  const language = languageOf(parts);
  if (commands && isUnambiguous(commands)) return { language, commands };
  const numbers = parts.flatMap((part) => digitsOf(part) ?? []);
  const afterOrder = parts.slice(parts.findIndex(isOrderWord) + 1);
  const [ordered = numbers[0]] = afterOrder.flatMap((part) => digitsOf(part) ?? []);
  const about = verbOf(parts.find(isVerb));
  const [number = ''] = ordered ? wholeNumbers(ordered) : [];
  const foreign = parts.filter((part) => part.kind === 'word' && isForeign(part));
  return {
    language,
    unclear: {
      about: about === 'sell' && number !== '' ? null : about,
      number: orderIdOf(number),
      amount: numbers.length === 1 ? readQuantity(numbers[0] ?? '') : null,
      words: foreign.map(({ text: word }) => word.toLowerCase()).join(' '),
      isShort,
      isThanks: parts.every(isFiller) && (parts.some(isThanks) || isOnlyEmoji(parts, plain)),
    },
  };
}

const isOnlyEmoji = (parts: readonly Word[], plain: string) =>
  parts.length === 0 && /\p{Extended_Pictographic}/u.test(plain);

/** Replaces letters that look like digits: "3O" may be 30, and "O5" may be 5. */
const digitsOf = ({ kind, text }: Word): string | null =>
  kind !== 'word' && /\d/.test(text)
    ? text
        .replace(/^[Oo]+/, '')
        .replaceAll(/o/gi, '0')
        .replaceAll(/[il]/gi, '1')
    : null;

function readAmount(parts: readonly Word[]): Wanted[] | null {
  const [number, ...moreNumbers] = parts.filter(isNumber);
  if (!number || moreNumbers.length > 0 || parts.some(isForeign) || parts.some(isOrderWord))
    return null;
  const verbs = new Set(parts.flatMap((part) => verbOf(part) ?? []));
  const rejects = verbs.delete('reject');
  verbs.delete('accept');
  verbs.delete('agree');
  const units = new Set(unitsOf(parts));
  const at = parts.indexOf(number);
  const since = parts.slice(0, at).findLastIndex(isVerb) + 1;
  const nextVerb = parts.findIndex((part, nth) => nth > at && isVerb(part));
  const near = parts.slice(since, nextVerb < 0 ? undefined : nextVerb);
  const isAmount = near.some(isOwned) || (units.size > 0 && !rejects);
  const quantity = readQuantity(number.text);
  if (!isAmount || !quantity || quantity > QUANTITY_MAX || verbs.size > 0 || units.size > 1)
    return null;
  const [unit] = units;
  return [{ name: 'part', orderId: null, quantity, ...(unit && { unit }) }];
}

/** Four digits alone, with or without "PIN". */
function readPin(parts: readonly Word[]): Wanted[] | null {
  const [number, ...more] = parts.filter(
    (part) => (!isFiller(part) || isOwned(part)) && verbOf(part) !== 'pin',
  );
  if (!number || more.length > 0 || !isNumber(number)) return null;
  return number.text.length === PIN_LENGTH && /^\d+$/.test(number.text)
    ? [{ name: 'pin', pin: number.text }]
    : null;
}

/** "BEI 12 NDIO", "BEI 12 HAPANA" or "BEI 12 45": the answer to price offer 12. */
function readOffer(parts: readonly Word[]): Wanted[] | null {
  const [price, ...others] = parts.filter((part) => !isFiller(part));
  const [offer, answer, ...more] = others;
  if (price?.spells !== 'price' || !offer || !answer || more.length > 0 || parts.some(isOrderWord))
    return null;
  const offerId = isNumber(offer) ? orderIdOf(offer.text) : null;
  if (offerId === null) return null;
  const verb = verbOf(answer);
  if (verb === 'accept') return [{ name: 'offer', offerId, answer: 'accept' }];
  if (verb === 'reject') return [{ name: 'offer', offerId, answer: 'decline' }];
  const amount = isNumber(answer) ? readQuantity(answer.text) : null;
  return !amount ? null : [{ name: 'offer', offerId, answer: amount }];
}

/** "HAPANA 37 bei ni ndogo" or "hapana imeisha" (none left). */
function readRejection(parts: readonly Word[], plain: string): Wanted[] | null {
  const last = Math.max(parts.findIndex(isVerb), parts.findIndex(isNumber));
  const [beginning, rest] = [parts.slice(0, last + 1), parts.slice(last + 1)];
  const [number, ...moreNumbers] = beginning.filter(isNumber);
  const verbs = beginning.filter(isVerb);
  const isRejection = verbs.length > 0 && verbs.every((verb) => verbOf(verb) === 'reject');
  const orderId = number && moreNumbers.length === 0 ? orderIdOf(number.text) : null;
  const said = new Set(parts.filter((part) => !isFiller(part)).map(verbOf));
  if (!number && said.size === 2 && said.has('reject') && said.has('soldOut'))
    return [{ name: 'reject', orderId: null, reason: verbText(parts, 'soldOut') }];
  if (!isRejection || orderId === null || beginning.some((part) => isForeign(part) || isUnit(part)))
    return null;
  const isReason = rest.some((part) => isForeign(part) || isUnit(part) || isVerb(part));
  const nextVerb = rest.findIndex((part) => {
    const verb = verbOf(part);
    return verb !== null && intentOf(verb).isChange;
  });
  const isNextCommand = nextVerb >= 0 && rest.slice(nextVerb).some(isNumber);
  if (!isReason || isNextCommand) return null;
  const reason = plain.slice(beginning.at(-1)?.end).replace(/^[\s,.:;-]+|[\s,.:;-]+$/gu, '');
  return [{ name: 'reject', orderId, reason: reason.slice(0, REASON_MAX) || null }];
}

const verbText = (parts: readonly Word[], verb: VerbName) =>
  parts.find((part) => verbOf(part) === verb)?.text ?? '';

function readClauses(parts: readonly Word[], isShort: boolean): Wanted[] | null {
  const unique = new Map<string, Wanted>();
  for (const { verb, parts: own } of splitClauses(parts)) {
    const numbers = own.filter(isNumber).map(({ text }) => text);
    const commands = intents[verb].read({
      parts: own,
      numbers,
      whole: numbers.flatMap(wholeNumbers),
      isExact: !own.some((part) => isForeign(part) || isUnit(part)),
      isShort,
    });
    if (!commands) return null;
    for (const command of commands) unique.set(JSON.stringify(command), command);
  }
  return unique.size > 0 ? [...unique.values()] : null;
}

type Clause = { verb: VerbName; parts: Word[] };

/**
 * A clause begins with its verb, or ends with it if the text begins with a number. Two words for
 * the same thing ("ndio nimekubali") make one clause.
 */
function splitClauses(parts: readonly Word[]): Clause[] {
  const verbsAt = parts.flatMap((part, at) => (isVerb(part) ? [at] : []));
  const firstNumber = parts.findIndex(isNumber);
  const isNumberFirst = firstNumber >= 0 && firstNumber < (verbsAt[0] ?? 0);
  const clauses: Clause[] = [];
  for (const [nth, at] of verbsAt.entries()) {
    const verb = verbOf(parts[at]);
    const [before, next] = [verbsAt[nth - 1], verbsAt[nth + 1]];
    const from = isNumberFirst ? (before ?? -1) + 1 : at;
    const until = isNumberFirst ? at + 1 : next;
    const own = parts.slice(
      before === undefined ? 0 : from,
      next === undefined ? undefined : until,
    );
    const last = clauses.at(-1);
    const isBothNumbered = own.some(isNumber) && last?.parts.some(isNumber);
    if (last && last.verb === verb && !isBothNumbered) last.parts.push(...own);
    else if (verb) clauses.push({ verb, parts: own });
  }
  return clauses;
}

function isUnambiguous(commands: readonly Wanted[]): boolean {
  if (commands.length === 1) return true;
  const targets = commands.map((command) => {
    if (command.name === 'count' || command.name === 'soldOut') return `product ${command.number}`;
    if (command.name === 'part' || !intentOf(command.name).isChange) return null;
    return 'orderId' in command && command.orderId ? `order ${command.orderId}` : null;
  });
  const isEachOwn = !targets.includes(null) && new Set(targets).size === targets.length;
  const rejections = commands.filter(({ name }) => name === 'reject');
  return isEachOwn && rejections.length <= 1 && commands.length <= COMMANDS_MAX;
}

/** Swahili by default. */
function languageOf(parts: readonly Word[]): Language {
  const words = parts.flatMap(({ means }) =>
    means && 'language' in means && means.language ? [means] : [],
  );
  return (words.find(({ is }) => is === 'verb') ?? words[0])?.language ?? 'sw';
}
