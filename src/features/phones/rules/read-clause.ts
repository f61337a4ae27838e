/* Reads one verb of an SMS with the words and numbers around it. */

import { OTP_LENGTH } from '#features/accounts/rules/limits.ts';
import { HANDOVER_CODE_LENGTH } from '#features/orders/rules/limits.ts';
import { QUANTITY_MAX } from '#features/products/rules/limits.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import { PRICE_WORDS_MAX, type Wanted } from './commands.ts';
import {
  isFiller,
  isForeign,
  isNumber,
  isOrderWord,
  isUnit,
  isVerb,
  type Part,
  verbOf,
} from './parts.ts';
import { readQuantity, wholeNumbers } from './read-tokens.ts';
import { isBareVerb, meaningOf, type VerbName } from './words.ts';

/** `isShort`: the whole text is a person's few words, not an automatic answer. */
export type Clause = { verb: VerbName; parts: Part[]; isShort: boolean };

/** Null for an unclear clause. */
export function readClause({ verb: name, parts, isShort }: Clause): Wanted[] | null {
  const numbers = parts.filter(isNumber).map(({ text }) => text);
  const whole = numbers.flatMap(wholeNumbers);
  const isExact = !parts.some((part) => isForeign(part) || isUnit(part));
  if (isBareVerb(name)) return (isExact || isShort) && numbers.length === 0 ? [{ name }] : null;
  switch (name) {
    case 'accept':
      return readPart(parts, numbers) ?? (isExact ? readSteps(name, whole) : null);
    case 'dispatch':
    case 'ready':
    case 'reject':
      return isExact ? readSteps(name, whole) : null;
    case 'weigh':
      return readWeights(parts, numbers);
    case 'complete':
      return isExact ? readHandover(parts, whole) : null;
    case 'stock':
      return readStock(parts, numbers);
    case 'soldOut':
      return isExact && whole.length > 0 && whole.every(isProductNumber) && !parts.some(isOrderWord)
        ? whole.map((number) => ({ name, number: Number(number) }))
        : null;
    case 'orders':
      return isExact || (isShort && whole.length === 0) ? readOrders(whole) : null;
    case 'skip': {
      const [id, ...more] = whole.map(orderIdOf);
      return isExact && id && more.length === 0 ? [{ name, standingOrderId: id }] : null;
    }
    case 'agree': {
      const [orderId, ...more] = whole.map(orderIdOf);
      if (!isExact || orderId === null || more.length > 0) return null;
      return [{ name, ...(orderId !== undefined && { orderId }) }];
    }
    // "Acha oda" may be about an order.
    case 'stop':
    case 'start':
      return isExact && numbers.length === 0 && !parts.some(isOrderWord) ? [{ name }] : null;
    case 'price': {
      const words = cropWords(parts);
      return numbers.length > 0 || words === '' || words.length > PRICE_WORDS_MAX
        ? null
        : [{ name, words }];
    }
    // "Thibitisha oda" may be about an order.
    case 'verify': {
      const code = whole.join('');
      if (!isExact || code.length !== OTP_LENGTH || parts.some(isOrderWord)) return null;
      return [{ name, code }];
    }
    case 'pin':
      return isShort && numbers.length === 0 ? [{ name: 'pinHelp' }] : null;
    case 'sell':
      return isShort ? [{ name, words: cropWords(parts) }] : null;
  }
}

export const orderIdOf = (digits: string): number | null =>
  /^[1-9]\d{0,9}$/.test(digits) && Number(digits) <= ID_MAX ? Number(digits) : null;

const isProductNumber = (digits: string) => /^[1-9]\d{0,2}$/.test(digits);

/**
 * "NDIO 512 38kg", "NDIO 512 12 kilo 8.5 kilo" or "NDIO 512 38.5": the part of an order that there
 * is. Null without a unit or a decimal point: "NDIO 512 38" may be two orders
 * (server/orders/accept-by-sms.ts).
 */
function readPart(parts: readonly Part[], numbers: readonly string[]): Wanted[] | null {
  const [unit, ...otherUnits] = unitsOf(parts);
  const [number = '', ...amounts] = numbers;
  const isPart = unit !== undefined || amounts.some((amount) => amount.includes('.'));
  const orderId = orderIdOf(number);
  if (!isPart || orderId === null || amounts.length === 0) return null;
  if (parts.some(isForeign) || otherUnits.some((other) => other !== unit)) return null;
  const quantities = readQuantities(amounts);
  if (!quantities) return null;
  return [{ name: 'accept', orderId, quantities, ...(unit && { unit }) }];
}

/** "UZITO 512 41.5" or "WEIGHT 512 12kg 8.5kg": what an order weighs at the handover. */
function readWeights(parts: readonly Part[], numbers: readonly string[]): Wanted[] | null {
  const [number = '', ...amounts] = numbers;
  const orderId = orderIdOf(number);
  const weights = readQuantities(amounts);
  const isInKilograms = unitsOf(parts).every((unit) => unit === 'kg');
  if (orderId === null || !weights || amounts.length === 0) return null;
  return isInKilograms && !parts.some(isForeign) ? [{ name: 'weigh', orderId, weights }] : null;
}

const unitsOf = (parts: readonly Part[]) =>
  parts.flatMap(({ means }) => (means?.is === 'unit' ? [means.unit] : []));

function readQuantities(amounts: readonly string[]): number[] | null {
  const quantities = amounts.map(readQuantity);
  return quantities.some((quantity) => quantity === null || quantity > QUANTITY_MAX)
    ? null
    : quantities.map(Number);
}

/** "NDIO 35, 36", or "NDIO" for the only order that it can mean. */
function readSteps(
  name: 'accept' | 'dispatch' | 'ready' | 'reject',
  numbers: readonly string[],
): Wanted[] | null {
  if (numbers.length === 0) return [{ name, orderId: null }];
  const steps = numbers.flatMap((number): Wanted[] => {
    const orderId = orderIdOf(number);
    if (orderId === null) return [];
    return [name === 'reject' ? { name, orderId, reason: null } : { name, orderId }];
  });
  return steps.length === numbers.length ? steps : null;
}

/** "MSIMBO 40 2674", "msimbo 2674 oda 40" or, for the only order on its way, "MSIMBO 2674". */
function readHandover(parts: readonly Part[], numbers: readonly string[]): Wanted[] | null {
  const isOrderLast = isOrderBeforeLastNumber(parts);
  const [code = '', orderNumber, ...more] = isOrderLast ? numbers : numbers.toReversed();
  if (more.length > 0 || code.length !== HANDOVER_CODE_LENGTH) return null;
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
function readStock(parts: readonly Part[], numbers: readonly string[]): Wanted[] | null {
  const [unit, ...otherUnits] = unitsOf(parts);
  const [number, quantity, ...more] = numbers;
  if (parts.some(isForeign) || otherUnits.length > 0 || more.length > 0) return null;
  if (number === undefined) return unit ? null : [{ name: 'stock' }];
  if (!isProductNumber(number)) return null;
  if (quantity === undefined) return unit ? null : [{ name: 'stock', from: Number(number) }];
  const counted = readQuantity(quantity);
  if (!isSpelledRight(parts) || counted === null || counted > QUANTITY_MAX) return null;
  const count = { name: 'count', number: Number(number), quantity: counted } as const;
  return [{ ...count, ...(unit && { unit }) }];
}

/** A list may be misspelled, a count may not. */
const isSpelledRight = (parts: readonly Part[]) =>
  parts.some(({ text }) => verbOf({ means: meaningOf(text) }) === 'stock');

function readOrders(numbers: readonly string[]): Wanted[] | null {
  const [from, ...more] = numbers.map(orderIdOf);
  if (from === null || more.length > 0) return null;
  return [{ name: 'orders', ...(from !== undefined && { from }) }];
}

/** The words that are neither verbs nor units, without small words at both ends. */
function cropWords(parts: readonly Part[]): string {
  const words = parts.filter((part) => part.kind === 'word' && !isVerb(part) && !isUnit(part));
  const first = words.findIndex((part) => !isFiller(part));
  const last = words.findLastIndex((part) => !isFiller(part));
  return words
    .slice(Math.max(0, first), last + 1)
    .map(({ text }) => text.toLowerCase())
    .join(' ');
}
