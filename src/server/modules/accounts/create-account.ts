import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/database.ts';
import type { Role } from '#shared/account.ts';
import type { Language } from '#shared/language.ts';
import { voidCodes } from './codes/issue-code.ts';
import { deleteUser, findAccount, insertUser } from './people/queries.ts';

export type NewAccount = {
  email: string;
  role: Role;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  nationalId: string | null;
  language: Language;
  emailVerifiedAt: Date | null;
};

/**
 * Stores a user, in the caller's transaction. It replaces an account whose email was never verified, and voids its code. The email is
 * locked, so that two signups at once make one row.
 * @throws AppError EMAIL_TAKEN when a verified account has this email, of either role
 */
export async function createAccount(db: Database, account: NewAccount, now: Date): Promise<number> {
  await voidCodes(db, { email: account.email, now });
  const existing = await findAccount(db, account.email);
  if (existing?.emailVerifiedAt) throw new AppError('EMAIL_TAKEN', { field: 'email' });
  if (existing) await deleteUser(db, existing.id);
  return insertUser(db, { ...account, createdAt: now, updatedAt: now });
}
