import { and, eq, gte, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import {
  KNOWN_DEVICE_SECONDS,
  OTP_BUDGET_SECONDS,
  OTP_MAIL_WINDOW_SECONDS,
  SIGNUP_PROOF_SECONDS,
  UNVERIFIED_SIGNUP_SECONDS,
} from '#accounts/rules/limits.ts';
import { codeMails, oneTimeCodes, wrongCodes } from '#accounts/server/tables/codes.ts';
import { knownDevices, phoneLinks, sessions } from '#accounts/server/tables/sessions.ts';
import { signupProofs, users } from '#accounts/server/tables/users.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';

/** Each kind has an index by time. */
export async function pruneAccounts(db: Database, now: Date) {
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now));
  await db
    .delete(codeMails)
    .where(lt(codeMails.requestedAt, secondsAfter(now, -OTP_MAIL_WINDOW_SECONDS)));
  await db
    .delete(wrongCodes)
    .where(lt(wrongCodes.guessedAt, secondsAfter(now, -OTP_BUDGET_SECONDS)));
  // A proof whose token may still replace an account lasts until that account's first login.
  const isOldProof = lt(signupProofs.verifiedAt, secondsAfter(now, -SIGNUP_PROOF_SECONDS));
  await db.delete(signupProofs).where(and(isOldProof, isNull(signupProofs.replacesUserId)));
  await pruneSignups(db, now);
  await db.delete(phoneLinks).where(lt(phoneLinks.expiresAt, now));
  await db.delete(sessions).where(lt(sessions.endsAt, now));
  await db
    .delete(knownDevices)
    .where(lt(knownDevices.lastLoginAt, secondsAfter(now, -KNOWN_DEVICE_SECONDS)));
}

/**
 * Somebody else may have typed the data of an unverified sign-up. Keeps one with a live code. By
 * users_unverified.
 */
async function pruneSignups(db: Database, now: Date) {
  const liveCode = db
    .select({ one: sql`1` })
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.email, users.email),
        isNull(oneTimeCodes.consumedAt),
        isNull(oneTimeCodes.voidedAt),
        gte(oneTimeCodes.expiresAt, now),
      ),
    );
  const isOld = lt(users.createdAt, secondsAfter(now, -UNVERIFIED_SIGNUP_SECONDS));
  const isUnverified = and(isNotNull(users.email), isNull(users.emailVerifiedAt));
  await db.delete(users).where(and(isUnverified, isOld, notExists(liveCode)));
}
