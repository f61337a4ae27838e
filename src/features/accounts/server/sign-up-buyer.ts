import {
  type BuyerSignup,
  DEFAULT_BUSINESS_TYPE,
  defaultBusinessName,
} from '#accounts/rules/account.ts';
import { claimSignup } from '#platform/server/rate-limits.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { createAccount } from './create-account.ts';
import { insertBuyer } from './people/queries.ts';

/** Sends no code: the form requests one next. */
export async function signUpBuyer(
  call: Call,
  { password, businessName, businessType, deliveryAddress, city, ...person }: BuyerSignup,
) {
  const { db, clock, passwords, clientAddress, language } = call;
  await claimSignup(clientAddress, call);
  const passwordHash = await passwords.hash(password, clientAddress);
  await db.transaction(async (tx) => {
    const userId = await createAccount(
      tx,
      { ...person, language, role: 'buyer', passwordHash, emailVerifiedAt: null },
      clock(),
    );
    await insertBuyer(tx, {
      userId,
      businessName: businessName || defaultBusinessName(person),
      businessType: businessType || DEFAULT_BUSINESS_TYPE,
      deliveryAddress: deliveryAddress ?? '',
      city: city ?? '',
    });
  });
}
