/**
 * More than any number takes, however it is broken up; removing a megabyte of dots would block the
 * server.
 */
const TYPED_MAX = 60;

/**
 * A phone number as a person types it, without spaces, hyphens, dots and brackets and with the plus
 * before 254, so that it fits the rule in rules/account.ts. Fields and operator commands tidy; the
 * server's schema does not. Loads no schemas, because every page has fields.
 */
export const tidyPhoneNumber = (typed: string): string =>
  typed.length > TYPED_MAX ? typed : typed.replace(/[\s().-]/gu, '').replace(/^254/, '+254');
