import { HANDOVER_CODE_LENGTH } from '#features/orders/rules/limits.ts';
import { hmac, isSameHash } from '#platform/server/hashes.ts';

type Coded = { id: number; weighing: number };

/**
 * The digits that the buyer shows at the handover. They are derived, so that no database dump
 * contains them. Each weighing of the goods has its own, so that the code agrees to its weights.
 */
export const handoverCode = (secret: string, order: Coded): string =>
  codesOf(secret, order).at(-1) ?? '';

/** Whether this was the order's code before the goods were weighed again. */
export const isEarlierCode = (secret: string, order: Coded, given: string): boolean =>
  codesOf(secret, order)
    .slice(0, -1)
    .some((code) => isSameHash(given, code));

/** The codes of all weighings, oldest first. No two are equal. */
function codesOf(secret: string, { id, weighing }: Coded): string[] {
  const codes: string[] = [];
  for (let at = 0; at <= weighing; at += 1) {
    const subject = at === 0 ? String(id) : `${id} ${at}`;
    let number = Number.parseInt(hmac(secret, 'handover', subject).slice(0, 12), 16);
    while (codes.includes(digitsOf(number))) number += 1;
    codes.push(digitsOf(number));
  }
  return codes;
}

const digitsOf = (number: number): string =>
  String(number % 10 ** HANDOVER_CODE_LENGTH).padStart(HANDOVER_CODE_LENGTH, '0');
