import {
  type BuyerSignup,
  DEFAULT_BUSINESS_TYPE,
  defaultBusinessName,
} from '#features/accounts/rules/account.ts';
import type { Language } from '#platform/rules/language.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { claimSignup } from '#platform/server/pools/claim-newcomer.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { createAccount } from './create-account.ts';
import type { PasswordHasher } from './passwords.ts';
import { insertBuyer } from './people/queries.ts';

type Asked = BuyerSignup & { clientAddress: string; language: Language };

/**
 * Creates a buyer's account, which cannot be used until its email is verified. Sends no code: the
 * form requests one next.
 * @throws AppError EMAIL_TAKEN, TOO_MANY_ATTEMPTS
 */
export async function signUpBuyer(
  db: Database,
  { password, businessName, businessType, deliveryAddress, city, ...person }: Asked,
  services: { rateLimits: RateLimits; clock: Clock; passwords: PasswordHasher },
) {
  const { clock, passwords } = services;
  const { clientAddress, ...account } = person;
  await claimSignup(clientAddress, services);
  const passwordHash = await passwords.hash(password, clientAddress);
  await db.transaction(async (tx) => {
    const userId = await createAccount(
      tx,
      { ...account, role: 'buyer', passwordHash, emailVerifiedAt: null },
      clock(),
    );
    await insertBuyer(tx, {
      userId,
      businessName: businessName || defaultBusinessName(account),
      businessType: businessType || DEFAULT_BUSINESS_TYPE,
      deliveryAddress: deliveryAddress ?? '',
      city: city ?? '',
    });
  });
}
