import * as z from 'zod/mini';
import { STOP_DELAY_SECONDS_MAX } from '#platform/rules/limits.ts';

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
