import type { Database } from '#server/db/database.ts';
import { putInOutbox } from '#server/modules/notifications/put-in-outbox.ts';
import { NOTICE_VALIDITY_SECONDS } from '#shared/limits.ts';
import { voidCodes, voidCodesOf } from './codes/issue-code.ts';
import { upsertLine } from './people/line-queries.ts';
import { findAccountByPhone, lockAccount, updatePhoneVerified } from './people/queries.ts';
import { endAllSessions } from './sessions/end-sessions.ts';
import { replacePhoneNumber } from './update-person.ts';

type Loss = { address: string; phoneNumber: string };

export type Replacement = { outcome: 'unknown' | 'hasEmail' | 'taken' } | { outcome: 'done'; userId: number };

/**
 * Moves the account of somebody without an email, who has lost the number that they log in with, to another number, in the caller's
 * transaction. The operator has made sure whose both are. It is logged out everywhere, what was reported of the SIM
 * before is over, and the number before is told.
 */
export async function replaceLostNumber(tx: Database, { address, phoneNumber }: Loss, now: Date): Promise<Replacement> {
  const account = await lockAccount(tx, address);
  if (!account) return { outcome: 'unknown' };
  if (account.email !== null) return { outcome: 'hasEmail' };
  // Locks the number.
  await voidCodes(tx, { email: phoneNumber, now });
  if (await findAccountByPhone(tx, phoneNumber)) return { outcome: 'taken' };
  const userId = account.id;
  await voidCodesOf(tx, account, now);
  await endAllSessions(tx, userId);
  await replacePhoneNumber(tx, { userId, phoneNumber }, now);
  await updatePhoneVerified(tx, { userId, phoneNumber, now });
  await upsertLine(tx, userId, { simChangedAt: null, heardAt: now });
  const payload = { userId, lastDigits: phoneNumber.slice(-3), formerNumber: account.phoneNumber };
  await putInOutbox(tx, { kind: 'phoneNumberChanged', payload, validSeconds: NOTICE_VALIDITY_SECONDS }, now);
  return { outcome: 'done', userId };
}
