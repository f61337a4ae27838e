import {
  OTP_INTERVAL_SECONDS,
  OTP_MAIL_WINDOW_SECONDS,
  OTP_MAILS_PER_HOUR,
  OTP_RESET_MAILS_PER_HOUR,
} from '#accounts/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  type CodeAddress,
  findLiveCode,
  insertCodeMail,
  listCodeMails,
  lockEmail,
} from './queries.ts';

export type CodeMailClaim =
  | { outcome: 'claimed'; mailId: number }
  | { outcome: 'tooSoon'; retryAfterSeconds: number; codeExpiresInSeconds: number };

const secondsFrom = (now: Date, later: Date) =>
  Math.max(0, Math.ceil((later.getTime() - now.getTime()) / 1000));

/**
 * Anybody can request password resets, so some of an hour's mails are reserved for login codes.
 * Counts before it is known whether the account exists, so that it reveals nothing. Locks the email
 * until the transaction ends.
 */
export async function claimCodeMail(
  db: Database,
  { email, purpose, now }: CodeAddress & { now: Date },
): Promise<CodeMailClaim> {
  await lockEmail(db, email);
  const since = secondsAfter(now, -OTP_MAIL_WINDOW_SECONDS);
  const mails = await listCodeMails(db, { email, since, limit: OTP_MAILS_PER_HOUR });
  const freeAgainAt: Date[] = [];
  const last = mails.find((mail) => mail.purpose === purpose);
  if (last) freeAgainAt.push(secondsAfter(last.requestedAt, OTP_INTERVAL_SECONDS));
  const resets =
    purpose === 'password_reset' ? mails.filter((mail) => mail.purpose === purpose) : [];
  for (const oldest of [mails[OTP_MAILS_PER_HOUR - 1], resets[OTP_RESET_MAILS_PER_HOUR - 1]]) {
    if (oldest) freeAgainAt.push(secondsAfter(oldest.requestedAt, OTP_MAIL_WINDOW_SECONDS));
  }

  const retryAfterSeconds = Math.max(0, ...freeAgainAt.map((moment) => secondsFrom(now, moment)));
  if (retryAfterSeconds > 0) {
    const live = await findLiveCode(db, { email, purpose, now });
    return {
      outcome: 'tooSoon',
      retryAfterSeconds,
      codeExpiresInSeconds: live ? secondsFrom(now, live.expiresAt) : 0,
    };
  }
  return {
    outcome: 'claimed',
    mailId: await insertCodeMail(db, { email, purpose, requestedAt: now }),
  };
}
