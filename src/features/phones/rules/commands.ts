/*
 * The commands that users can send by SMS. Case and spaces don't matter, and a word may be English
 * or Swahili, whatever the user's language. Words that only request information may have one wrong
 * letter. Words that change something must be exact, with nothing after them, so that an automatic
 * answer that repeats our own words is no command.
 */

import { PIN_LENGTH } from '#features/accounts/rules/limits.ts';
import { REASON_MAX } from '#features/orders/rules/limits.ts';
import { QUANTITY_MAX } from '#features/products/rules/limits.ts';
import type { Language } from '#platform/rules/language.ts';
import { ID_MAX } from '#platform/rules/limits.ts';

export type Command =
  | { name: 'money' | 'help' | 'stop' | 'start' | 'agree' | 'join' }
  /** `from`: the order, or the product's number, with which the list begins. */
  | { name: 'orders' | 'stock'; from?: number }
  | { name: 'accept' | 'dispatch'; orderId: number }
  | { name: 'reject'; orderId: number; reason: string | null }
  | { name: 'complete'; orderId: number; code: string }
  /** `number`: the product's number in the last list. */
  | { name: 'count'; number: number; quantity: number }
  /** From a list on the USSD screen, never from an SMS. */
  | { name: 'countChosen'; productId: number; quantity: number }
  | { name: 'soldOut'; number: number }
  | { name: 'price'; words: string }
  | { name: 'pin'; pin: string };

export type Said = { command: Command; language: Language };

type Read = (rest: string) => Command | null;

const alone =
  (name: 'money' | 'help' | 'stop' | 'start' | 'agree' | 'join'): Read =>
  (rest) =>
    rest === '' ? { name } : null;

const numbered = (text: string) =>
  /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= ID_MAX ? Number(text) : null;

const orders: Read = (rest) => {
  const from = numbered(rest);
  if (rest !== '' && from === null) return null;
  return { name: 'orders', ...(from !== null && { from }) };
};

const ofOrder =
  (name: 'accept' | 'dispatch'): Read =>
  (rest) => {
    const orderId = numbered(rest);
    return orderId === null ? null : { name, orderId };
  };

const reject: Read = (rest) => {
  const [, number = '', reason = ''] = /^(\d{1,10})(?:\s+(.*))?$/.exec(rest) ?? [];
  const orderId = numbered(number);
  return orderId === null
    ? null
    : { name: 'reject', orderId, reason: reason.slice(0, REASON_MAX) || null };
};

const complete: Read = (rest) => {
  const [, number = '', code = ''] = /^(\d{1,10})\s+(\d{4})$/.exec(rest) ?? [];
  const orderId = numbered(number);
  return orderId === null ? null : { name: 'complete', orderId, code };
};

const stock: Read = (rest) => {
  if (rest === '') return { name: 'stock' };
  if (isNumber(rest)) return { name: 'stock', from: Number(rest) };
  const [, number = '', quantity = ''] = /^(\d{1,3})\s+(\d{1,7}(?:[.,]\d{1,2})?)$/.exec(rest) ?? [];
  const counted = Number(quantity.replace(',', '.'));
  if (number === '' || Number(number) < 1 || counted > QUANTITY_MAX) return null;
  return { name: 'count', number: Number(number), quantity: counted };
};

/** Whether a text is a product's number. */
const isNumber = (text: string) => /^[1-9]\d{0,2}$/.test(text);

const soldOut: Read = (rest) => (isNumber(rest) ? { name: 'soldOut', number: Number(rest) } : null);

export const PRICE_WORDS_MAX = 40;
const price: Read = (rest) =>
  /\p{L}/u.test(rest) && rest.length <= PRICE_WORDS_MAX
    ? { name: 'price', words: rest.toLowerCase() }
    : null;

const readPin: Read = (rest) =>
  rest.length === PIN_LENGTH && /^\d+$/.test(rest) ? { name: 'pin', pin: rest } : null;

/** `also`: another spelling or an older word. `example`: the text after the word, if the word needs one. */
type Word = {
  en: string;
  sw: string;
  also?: string;
  read: Read;
  isForgiving?: true;
  example?: Record<Language, string>;
};

const OF_ORDER = { en: '5', sw: '5' };

const words: readonly Word[] = [
  { en: 'ORDERS', sw: 'ODA', read: orders, isForgiving: true },
  { en: 'YES', sw: 'NDIO', also: 'NDIYO', read: ofOrder('accept'), example: OF_ORDER },
  { en: 'NO', sw: 'HAPANA', read: reject, example: OF_ORDER },
  { en: 'SENT', sw: 'NIMETUMA', read: ofOrder('dispatch'), example: OF_ORDER },
  {
    en: 'CODE',
    sw: 'MSIMBO',
    // Our older SMS name this word.
    also: 'KODI',
    read: complete,
    example: { en: '5 4821', sw: '5 4821' },
  },
  // Only the list may be misspelled, not a count (readForgivingly).
  { en: 'STOCK', sw: 'STOKI', read: stock, isForgiving: true, example: { en: '1 40', sw: '1 40' } },
  { en: 'SOLD', sw: 'IMEISHA', read: soldOut, example: { en: '1', sw: '1' } },
  {
    en: 'PRICE',
    sw: 'BEI',
    read: price,
    isForgiving: true,
    example: { en: 'TOMATO', sw: 'NYANYA' },
  },
  { en: 'MONEY', sw: 'PESA', read: alone('money'), isForgiving: true },
  { en: 'HELP', sw: 'MSAADA', read: alone('help'), isForgiving: true },
  { en: 'STOP', sw: 'ACHA', read: alone('stop') },
  { en: 'START', sw: 'ANZA', read: alone('start') },
  { en: 'JOIN', sw: 'JIUNGE', read: alone('join'), isForgiving: true },
  { en: 'OK', sw: 'SAWA', read: alone('agree') },
  { en: 'PIN', sw: 'PIN', read: readPin, example: { en: '4821', sw: '4821' } },
];

/** Longer than any command. The rest of a text is ignored. */
const TEXT_MAX = 400;

export function readCommand(text: string): Said | null {
  const plain = plainOf(text);
  const pin = readPin(plain);
  if (pin) return { command: pin, language: 'sw' };
  const [typed, rest] = splitFirst(plain);
  for (const { en, sw, also, read } of words) {
    if (typed !== en && typed !== sw && typed !== also) continue;
    const command = read(rest);
    return command && { command, language: typed === sw || typed === also ? 'sw' : 'en' };
  }
  return readForgivingly(typed, rest);
}

const plainOf = (text: string) =>
  text
    .slice(0, TEXT_MAX)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/^[\s"'.,!]+|[\s"'.,!]+$/gu, '');

/** The first word, in capitals, and the rest. */
function splitFirst(plain: string): [string, string] {
  const [, first = '', rest = ''] = /^(\p{L}+)\s*(.*)$/u.exec(plain) ?? [];
  return [first.toUpperCase(), rest];
}

/**
 * A user who forgets a number writes no more than this. An automatic answer that repeats our words
 * does.
 */
const FORGOTTEN_MAX = 24;

/**
 * An example for a short text that begins with a command's word but is no valid command, such as
 * "YES 5". Null if it begins with no such word.
 */
export function exampleOf(text: string, language: Language): string | null {
  const plain = plainOf(text);
  const [typed] = splitFirst(plain);
  if (plain.length > FORGOTTEN_MAX) return null;
  const word = words.find(({ en, sw, also }) => typed === en || typed === sw || typed === also);
  return word ? `${word[language]} ${word.example?.[language] ?? ''}`.trimEnd() : null;
}

function readForgivingly(typed: string, rest: string): Said | null {
  for (const { en, sw, read, isForgiving } of words) {
    const language = isNear(typed, sw) ? 'sw' : 'en';
    if (!isForgiving || !(isNear(typed, en) || isNear(typed, sw))) continue;
    const command = read(rest);
    if (command && command.name !== 'count') return { command, language };
  }
  return null;
}

const NEAR_LETTERS_MIN = 3;

/**
 * Whether two words differ by one letter (added, missing or replaced) or by two swapped letters.
 */
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
