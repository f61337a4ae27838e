import { secondsAfter } from '#platform/server/clock.ts';
import type { findPayee } from './payee-queries.ts';

/** How often a payout is tried again that only the operator can unblock. */
const BLOCKED_RETRY_SECONDS = 60 * 60;
/** The same for a payout that its farmer can unblock with a code or a PIN. */
const UNVERIFIED_RETRY_SECONDS = 5 * 60;

/** The reason why a farmer cannot be paid for now, and when that is checked again. */
export type PayoutHold = {
  why: 'accountGone' | 'suspended' | 'unverified' | 'doubtful' | 'newNumber';
  until: Date;
};

type Payee = Awaited<ReturnType<typeof findPayee>>;

/**
 * Why a payout must wait; null: it may be sent now. `needsVerifiedPhone`: payouts go only to
 * verified numbers.
 */
export function holdOf(
  payee: Payee,
  { now, needsVerifiedPhone }: { now: Date; needsVerifiedPhone: boolean },
): PayoutHold | null {
  const blockedUntil = secondsAfter(now, BLOCKED_RETRY_SECONDS);
  if (!payee) return { why: 'accountGone', until: blockedUntil };
  if (payee.suspendedAt) return { why: 'suspended', until: blockedUntil };
  if (needsVerifiedPhone && !payee.phoneVerifiedAt) {
    return { why: 'unverified', until: secondsAfter(now, UNVERIFIED_RETRY_SECONDS) };
  }
  // Nothing is sent to a released number, or to one whose SIM may belong to someone else, even if
  // numbers need not be verified.
  if (payee.phoneNumber === '' || payee.simChangedAt) {
    return { why: 'doubtful', until: secondsAfter(now, UNVERIFIED_RETRY_SECONDS) };
  }
  const { payoutsHeldUntil } = payee;
  return payoutsHeldUntil && payoutsHeldUntil > now
    ? { why: 'newNumber', until: payoutsHeldUntil }
    : null;
}
