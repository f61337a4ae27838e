import type { Language } from '#platform/rules/language.ts';
import type { Role } from '#platform/rules/role.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { claimSignup } from '#platform/server/rate-limits.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { type BuyerSignup, DEFAULT_BUSINESS_TYPE, defaultBusinessName } from '../rules/account.ts';
import { voidCodes } from './codes/issue-code.ts';
import { deleteUser, findAccount, insertBuyer, insertUser } from './people/queries.ts';
import { freeNumber } from './people/release-number.ts';

type NewAccount = {
  /** Null: no mailbox; then the phone number is verified. */
  email: string | null;
  role: Role;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  nationalId: string | null;
  language: Language;
  emailVerifiedAt: Date | null;
  phoneVerifiedAt?: Date;
  signedUpBy?: number;
};

/**
 * Replaces an account whose email was never verified. Locks the email, so that two concurrent
 * sign-ups create one row.
 */
export async function createAccount(db: Database, account: NewAccount, now: Date): Promise<number> {
  const { email, phoneNumber } = account;
  if (email === null) {
    await freeNumber(db, { phoneNumber, userId: null }, now);
    return insertUser(db, { ...account, createdAt: now, updatedAt: now });
  }
  await voidCodes(db, { recipient: email, now });
  const existing = await findAccount(db, email);
  if (existing?.emailVerifiedAt) throw new AppError('EMAIL_TAKEN', { field: 'email' });
  if (existing) await deleteUser(db, existing.id);
  return insertUser(db, { ...account, createdAt: now, updatedAt: now });
}

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
