import { and, eq, gte, inArray, isNotNull, isNull, like, lt, lte, notExists, or, sql } from 'drizzle-orm';
import { blockingAttemptStatuses } from '#features/orders/rules/payment.ts';
import {
  CALLBACK_KEPT_SECONDS,
  KNOWN_DEVICE_SECONDS,
  NOTICE_KEPT_SECONDS,
  OTP_BUDGET_SECONDS,
  OTP_MAIL_WINDOW_SECONDS,
  PUSH_RENEWAL_SECONDS,
  SIGNUP_PROOF_SECONDS,
  SMS_ANSWER_SECONDS,
  SMS_KEPT_SECONDS,
  UNVERIFIED_SIGNUP_SECONDS,
  USSD_RESUMED_SECONDS,
} from '#platform/rules/limits.ts';
import { type Clock, secondsAfter } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import { signupProofs, users } from './schema/accounts.ts';
import { notices, pushMessages, pushSubscriptions } from './schema/notices.ts';
import { codeMails, oneTimeCodes, wrongCodes } from './schema/otp.ts';
import { paymentAttempts, paymentCallbacks, payouts, payoutTries } from './schema/payments.ts';
import { geocoderCache } from './schema/places.ts';
import { rateLimitCounters } from './schema/requests.ts';
import { knownDevices, phoneLinks, sessions } from './schema/sessions.ts';
import { phoneLines, smsInbound, smsMessages, ussdSessions } from './schema/sms.ts';

const INTERVAL_MILLISECONDS = 10 * 60 * 1000;

/** Deletes rows that are no longer needed, each kind by the index of its time. */
export async function prune(db: Database, now: Date) {
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now));
  await db.delete(codeMails).where(lt(codeMails.requestedAt, secondsAfter(now, -OTP_MAIL_WINDOW_SECONDS)));
  await db.delete(wrongCodes).where(lt(wrongCodes.guessedAt, secondsAfter(now, -OTP_BUDGET_SECONDS)));
  // A proof whose token may still replace an account lasts until that account's first login.
  const isOldProof = lt(signupProofs.verifiedAt, secondsAfter(now, -SIGNUP_PROOF_SECONDS));
  await db.delete(signupProofs).where(and(isOldProof, isNull(signupProofs.replacesUserId)));
  await pruneSignups(db, now);
  await db.delete(phoneLinks).where(lt(phoneLinks.expiresAt, now));
  await db.delete(sessions).where(lt(sessions.endsAt, now));
  await db.delete(knownDevices).where(lt(knownDevices.lastLoginAt, secondsAfter(now, -KNOWN_DEVICE_SECONDS)));
  await db.delete(geocoderCache).where(lt(geocoderCache.expiresAt, now));
  await db.delete(rateLimitCounters).where(lt(rateLimitCounters.expire, now));
  await pruneCallbacks(db, now);
  const smsKeptSince = secondsAfter(now, -SMS_KEPT_SECONDS);
  await db.delete(smsMessages).where(lt(smsMessages.createdAt, smsKeptSince));
  await db.delete(smsInbound).where(lt(smsInbound.receivedAt, smsKeptSince));
  await erasePhoneSecrets(db, now);
  await db.delete(notices).where(lt(notices.createdAt, secondsAfter(now, -NOTICE_KEPT_SECONDS)));
  await db.delete(pushMessages).where(lt(pushMessages.expiresAt, now));
  await db.delete(pushSubscriptions).where(lt(pushSubscriptions.renewedAt, secondsAfter(now, -PUSH_RENEWAL_SECONDS)));
}

/**
 * Deletes sign-ups whose email was never verified: their names, phone numbers and national IDs may have been typed by somebody else. One
 * with a live code stays, because its owner may be about to enter it. By users_unverified.
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

/**
 * Deletes M-Pesa's callbacks, which hold the number that paid. By then their results are rows of attempts, payments and payouts. While one of
 * those is not settled, its callbacks are evidence, however old.
 */
async function pruneCallbacks(db: Database, now: Date) {
  const openAttempt = db
    .select({ one: sql`1` })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.tokenHash, paymentCallbacks.tokenHash),
        inArray(paymentAttempts.status, [...blockingAttemptStatuses]),
      ),
    );
  const isOfPayout = or(
    eq(payouts.tokenHash, paymentCallbacks.tokenHash),
    eq(payouts.statusTokenHash, paymentCallbacks.tokenHash),
  );
  const openPayout = db
    .select({ one: sql`1` })
    .from(payouts)
    .where(and(isOfPayout, inArray(payouts.status, ['sent', 'unknown'])));
  const isOfTry = or(
    eq(payoutTries.tokenHash, paymentCallbacks.tokenHash),
    eq(payoutTries.statusTokenHash, paymentCallbacks.tokenHash),
  );
  const openTry = db
    .select({ one: sql`1` })
    .from(payoutTries)
    .innerJoin(payouts, eq(payouts.id, payoutTries.payoutId))
    .where(and(isOfTry, inArray(payouts.status, ['sent', 'unknown'])));
  const isOld = lt(paymentCallbacks.receivedAt, secondsAfter(now, -CALLBACK_KEPT_SECONDS));
  await db.delete(paymentCallbacks).where(and(isOld, notExists(openAttempt), notExists(openPayout), notExists(openTry)));
}

/**
 * Erases what people wrote and typed once nobody waits for it any more, because it may hold a PIN or a handover code: where USSD sessions
 * stood, commands that waited for a word, and SMS that were never handled. By updated_at, phone_lines_waiting and sms_inbound_texts.
 */
export async function erasePhoneSecrets(db: Database, now: Date) {
  await db.delete(ussdSessions).where(lte(ussdSessions.updatedAt, secondsAfter(now, -USSD_RESUMED_SECONDS)));
  await db
    .update(phoneLines)
    .set({ waiting: null, waitingUntil: null })
    .where(and(isNotNull(phoneLines.waiting), lte(phoneLines.waitingUntil, now)));
  await db
    .update(smsInbound)
    .set({ text: null })
    .where(and(isNotNull(smsInbound.text), lte(smsInbound.receivedAt, secondsAfter(now, -SMS_ANSWER_SECONDS))));
}

/** Prunes every ten minutes until stopped. */
export function startPruning(db: Database, { clock, log }: { clock: Clock; log: Logger }) {
  const timer = setInterval(() => {
    prune(db, clock()).catch((error) => log.warn({ err: error }, 'old rows could not be deleted'));
  }, INTERVAL_MILLISECONDS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Deletes the rate limits' counters whose keys have this prefix. By rate_limit_counters_prefix. */
export async function deleteCounters(db: Database, prefix: string) {
  await db.delete(rateLimitCounters).where(like(rateLimitCounters.key, `${prefix}%`));
}
