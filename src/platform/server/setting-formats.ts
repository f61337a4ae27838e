import * as z from 'zod/mini';
import { STOP_DELAY_SECONDS_MAX } from '../rules/limits.ts';
import { isSameHash, sha256 } from './hashes.ts';

/** Worded for the person who configures the server. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export const setting = z.optional(z.string());
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
});
export const shortcode = z
  .string()
  .check(z.regex(/^\d{5,7}$/, 'must be a number of 5 to 7 digits'));
export const portNumber = z.coerce
  .number('must be a number')
  .check(z.int('must be a whole number'), z.gte(0), z.lte(65535, 'must be at most 65535'));

export const countAbove = (least: number) =>
  z.coerce
    .number('must be a number')
    .check(z.int('must be a whole number'), z.gte(least, `must be at least ${least}`));

export const splitList = (text: string) => text.split(/[\s,]+/).filter(Boolean);

export const stopDelay = countAbove(0).check(
  z.lte(STOP_DELAY_SECONDS_MAX, `must be at most ${STOP_DELAY_SECONDS_MAX}`),
);

export const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  hostname: /^[^,]*$/,
  error: 'must be a URL that begins with postgres:// and names one host',
});

const ADDRESS = String.raw`[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,]+`;
export const mailSender = z
  .string()
  .check(
    z.regex(
      new RegExp(String.raw`^(?:${ADDRESS}|[^<>\r\n]*<${ADDRESS}>)$`),
      'must be an address, such as SokoShamba <hello@soko.example>',
    ),
  );

export const httpOrigins = z
  .string()
  .check(
    z.refine(
      (text) =>
        splitList(text).every(
          (url) => URL.canParse(url) && new URL(url).origin === url && /^https?:/.test(url),
        ),
      'must be origins such as https://push.example, separated by spaces',
    ),
  );

/** Every SMS has room for 12 characters. */
export const ussdCode = z
  .string()
  .check(z.regex(/^(?:\*\d{2,4}(?:\*\d{1,5})?#)?$/, 'must be a code to dial, such as *384*77#'));

export const smsSender = z
  .string()
  .check(
    z.regex(
      /^\+?\d{3,15}$/,
      'must be a number that can receive, such as 22384: people answer our SMS, and a sender name receives nothing',
    ),
  );

export type OperatorKey = { name: string; keyHash: string };

const OPERATOR = /^([\w.-]{1,40}):([0-9a-f]{64})$/i;

/** `amina:<SHA-256 of her key>,juma:…`, as `npm run operator -- new-key` prints them. */
export const operatorsSetting = z._default(
  z.string().check(
    z.refine(
      (text) => splitList(text).every((pair) => OPERATOR.test(pair)),
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
  return splitList(text).flatMap((pair) => {
    const [, name, keyHash] = OPERATOR.exec(pair) ?? [];
    return name && keyHash ? [{ name, keyHash: keyHash.toLowerCase() }] : [];
  });
}

/** A key has 256 random bits, so a plain hash is safe. */
export function findOperator(operators: readonly OperatorKey[], key: string) {
  const hash = sha256(key);
  return operators.find(({ keyHash }) => isSameHash(keyHash, hash))?.name ?? null;
}
