/*
 * Whether a phone number alone proves its person. A SIM can be stolen, swapped or given to somebody
 * else, so a code by SMS, a PIN that is chosen by phone, and a word by SMS or USSD are worth only
 * as much as what is known of the number. Everything that relies on a number asks here.
 *
 * A number proves nothing after 90 days of silence, after a reported change of SIM, and when it
 * took the place of another number by a session or a password alone. The right PIN ends each doubt,
 * and so does a code by SMS in a session that a mailed code opened since. A new password does not:
 * it may have been chosen with a code by SMS. So a password counts beside a silent number, whose
 * new holder cannot have chosen it, and not beside the other two.
 */

import { SILENCE_SECONDS } from '#features/accounts/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findPhone } from './people/line-queries.ts';

/** What is known of a person's number. */
export type NumberFacts = {
  phoneVerifiedAt: Date | null;
  heardAt: Date | null;
  simChangedAt: Date | null;
  numberChangedAt: Date | null;
};

export type TrustInNumber =
  | { is: 'trusted' | 'unverified' | 'silent' }
  /** `since`: a mailed code that is older shows nothing. */
  | { is: 'simChanged' | 'numberChanged'; since: Date };

export function trustInNumber(facts: NumberFacts, now: Date): TrustInNumber {
  const { phoneVerifiedAt, simChangedAt, numberChangedAt } = facts;
  if (!phoneVerifiedAt) return { is: 'unverified' };
  const [sim, number] = [simChangedAt?.getTime() ?? 0, numberChangedAt?.getTime() ?? 0];
  if (sim > 0) return { is: 'simChanged', since: new Date(Math.max(sim, number)) };
  if (numberChangedAt) return { is: 'numberChanged', since: numberChangedAt };
  return { is: isSilent(facts, now) ? 'silent' : 'trusted' };
}

/** Nothing came from the number for so long that the network may have given it to somebody else. */
export function isSilent({ heardAt, phoneVerifiedAt }: NumberFacts, now: Date): boolean {
  const lastHeardAt = heardAt ?? phoneVerifiedAt;
  return lastHeardAt !== null && secondsAfter(lastHeardAt, SILENCE_SECONDS) <= now;
}

export const provesPerson = (facts: NumberFacts, now: Date): boolean =>
  trustInNumber(facts, now).is === 'trusted';

/** The same beside the account's password. */
export const provesWithPassword = (facts: NumberFacts, now: Date): boolean =>
  ['trusted', 'silent'].includes(trustInNumber(facts, now).is);

/** What a person's line becomes when something better than the number has shown who they are. */
export const provenAt = (now: Date) => ({
  heardAt: now,
  simChangedAt: null,
  numberChangedAt: null,
});

/** What is known of the number of an account; of one that is gone, nothing. */
export async function findNumberFacts(db: Database, userId: number): Promise<NumberFacts> {
  return (
    (await findPhone(db, userId)) ?? {
      phoneVerifiedAt: null,
      heardAt: null,
      simChangedAt: null,
      numberChangedAt: null,
    }
  );
}
