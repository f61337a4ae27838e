import type { Database } from '#platform/server/db/database.ts';
import { findAccount, findAccountByPhone } from '../people/queries.ts';

/** As clients name somebody: by an email, or by a phone number in its place. */
export type Addressee = { email?: string | undefined; phoneNumber?: string | undefined };

/**
 * The one of both that was given, the email of two; codes, limits and locks go by it. The schema
 * has seen to it that there is one.
 */
export const addressOf = ({ email, phoneNumber }: Addressee): string => email ?? phoneNumber ?? '';

/** No email looks like a phone number. */
export const isPhoneNumber = (address: string) => /^\+254\d{9}$/.test(address);

/** The account of an email, or the one for which a phone number is verified. */
export const findAddressee = (db: Database, address: string) =>
  isPhoneNumber(address) ? findAccountByPhone(db, address) : findAccount(db, address);

/** What all wrong passwords of an account are counted by, whichever way they came. */
export const loginName = ({ email, phoneNumber }: { email: string | null; phoneNumber: string }) =>
  email ?? phoneNumber;

/** An account whose address nobody has verified holds nothing, and is not its owner's yet. */
export const hasVerifiedAddress = ({
  emailVerifiedAt,
  phoneVerifiedAt,
}: {
  emailVerifiedAt: Date | null;
  phoneVerifiedAt: Date | null;
}) => emailVerifiedAt !== null || phoneVerifiedAt !== null;
