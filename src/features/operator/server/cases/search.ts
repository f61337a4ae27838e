import { phoneNumber } from '#features/accounts/rules/account.ts';
import { findOrdersBy } from '#features/orders/server/operator-work.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import { tidyPhoneNumber } from '#platform/rules/tidy-phone-number.ts';
import type { Database } from '#platform/server/db/database.ts';
import { searchByName, searchByNumber } from './case-queries.ts';

/** A receipt of M-Pesa: capitals and digits, both of them. */
const RECEIPT = /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{6,40}$/;

/** Orders by number or receipt, and accounts by phone number, email, name or farm. */
export async function search(tx: Database, text: string) {
  const typed = text.replace(/^#/, '');
  const id = /^\d{1,10}$/.test(typed) && Number(typed) <= ID_MAX ? Number(typed) : 0;
  const receipt = typed.toUpperCase();
  const number = phoneNumber.safeParse(tidyPhoneNumber(typed));
  return {
    orders: await findOrdersBy(tx, {
      ...(id > 0 && { id }),
      ...(RECEIPT.test(receipt) && { receipt }),
    }),
    accounts: number.success
      ? await searchByNumber(tx, number.data)
      : id > 0
        ? []
        : await searchByName(tx, typed),
  };
}
