import { phoneNumber } from '#features/accounts/rules/account.ts';
import { SEARCH_LETTERS_MIN } from '#features/operator/rules/limits.ts';
import { OperatorError, say } from '#features/operator/server/operations/operator-services.ts';
import { findOrdersBy } from '#features/orders/server/operator-work.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { foldedWords, withPlainMarks } from '#platform/rules/text/fold.ts';
import { tidyPhoneNumber } from '#platform/rules/tidy-phone-number.ts';
import type { Database } from '#platform/server/db/database.ts';
import { searchByName, searchByNumber } from './case-queries.ts';

/** A receipt of M-Pesa: capitals and digits, both of them. */
const RECEIPT = /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{6,40}$/;

/**
 * Orders by number (the books write it "SS-6") or receipt, and accounts by phone number, email,
 * name or farm.
 * @throws OperatorError if the text is too short for a name
 */
export async function search(tx: Database, text: string) {
  const typed = withPlainMarks(text)
    .trim()
    .replace(/^(?:#|SS-)/iu, '');
  const words = foldedWords(typed);
  const id = /^\d{1,10}$/.test(typed) && Number(typed) <= ID_MAX ? Number(typed) : 0;
  const receipt = typed.toUpperCase();
  const number = phoneNumber.safeParse(tidyPhoneNumber(typed));
  const isName = !number.success && id === 0;
  if (isName && words.every(({ length }) => length < SEARCH_LETTERS_MIN))
    throw new OperatorError(say(m.deskSearchTooShort, { count: SEARCH_LETTERS_MIN }));
  return {
    orders: await findOrdersBy(tx, {
      ...(id > 0 && { id }),
      ...(RECEIPT.test(receipt) && { receipt }),
    }),
    accounts: number.success
      ? await searchByNumber(tx, number.data)
      : isName
        ? await searchByName(tx, words)
        : [],
  };
}
