import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { putInOutbox } from '#platform/server/outbox.ts';
import { alarmOwner } from './alarm-owner.ts';
import type { EndAccess } from './end-access.ts';
import { lockAccount, updatePhoneVerified } from './people/queries.ts';
import { freeNumber } from './people/release-number.ts';
import { upsertLine } from './people-queries.ts';
import { provenAt } from './trust-in-number.ts';
import { replacePhoneNumber } from './update-person.ts';

/** `account`: an email, a verified number, or an id for an account with neither. */
type Loss = { account: string | number; phoneNumber: string };

export type Replacement = { outcome: 'unknown' | 'taken' } | { outcome: 'done'; userId: number };

/** The operator has checked the ownership, so the new number is trusted. Ends all access. */
export async function replaceLostNumber(
  tx: Database,
  { account: which, phoneNumber }: Loss,
  { now, endAccess }: { now: Date; endAccess: EndAccess },
): Promise<Replacement> {
  const account = await lockAccount(tx, which);
  if (!account) return { outcome: 'unknown' };
  const userId = account.id;
  try {
    await freeNumber(tx, { phoneNumber, userId }, now);
  } catch (error) {
    if (error instanceof AppError && error.code === 'PHONE_TAKEN') return { outcome: 'taken' };
    throw error;
  }
  await endAccess(tx, { userId, isSimChanged: true }, now);
  await replacePhoneNumber(tx, { userId, phoneNumber }, now);
  await updatePhoneVerified(tx, { userId, phoneNumber, now });
  await upsertLine(tx, userId, provenAt(now));
  const former = account.phoneVerifiedAt ? { formerNumber: account.phoneNumber } : {};
  const changed = alarmOwner('phoneNumberChanged', {
    userId,
    lastDigits: phoneNumber.slice(-3),
    ...former,
  });
  await putInOutbox(tx, changed, now);
  return { outcome: 'done', userId };
}
