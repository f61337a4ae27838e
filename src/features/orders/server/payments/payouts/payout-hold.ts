import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PayoutRow } from './payout-queries.ts';
import { findPayee } from './small-payout-queries.ts';

/** For a hold that only the operator can end. */
const BLOCKED_RETRY_SECONDS = 60 * 60;
/** For a hold that the farmer can end with a code or a PIN. */
const UNVERIFIED_RETRY_SECONDS = 5 * 60;

export type PayoutHold = {
  why: 'accountGone' | 'suspended' | 'unverified' | 'doubtful' | 'newNumber';
  until: Date;
};

type Payee = Awaited<ReturnType<typeof findPayee>>;
type Terms = { now: Date; needsVerifiedPhone: boolean };

function holdOf(payee: NonNullable<Payee>, { now, needsVerifiedPhone }: Terms): PayoutHold | null {
  const blockedUntil = secondsAfter(now, BLOCKED_RETRY_SECONDS);
  if (payee.suspendedAt) return { why: 'suspended', until: blockedUntil };
  if (needsVerifiedPhone && !payee.phoneVerifiedAt) {
    return { why: 'unverified', until: secondsAfter(now, UNVERIFIED_RETRY_SECONDS) };
  }
  // Nothing is sent to a released number, or to one whose SIM may belong to someone else.
  if (payee.phoneNumber === '' || payee.simChangedAt) {
    return { why: 'doubtful', until: secondsAfter(now, UNVERIFIED_RETRY_SECONDS) };
  }
  const { payoutsHeldUntil } = payee;
  return payoutsHeldUntil && payoutsHeldUntil > now
    ? { why: 'newNumber', until: payoutsHeldUntil }
    : null;
}

/** A refund goes to the number that paid, which the account's deletion erases. */
export async function findTarget(
  db: Database,
  { paymentId, farmerId, phoneNumber }: PayoutRow,
  terms: Terms,
): Promise<{ phoneNumber: string } | PayoutHold> {
  const until = secondsAfter(terms.now, BLOCKED_RETRY_SECONDS);
  const gone: PayoutHold = { why: 'accountGone', until };
  if (paymentId !== null) return phoneNumber === null ? gone : { phoneNumber };
  const payee = farmerId === null ? null : await findPayee(db, farmerId);
  if (!payee) return gone;
  return holdOf(payee, terms) ?? { phoneNumber: payee.phoneNumber };
}
