/** Times, ids and hashes contain the digits of a code or a PIN by chance. */
export const standingAlone = (digits: string) =>
  new RegExp(`(?<![\\da-f.-])${digits}(?![\\da-f-])`);
