import type { CodePurpose } from '#features/accounts/rules/otp.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { findAccount, findAccountByPhone } from '../people/queries.ts';

/** How clients identify a user: by an email, or by a phone number instead. */
export type Addressee = { email?: string | undefined; phoneNumber?: string | undefined };

/**
 * The given address; the email if both are given. Codes, limits and locks use it. The schema
 * guarantees that there is one.
 */
export const addressOf = ({ email, phoneNumber }: Addressee): string => email ?? phoneNumber ?? '';

/** No email matches this pattern. */
export const isPhoneNumber = (address: string) => /^\+254\d{9}$/.test(address);

export const findAddressee = (db: Database, address: string) =>
  isPhoneNumber(address) ? findAccountByPhone(db, address) : findAccount(db, address);

/**
 * The session of the logged-in user, if any. Looked up only for verifying a phone number and adding
 * an email, because every other code is for a visitor without a session.
 */
export const findCurrentUser = async ({ session }: Call, purpose: CodePurpose) =>
  purpose === 'verify_phone' || purpose === 'signup' ? session() : null;

/** The key for counting all wrong passwords of an account, for either kind of login. */
export const loginName = ({ email, phoneNumber }: { email: string | null; phoneNumber: string }) =>
  email ?? phoneNumber;

/**
 * Whether an address of the account is verified. Without that, the account holds nothing and may
 * not be its owner's.
 */
export const hasVerifiedAddress = ({
  emailVerifiedAt,
  phoneVerifiedAt,
}: {
  emailVerifiedAt: Date | null;
  phoneVerifiedAt: Date | null;
}) => emailVerifiedAt !== null || phoneVerifiedAt !== null;
