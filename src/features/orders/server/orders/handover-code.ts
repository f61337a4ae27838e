import { HANDOVER_CODE_LENGTH } from '#orders/rules/limits.ts';
import { hmac, isSameHash } from '#platform/server/hashes.ts';

type Coded = { id: number; weighing: number };

/** Derived, so that no database dump contains it. Each weighing has its own code. */
export const handoverCode = (secret: string, order: Coded): string =>
  codesOf(secret, order).at(-1) ?? '';

export const isEarlierCode = (secret: string, order: Coded, given: string): boolean =>
  codesOf(secret, order)
    .slice(0, -1)
    .some((code) => isSameHash(given, code));

/** Oldest first. No two are equal. */
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
