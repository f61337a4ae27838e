import type { Language } from '#platform/rules/language.ts';
import type { Role } from '#platform/rules/role.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { voidCodes } from './codes/issue-code.ts';
import { deleteUser, findAccount, insertUser } from './people/queries.ts';
import { freeNumber } from './people/release-number.ts';

export type NewAccount = {
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
  await voidCodes(db, { email, now });
  const existing = await findAccount(db, email);
  if (existing?.emailVerifiedAt) throw new AppError('EMAIL_TAKEN', { field: 'email' });
  if (existing) await deleteUser(db, existing.id);
  return insertUser(db, { ...account, createdAt: now, updatedAt: now });
}
