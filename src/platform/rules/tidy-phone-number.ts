import { withPlainMarks } from './text/fold.ts';

/**
 * Longer than any number, however it is formatted. Removing a megabyte of dots would block the
 * server.
 */
const TYPED_MAX = 60;

/**
 * Makes a typed or pasted phone number match the rule in rules/account.ts: without spaces, hyphens
 * of any kind, dots, brackets and marks of direction, "00254" and "254" as "+254", and without the
 * 0 of "+254 (0)7". Fields and the desk's search call it; the
 * server's schema does not. Imports no schemas, because every page has fields.
 */
export const tidyPhoneNumber = (typed: string): string =>
  typed.length > TYPED_MAX
    ? typed
    : withPlainMarks(typed)
        .replace(/[\s().-]/gu, '')
        .replace(/^(?:00)?254/, '+254')
        .replace(/^\+2540(?=[17])/, '+254');
