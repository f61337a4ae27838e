/**
 * Matches a short number such as a code or a PIN where it stands alone: times, ids and hashes hold
 * the same digits by chance.
 */
export const standingAlone = (digits: string) =>
  new RegExp(`(?<![\\da-f.-])${digits}(?![\\da-f-])`);
