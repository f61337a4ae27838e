import type { CodePurpose } from '#accounts/rules/otp.ts';
import { isPhoneNumber } from '#platform/rules/phone-number.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { findAccount, findAccountByPhone } from '../people/queries.ts';

export type Addressee = { email?: string | undefined; phoneNumber?: string | undefined };

/** The schema guarantees that there is one. */
export const addressOf = ({ email, phoneNumber }: Addressee): string => email ?? phoneNumber ?? '';

export const findAddressee = (db: Database, address: string) =>
  isPhoneNumber(address) ? findAccountByPhone(db, address) : findAccount(db, address);

/** Every other code is for a visitor without a session. */
export const findCurrentUser = async ({ session }: Call, purpose: CodePurpose) =>
  purpose === 'verify_phone' || purpose === 'signup' ? session() : null;

/** The key for counting wrong passwords of an account, for either kind of login. */
export const loginName = ({ email, phoneNumber }: { email: string | null; phoneNumber: string }) =>
  email ?? phoneNumber;

/** Without a verified address the account holds nothing and may not be its owner's. */
export const hasVerifiedAddress = ({
  emailVerifiedAt,
  phoneVerifiedAt,
}: {
  emailVerifiedAt: Date | null;
  phoneVerifiedAt: Date | null;
}) => emailVerifiedAt !== null || phoneVerifiedAt !== null;
