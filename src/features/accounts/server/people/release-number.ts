/*
 * Networks reassign numbers that were silent for months, and the new holder may take such a number
 * over here too. An account that was active on the phone within 90 days keeps its number, and so
 * does a suspended one, because its owner could otherwise sign up again with it.
 */

import { upsertLine } from '#accounts/server/people-queries.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { putInOutbox } from '#platform/server/outbox.ts';
import { alarmOwner } from '../alarm-owner.ts';
import { voidCodes } from '../codes/issue-code.ts';
import { isSilent } from '../trust-in-number.ts';
import { findHolder, lockLine, updateReleased } from './line-queries.ts';

type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>;

const mayLose = (holder: Holder, now: Date) => holder.suspendedAt === null && isSilent(holder, now);

type Wanted = { phoneNumber: string; userId: number | null };

export async function isNumberFree(
  db: Database,
  { phoneNumber, userId }: Wanted,
  now: Date,
): Promise<boolean> {
  const holder = await findHolder(db, phoneNumber);
  return !holder || holder.userId === userId || mayLose(holder, now);
}

/** Fails without the proof. Locks the number. */
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
