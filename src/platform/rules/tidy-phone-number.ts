/**
 * Longer than any number, however it is formatted. Removing a megabyte of dots would block the
 * server.
 */
const TYPED_MAX = 60;

/**
 * Removes spaces, hyphens, dots and brackets from a typed phone number and adds the plus before
 * 254, so that it matches the rule in rules/account.ts. Fields and the desk's search call it; the
 * server's schema does not. Imports no schemas, because every page has fields.
 */
export const tidyPhoneNumber = (typed: string): string =>
  typed.length > TYPED_MAX ? typed : typed.replace(/[\s().-]/gu, '').replace(/^254/, '+254');
