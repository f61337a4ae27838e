import { secondsAfter } from '#platform/server/clock.ts';
import type { findPayee } from './payout-queries.ts';

/** How often a payout is tried again that only the operator can unblock. */
const BLOCKED_RETRY_SECONDS = 60 * 60;
/** Likewise one whose farmer can unblock it by a code or a PIN. */
const UNVERIFIED_RETRY_SECONDS = 5 * 60;

/** Why nothing may be sent to a farmer for now, and when that is looked at again. */
export type PayoutHold = {
  why: 'accountGone' | 'suspended' | 'unverified' | 'doubtful' | 'newNumber';
  until: Date;
};

type Payee = Awaited<ReturnType<typeof findPayee>>;

/**
 * Null: it may be sent now. `needsVerifiedPhone`: where numbers can be verified, money goes to no
 * other.
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
  // Nothing is sent to a released number, or to one whose SIM may be in other hands, whether or not
  // numbers have to be verified.
  if (payee.phoneNumber === '' || payee.simChangedAt) {
    return { why: 'doubtful', until: secondsAfter(now, UNVERIFIED_RETRY_SECONDS) };
  }
  const { payoutsHeldUntil } = payee;
  return payoutsHeldUntil && payoutsHeldUntil > now
    ? { why: 'newNumber', until: payoutsHeldUntil }
    : null;
}
