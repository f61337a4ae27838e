import * as z from 'zod/mini';
import { isSameHash, sha256 } from './hashes.ts';

export type OperatorKey = { name: string; keyHash: string };

const ONE = /^([\w.-]{1,40}):([0-9a-f]{64})$/i;

/** `amina:<SHA-256 of her key>,juma:…`, as `npm run operator -- new-key` prints them. */
export const operatorsSetting = z._default(
  z.string().check(
    z.refine(
      (text) => pairsOf(text).every((pair) => ONE.test(pair)),
      'must be names and key hashes: amina:4f5b…,juma:77c0…',
    ),
    z.refine((text) => {
      const names = parseOperators(text).map(({ name }) => name);
      return new Set(names).size === names.length;
    }, 'must name nobody twice'),
  ),
  '',
);

export function parseOperators(text: string): OperatorKey[] {
  return pairsOf(text).flatMap((pair) => {
    const [, name, keyHash] = ONE.exec(pair) ?? [];
    return name && keyHash ? [{ name, keyHash: keyHash.toLowerCase() }] : [];
  });
}

const pairsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** A key has 256 random bits, so a plain hash is safe. */
export function findOperator(operators: readonly OperatorKey[], key: string): string | null {
  const hash = sha256(key);
  return operators.find(({ keyHash }) => isSameHash(keyHash, hash))?.name ?? null;
}
