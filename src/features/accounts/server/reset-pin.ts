/*
 * A forgotten PIN. Only the operator can remove it, after checking who asks. The removal waits for a
 * day, in which the owner is told, and the right PIN or the operator calls it off. Afterwards the
 * owner chooses a new PIN by USSD, also after a long silence of the phone, because the operator has
 * checked who has it. A reported SIM or a changed number stays in doubt, and needs more than this.
 */

import { PIN_RESET_SECONDS } from '#features/accounts/rules/limits.ts';
import { fromPhones } from '#features/notifications/server/lanes.ts';
import { upsertLine } from '#features/notifications/server/phone-queries.ts';
import { DAY_SECONDS } from '#platform/rules/durations.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { outboxKind, putInOutbox } from '#platform/server/outbox/put-in-outbox.ts';
import { lockLine } from './people/line-queries.ts';
import { lockAccount } from './people/queries.ts';
import { pinReset } from './send-account-letters.ts';
import { trustInNumber } from './trust-in-number.ts';

/** `endsAt`: the end that was stored, because another command may have replaced it. */
type PinEnd = { userId: number; endsAt: string };

export const pinEnds = outboxKind<PinEnd>({
  kind: 'pinEnds',
  lane: fromPhones,
  validSeconds: DAY_SECONDS,
});

/** `doubtful`: somebody else may have the number, which comes first. */
export type PinReset = 'done' | 'unknown' | 'none' | 'already' | 'doubtful';

/** Removes the PIN of an email's or a verified number's account in a day, and tells the owner. */
export async function resetPin(tx: Database, address: string, now: Date): Promise<PinReset> {
  const account = await lockAccount(tx, address);
  if (!account) return 'unknown';
  const { id: userId } = account;
  const line = await lockLine(tx, userId);
  if (!line?.pinHash) return 'none';
  if (line.pinEndsAt) return 'already';
  if ('since' in trustInNumber(line, now)) return 'doubtful';
  const endsAt = secondsAfter(now, PIN_RESET_SECONDS);
  await upsertLine(tx, userId, { pinEndsAt: endsAt });
  await putInOutbox(tx, pinReset({ userId }), now);
  await putInOutbox(tx, pinEnds({ userId, endsAt: endsAt.toISOString() }), endsAt);
  return 'done';
}

/** Calls the removal off. */
export async function keepPin(
  tx: Database,
  address: string,
): Promise<'done' | 'unknown' | 'already'> {
  const account = await lockAccount(tx, address);
  if (!account) return 'unknown';
  const line = await lockLine(tx, account.id);
  if (!line?.pinEndsAt) return 'already';
  await upsertLine(tx, account.id, { pinEndsAt: null });
  return 'done';
}

/** Removes the PIN, from the outbox, unless that was called off. */
export async function endPin(
  db: Database,
  { userId, endsAt }: PinEnd,
  { clock }: { clock: Clock },
): Promise<void> {
  await db.transaction(async (tx) => {
    const line = await lockLine(tx, userId);
    if (line?.pinEndsAt?.toISOString() !== endsAt) return;
    const removed = { pinHash: null, pinSetAt: null, pinEndsAt: null };
    const unlocked = { pinTries: 0, pinLockedUntil: null };
    await upsertLine(tx, userId, { ...removed, ...unlocked, heardAt: clock() });
  });
}
