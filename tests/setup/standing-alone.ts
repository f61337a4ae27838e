/**
 * Matches a short number such as a code or a PIN that stands alone: times, ids and hashes contain
 * the same digits by chance.
 */
export const standingAlone = (digits: string) =>
  new RegExp(`(?<![\\da-f.-])${digits}(?![\\da-f-])`);
