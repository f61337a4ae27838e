/*
 * Whether a phone number alone proves its owner's identity. A SIM can be stolen, swapped or given
 * away, so everything that relies on a number calls this (decision 123).
 *
 * A number proves nothing after 90 days of silence, after a reported change of SIM, and if it
 * replaced another number with only a session or a password. The correct PIN ends each doubt, and
 * so does a code by SMS in a session that was opened with a mailed code since. A new password does
 * not, because it may have been set with a code by SMS; only a silent number counts together with a
 * password, because its new holder cannot have set it.
 *
 * Networks reassign numbers that were silent for months, and the new holder may take such a number
 * over here too. An account that was active on the phone within 90 days keeps its number, and so
 * does a suspended one, because its owner could otherwise sign up again with it.
 */

import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { putInOutbox } from '#server/outbox.ts';
import { SETTLED_SECONDS, SILENCE_SECONDS } from '../rules/limits.ts';
import { alarmOwner } from './alarm-owner.ts';
import { voidCodes } from './one-time-codes.ts';
import {
  findHolder,
  findPhone,
  forgetPinSetAfter,
  lockLine,
  updateReleased,
  upsertLine,
} from './people-queries.ts';

export type NumberFacts = {
  phoneVerifiedAt: Date | null;
  heardAt: Date | null;
  simChangedAt: Date | null;
  numberChangedAt: Date | null;
};

type TrustInNumber =
  | { is: 'trusted' | 'unverified' | 'silent' }
  /** Mailed codes before this moment prove nothing. */
  | { is: 'simChanged' | 'numberChanged'; since: Date };

export function trustInNumber(facts: NumberFacts, now: Date): TrustInNumber {
  const { phoneVerifiedAt, simChangedAt, numberChangedAt } = facts;
  if (!phoneVerifiedAt) return { is: 'unverified' };
  const [sim, number] = [simChangedAt?.getTime() ?? 0, numberChangedAt?.getTime() ?? 0];
  if (sim > 0) return { is: 'simChanged', since: new Date(Math.max(sim, number)) };
  if (numberChangedAt) return { is: 'numberChanged', since: numberChangedAt };
  return { is: isSilent(facts, now) ? 'silent' : 'trusted' };
}

/** After such a silence the network may have reassigned the number. */
export function isSilent({ heardAt, phoneVerifiedAt }: NumberFacts, now: Date) {
  const lastHeardAt = heardAt ?? phoneVerifiedAt;
  return lastHeardAt !== null && secondsAfter(lastHeardAt, SILENCE_SECONDS) <= now;
}

export const provesPerson = (facts: NumberFacts, now: Date) =>
  trustInNumber(facts, now).is === 'trusted';

export const provesWithPassword = (facts: NumberFacts, now: Date) =>
  ['trusted', 'silent'].includes(trustInNumber(facts, now).is);

export const provenAt = (now: Date) => ({
  heardAt: now,
  simChangedAt: null,
  numberChangedAt: null,
});

type Doubt = { simChangedAt: Date } | { numberChangedAt: Date; releasedNumber: null };

/** Keeps a PIN that was about to end, because only it still tells the owner from a thief. */
export async function beginDoubt(tx: Database, userId: number, doubt: Doubt, now: Date) {
  await upsertLine(tx, userId, { ...doubt, pinEndsAt: null });
  await forgetPinSetAfter(tx, userId, secondsAfter(now, -SETTLED_SECONDS));
}

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

type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>;

const mayLose = (holder: Holder, now: Date) => holder.suspendedAt === null && isSilent(holder, now);

type Wanted = { phoneNumber: string; userId: number | null };

export async function isNumberFree(db: Database, { phoneNumber, userId }: Wanted, now: Date) {
  const holder = await findHolder(db, phoneNumber);
  return !holder || holder.userId === userId || mayLose(holder, now);
}

export async function freeNumber(tx: Database, { phoneNumber, userId }: Wanted, now: Date) {
  await voidCodes(tx, { recipient: phoneNumber, now });
  const found = await findHolder(tx, phoneNumber);
  if (!found || found.userId === userId) return;
  // A correct PIN at the same moment keeps the number.
  await upsertLine(tx, found.userId, {});
  await lockLine(tx, found.userId);
  const holder = await findHolder(tx, phoneNumber);
  if (!holder || !mayLose(holder, now)) throw new AppError('PHONE_TAKEN', { field: 'phoneNumber' });
  await updateReleased(tx, { userId: holder.userId, phoneNumber, now });
  if (holder.email === null) return;
  const released = { userId: holder.userId, lastDigits: phoneNumber.slice(-3) };
  await putInOutbox(tx, alarmOwner('phoneNumberReleased', released), now);
}
