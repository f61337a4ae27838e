import { randomInt } from 'node:crypto';
import { OTP_LENGTH } from '#accounts/rules/limits.ts';
import { OTP_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { hmac } from '#platform/server/hashes.ts';
import {
  type CodeAddress,
  deleteCodeMail,
  insertCode,
  lockRecipient,
  voidCode,
  voidLiveCodes,
} from './queries.ts';

export const randomCode = () => String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');

/** Voids the previous code. Only the HMAC is stored. */
export async function issueCode(
  db: Database,
  {
    askedFrom,
    code = randomCode(),
    ...address
  }: CodeAddress & { askedFrom: string; code?: string },
  { now, secret }: { now: Date; secret: string },
) {
  await voidLiveCodes(db, { ...address, now });
  const codeId = await insertCode(db, {
    ...address,
    askedFrom,
    codeHash: hashCode(secret, { ...address, code }),
    createdAt: now,
    expiresAt: secondsAfter(now, OTP_VALIDITY_SECONDS),
  });
  return { codeId, code };
}

/** Locks the recipient until the transaction ends. */
export async function voidCodes(
  db: Database,
  { recipient, now }: { recipient: string; now: Date },
) {
  await lockRecipient(db, recipient);
  await voidLiveCodes(db, { recipient, now });
}

type Reachable = { email: string | null; phoneNumber: string; phoneVerifiedAt: Date | null };

/** Always the email first, so that two calls cannot deadlock. */
export async function voidCodesOf(
  db: Database,
  { email, phoneNumber, phoneVerifiedAt }: Reachable,
  now: Date,
) {
  if (email !== null) await voidCodes(db, { recipient: email, now });
  if (phoneVerifiedAt) await voidCodes(db, { recipient: phoneNumber, now });
}

type Withdrawal = { codeId: number; mailId: number; now: Date };

/** Another code may then be requested at once. */
export async function withdrawCode(db: Database, { codeId, mailId, now }: Withdrawal) {
  await db.transaction(async (tx) => {
    await voidCode(tx, { id: codeId, now });
    await deleteCodeMail(tx, mailId);
  });
}

export const hashClientAddress = (secret: string, clientAddress: string) =>
  hmac(secret, 'code address', clientAddress);

/** Keyed, because all million codes can be hashed in a second. */
export const hashCode = (
  secret: string,
  { recipient, purpose, code }: CodeAddress & { code: string },
) => hmac(secret, 'one-time code', recipient.toLowerCase(), purpose, code);
