/*
 * "Ndio,37 👍" is the word "Ndio" and the number 37. Emoji, quotes and punctuation are dropped.
 * Signs that could change the meaning (a minus, a question mark, a thumb down) become an `odd`
 * token, which no command has.
 */

import { HANDOVER_CODE_LENGTH } from '#orders/rules/limits.ts';
import type { Unit } from '#products/rules/product.ts';
import { QUANTITY_MAX } from '#products/rules/product-facts.ts';
import { ID_MAX } from '#rules/limits.ts';
import { withPlainMarks } from '#rules/text/fold.ts';

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

type None = unknown;
type Arguments = {
  /** `from`: where the list begins. */
  orders: { from?: number };
  stock: { from?: number };
  /**
   * `quantities`: in the order of the lines. `weighingSeen`: the weighing whose difference the
   * buyer answers.
   */
  accept: {
    orderId: number;
    quantities?: readonly number[];
    unit?: Unit;
    weighingSeen?: number;
  };
  reject: { orderId: number; reason: string | null; weighingSeen?: number };
  /** An accepted order that is rejected is cancelled. */
  cancel: { orderId: number; reason: string | null };
  dispatch: { orderId: number };
  ready: { orderId: number };
  /** In kilograms, in the order of the lines. */
  weigh: { orderId: number; weights: readonly number[] };
  complete: { orderId: number; code: string };
  /** `number`: the product's number in the last list. */
  count: { number: number; quantity: number; unit?: Unit };
  /** From a list on the USSD screen, never from an SMS. */
  countChosen: { productId: number; quantity: number };
  soldOut: { number: number };
  /** A number is another price in KES. */
  offer: { offerId: number; answer: 'accept' | 'decline' | number };
  skip: { standingOrderId: number };
  fill: { lotId: number; quantity: number; unit?: Unit };
  /** Waits in line for what is not left. */
  queue: { lotId: number; quantity: number; unit?: Unit };
  /** To a share that a clerk proposed. */
  share: { lotId: number; isYes: boolean };
  price: { words: string };
  sell: { words: string };
  agree: { orderId?: number };
  /** Shown on the screen that asks for an SMS from this number. */
  verify: { code: string };
  pin: { pin: string };
  pinHelp: None;
  money: None;
  help: None;
  stop: None;
  start: None;
  join: None;
};

export type Command = {
  [Name in keyof Arguments]: { name: Name } & Arguments[Name];
}[keyof Arguments];

export type Unnumbered =
  | { name: 'accept' | 'dispatch' | 'ready'; orderId: null }
  | { name: 'reject'; orderId: null; reason?: string }
  | { name: 'complete'; orderId: null; code: string }
  /** "Niko na kilo 15": the farmer has 15 kg. */
  | { name: 'part'; orderId: null; quantity: number; unit?: Unit };
export type Wanted = Command | Unnumbered;

export type Waiting = { command: Wanted; for: 'pin' } | { command: Command; for: 'agree' };

export const PRICE_WORDS_MAX = 40;

/**
 * `isExact`: all its words are listed, and none is a unit. `isShort`: the whole text is a few
 * words.
 */
export type Clause = {
  parts: readonly Part[];
  numbers: readonly string[];
  whole: readonly string[];
  isExact: boolean;
  isShort: boolean;
};
export type Read = (clause: Clause) => readonly Wanted[] | null;

export function readAlone(name: 'money' | 'help' | 'join'): Read {
  return ({ numbers, isExact, isShort }) =>
    (isExact || isShort) && numbers.length === 0 ? [{ name }] : null;
}

/** "Acha oda" may be about an order. */
export function readSwitch(name: 'stop' | 'start'): Read {
  return ({ parts, numbers, isExact }) =>
    isExact && numbers.length === 0 && !parts.some(isOrderWord) ? [{ name }] : null;
}

export function readSteps(name: 'accept' | 'dispatch' | 'ready' | 'reject'): Read {
  return (clause) => {
    const { whole, isExact } = clause;
    if (!isExact)
      return name === 'accept' || name === 'reject' ? readShare(name === 'accept', clause) : null;
    if (whole.length === 0) return [{ name, orderId: null }];
    const steps = whole.flatMap((number): Wanted[] => {
      const orderId = orderIdOf(number);
      if (orderId === null) return [];
      return [name === 'reject' ? { name, orderId, reason: null } : { name, orderId }];
    });
    return steps.length === whole.length ? steps : null;
  };
}

export const orderIdOf = (digits: string): number | null =>
  /^[1-9]\d{0,9}$/.test(digits) && Number(digits) <= ID_MAX ? Number(digits) : null;

export const isProductNumber = (digits: string) => /^[1-9]\d{0,2}$/.test(digits);

/**
 * "NDIO 512 38kg", "NDIO 512 12 kilo 8.5 kilo" or "NDIO 512 38.5". Null without a unit or a decimal
 * point: "NDIO 512 38" may be two orders (findAccepted).
 */
export function readPart({ parts, numbers }: Clause): Wanted[] | null {
  const [unit, ...otherUnits] = unitsOf(parts);
  const [number = '', ...amounts] = numbers;
  const isPart = unit !== undefined || amounts.some((amount) => amount.includes('.'));
  const orderId = orderIdOf(number);
  if (!isPart || orderId === null || amounts.length === 0) return null;
  if (parts.some(isForeign) || otherUnits.some((other) => other !== unit)) return null;
  const quantities = readQuantities(amounts);
  return quantities && [{ name: 'accept', orderId, quantities, ...(unit && { unit }) }];
}

export function readWeights({ parts, numbers }: Clause): Wanted[] | null {
  const [number = '', ...amounts] = numbers;
  const orderId = orderIdOf(number);
  const weights = readQuantities(amounts);
  const isInKilograms = unitsOf(parts).every((unit) => unit === 'kg');
  if (orderId === null || !weights || amounts.length === 0) return null;
  return isInKilograms && !parts.some(isForeign) ? [{ name: 'weigh', orderId, weights }] : null;
}

/** "JAZA 12 200" or "JAZA 12 200 kg": a share of lot 12. */
export const readFill =
  (name: 'fill' | 'queue'): Read =>
  ({ parts, numbers }) => {
    const [id = '', amount = '', ...more] = numbers;
    const [unit, ...otherUnits] = unitsOf(parts);
    const [lotId, quantity] = [orderIdOf(id), readQuantity(amount)];
    if (lotId === null || !quantity || quantity > QUANTITY_MAX) return null;
    if (more.length + otherUnits.length > 0 || parts.some(isForeign)) return null;
    return [{ name, lotId, quantity, ...(unit && { unit }) }];
  };

/** "NDIO LOT 12" or "LOT 12 HAPANA". */
function readShare(isYes: boolean, { parts, numbers }: Clause): Wanted[] | null {
  const lotId = orderIdOf(String(numbers));
  const said = parts.flatMap((part) => (isForeign(part) ? part.text.toLowerCase() : []));
  return String(said) === 'lot' && lotId ? [{ name: 'share', lotId, isYes }] : null;
}

function readQuantities(amounts: readonly string[]): number[] | null {
  const quantities = amounts.map(readQuantity);
  return quantities.some((quantity) => quantity === null || quantity > QUANTITY_MAX)
    ? null
    : quantities.map(Number);
}

/** "MSIMBO 40 2674", "msimbo 2674 oda 40" or, for the only order on its way, "MSIMBO 2674". */
export function readHandover({ parts, whole, isExact }: Clause): Wanted[] | null {
  const isOrderLast = isOrderBeforeLastNumber(parts);
  const [code = '', orderNumber, ...more] = isOrderLast ? whole : whole.toReversed();
  if (!isExact || more.length > 0 || code.length !== HANDOVER_CODE_LENGTH) return null;
  if (orderNumber === undefined)
    return isOrderLast ? null : [{ name: 'complete', orderId: null, code }];
  const orderId = orderIdOf(orderNumber);
  return orderId === null ? null : [{ name: 'complete', orderId, code }];
}

function isOrderBeforeLastNumber(parts: readonly Part[]): boolean {
  const last = parts.findLastIndex(isNumber);
  const before = parts.slice(0, Math.max(0, last));
  return before.slice(before.findLastIndex(isNumber) + 1).some(isOrderWord);
}

/** "STOKI", "STOKI 6" (the list from there) or "STOKI 1 60kg". */
export function readStock({ parts, numbers }: Clause): Wanted[] | null {
  const [unit, ...otherUnits] = unitsOf(parts);
  const [number, quantity, ...more] = numbers;
  if (parts.some(isForeign) || otherUnits.length > 0 || more.length > 0) return null;
  if (number === undefined) return unit ? null : [{ name: 'stock' }];
  if (!isProductNumber(number)) return null;
  if (quantity === undefined) return unit ? null : [{ name: 'stock', from: Number(number) }];
  const counted = readQuantity(quantity);
  // The word for a list may be misspelled, that for a count may not.
  if (!parts.some(({ spells }) => spells === 'stock')) return null;
  if (counted === null || counted > QUANTITY_MAX) return null;
  const count = { name: 'count', number: Number(number), quantity: counted } as const;
  return [{ ...count, ...(unit && { unit }) }];
}

/** Not crops: "bei gani?", "bei zote". */
const noCrops = /^(?:gani|ngapi|zote|yote|aje|all|what|which)$/i;

export function cropWords(parts: readonly Part[]): string {
  const words = parts.filter(
    (part) => part.kind === 'word' && !isVerb(part) && !isUnit(part) && !noCrops.test(part.text),
  );
  const first = words.findIndex((part) => !isFiller(part));
  const last = words.findLastIndex((part) => !isFiller(part));
  return words
    .slice(Math.max(0, first), last + 1)
    .map(({ text }) => text.toLowerCase())
    .join(' ');
}
