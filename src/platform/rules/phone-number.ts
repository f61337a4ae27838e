/* Imports no schemas, because every page has fields. */

import { withPlainMarks } from './text/fold.ts';

/** Longer than any number. Removing a megabyte of dots would block the server. */
const TYPED_MAX = 60;

/** As stored. No email matches this pattern. */
export const isPhoneNumber = (address: string) => /^\+254\d{9}$/.test(address);

/** Makes a typed number match the rule in rules/account.ts. */
export const tidyPhoneNumber = (typed: string) =>
  typed.length > TYPED_MAX
    ? typed
    : withPlainMarks(typed)
        .replace(/[\s().-]/gu, '')
        .replace(/^(?:00)?254/, '+254')
        .replace(/^\+2540(?=[17])/, '+254');
