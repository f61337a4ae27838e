/*
 * A six-digit code can be guessed, so one update counts every guess and locks the code before it is
 * compared: of fifty simultaneous guesses five are compared. Wrong guesses are also counted for a
 * day per recipient and purpose, in separate budgets for the address that requested the code and for
 * all others (decision 14), so that an owner under attack can still log in. Guesses without a live
 * code are not counted; otherwise anybody could lock anybody out.
 *
 * The caller's transaction must commit whatever the result is, because only a commit counts a wrong
 * guess.
 */

import {
  OTP_ATTEMPTS_FROM_ELSEWHERE,
  OTP_ATTEMPTS_PER_DAY,
  OTP_ATTEMPTS_UNPACED,
  OTP_BUDGET_SECONDS,
  OTP_PACED_ATTEMPT_SECONDS,
} from '#accounts/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isSameHash } from '#platform/server/hashes.ts';
import { hashClientAddress, hashCode } from './issue-code.ts';
import {
  type CodeAddress,
  consumeCode,
  countWrongCodes,
  findLiveCode,
  findUsedUpCode,
  insertWrongCode,
  lockRecipient,
  takeAttempt,
} from './queries.ts';

export type CodeCheck =
  | { outcome: 'right' }
  | { outcome: 'wrong' }
  /** The code is correct, but its attempts are used up. */
  | { outcome: 'usedUp' }
  | { outcome: 'tooMany'; retryAfterSeconds: number };

type Guess = CodeAddress & { code: string; clientAddress: string };
type Budget = CodeAddress & { isFromElsewhere: boolean };

/** With `consume: false`, a correct code stays live but loses one attempt. */
export async function verifyCode(
  db: Database,
  { code, clientAddress, ...address }: Guess,
  { now, secret, consume }: { now: Date; secret: string; consume: boolean },
): Promise<CodeCheck> {
  await lockRecipient(db, address.recipient);
  const aim = await findLiveCode(db, { ...address, now });
  if (!aim) return checkUsedUpCode(db, { code, ...address }, { now, secret });
  const budget = {
    ...address,
    isFromElsewhere: aim.askedFrom !== hashClientAddress(secret, clientAddress),
  };
  const waitSeconds = await secondsUntilNextGuess(db, budget, now);
  if (waitSeconds > 0) return { outcome: 'tooMany', retryAfterSeconds: waitSeconds };

  const live = await takeAttempt(db, { ...address, now });
  if (!live) return checkUsedUpCode(db, { code, ...address }, { now, secret });
  if (!isSameHash(live.codeHash, hashCode(secret, { ...address, code }))) {
    await insertWrongCode(db, { ...budget, guessedAt: now });
    return { outcome: 'wrong' };
  }
  if (consume && !(await consumeCode(db, { id: live.id, now }))) return { outcome: 'wrong' };
  return { outcome: 'right' };
}

/** For a reset, anybody without the correct code would learn that the account exists. */
async function checkUsedUpCode(
  db: Database,
  { code, ...address }: CodeAddress & { code: string },
  { now, secret }: { now: Date; secret: string },
): Promise<CodeCheck> {
  const codeHash = await findUsedUpCode(db, { ...address, now });
  const isRight = codeHash !== null && isSameHash(codeHash, hashCode(secret, { ...address, code }));
  return { outcome: isRight ? 'usedUp' : 'wrong' };
}

async function secondsUntilNextGuess(db: Database, budget: Budget, now: Date): Promise<number> {
  const { number, first, last } = await countWrongCodes(db, {
    ...budget,
    since: secondsAfter(now, -OTP_BUDGET_SECONDS),
  });
  const unpaced = budget.isFromElsewhere ? OTP_ATTEMPTS_FROM_ELSEWHERE : OTP_ATTEMPTS_UNPACED;
  const whole = budget.isFromElsewhere
    ? OTP_ATTEMPTS_FROM_ELSEWHERE
    : OTP_ATTEMPTS_PER_DAY - OTP_ATTEMPTS_FROM_ELSEWHERE;
  if (number < unpaced || !first || !last) return 0;
  const freeAt =
    number < whole
      ? secondsAfter(last, OTP_PACED_ATTEMPT_SECONDS)
      : secondsAfter(first, OTP_BUDGET_SECONDS);
  return Math.max(0, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
}
