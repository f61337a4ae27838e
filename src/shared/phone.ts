/** The specification's rule: +254 or 0, then 1 or 7, then eight digits. */
export const KENYAN_PHONE_PATTERN = /^(\+254|0)[17]\d{8}$/;

/** More than any number takes, however it is broken up. */
const TYPED_MAX = 60;

/**
 * What a person typed, in the one form that is stored: +254 and nine digits. Takes 07…, 01…, 254… and +254… with spaces,
 * hyphens, dots or brackets between; anything else comes back without those, for the rule to refuse.
 */
export function normalizePhoneNumber(typed: string): string {
  // Taking a megabyte of dots out of a text would hold everyone up.
  if (typed.length > TYPED_MAX) return typed;
  const bare = typed.replace(/[\s().-]/gu, '');
  if (/^0[17]\d{8}$/.test(bare)) return `+254${bare.slice(1)}`;
  if (/^254[17]\d{8}$/.test(bare)) return `+${bare}`;
  return bare;
}
