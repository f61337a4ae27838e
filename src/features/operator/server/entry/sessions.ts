import { OPERATOR_IDLE_SECONDS, OPERATOR_SESSION_SECONDS } from '#operator/rules/limits.ts';
import { appendAction } from '#operator/server/log/chain-queries.ts';
import type { Person } from '#operator/server/operations/operator-services.ts';
import {
  deleteSession,
  findOperatorSession,
  insertSession,
  updateSessionUse,
} from '#operator/server/people/queries.ts';
import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';

/** A session's use is written at most this often. */
const USE_WRITTEN_SECONDS = MINUTE_SECONDS;

export type OperatorSession = {
  operatorId: number;
  tokenHash: string;
  person: Person;
  displayName: string | null;
  endsAt: Date;
};

export async function openOperatorSession(
  db: Database,
  { operatorId, device }: { operatorId: number; device: string },
  now: Date,
): Promise<string> {
  const token = createToken();
  const times = { createdAt: now, lastUsedAt: now };
  await insertSession(db, { tokenHash: sha256(token), operatorId, device, ...times });
  return token;
}

/**
 * Ends 30 minutes after its last use, and when the token comes from another kind of device, because
 * somebody has copied it.
 */
export async function readOperatorSession(
  db: Database,
  { token, device: usedOn }: { token: string; device: string },
  now: Date,
): Promise<OperatorSession | null> {
  const found = await findOperatorSession(db, sha256(token), now);
  if (!found) return null;
  if (found.device !== usedOn) {
    await endCopiedSession(db, { ...found, usedOn }, now);
    return null;
  }
  const { tokenHash, operatorId, name, role, displayName, device, createdAt, lastUsedAt } = found;
  if (secondsAfter(lastUsedAt, USE_WRITTEN_SECONDS) <= now)
    await updateSessionUse(db, tokenHash, now);
  const ends = [
    secondsAfter(createdAt, OPERATOR_SESSION_SECONDS),
    secondsAfter(now, OPERATOR_IDLE_SECONDS),
  ];
  const endsAt = new Date(Math.min(...ends.map(Number)));
  return { operatorId, tokenHash, person: { name, role, device }, displayName, endsAt };
}

type Copied = { tokenHash: string; name: string; device: string; usedOn: string };

const endCopiedSession = (db: Database, { tokenHash, name, device, usedOn }: Copied, now: Date) =>
  db.transaction(async (tx) => {
    await deleteSession(tx, tokenHash);
    await appendAction(tx, {
      operator: name,
      action: 'session',
      outcome: 'refused',
      details: { why: 'The token was used on another device.', openedOn: device },
      device: usedOn,
      happenedAt: now,
    });
  });
