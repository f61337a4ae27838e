import {
  OPERATOR_ATTEMPTS_PER_ADDRESS,
  OPERATOR_ATTEMPTS_PER_HOUR,
} from '#operator/rules/limits.ts';
import { appendAction, lockHead } from '#operator/server/log/chain-queries.ts';
import { consumeTotpStep, findOperatorNamed } from '#operator/server/people/queries.ts';
import { HOUR_SECONDS } from '#platform/rules/durations.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { hmac, isSameHash } from '#platform/server/hashes.ts';
import type { Budget, RateRule } from '#platform/server/rate-limits.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { openOperatorSession } from './sessions.ts';
import { openSecret, stepOfCode } from './totp.ts';

export const operatorAttempt: RateRule = {
  name: 'operatorAttempt',
  points: OPERATOR_ATTEMPTS_PER_HOUR,
  seconds: HOUR_SECONDS,
};
const operatorAttemptOfDevice: RateRule = { ...operatorAttempt, name: 'operatorAttemptOfDevice' };
export const operatorAttemptOfAddress: RateRule = {
  name: 'operatorAttemptOfAddress',
  points: OPERATOR_ATTEMPTS_PER_ADDRESS,
  seconds: HOUR_SECONDS,
};

/**
 * Wrong passwords from a device on which this operator has logged in count separately, so that
 * strangers who guess cannot lock the operator out. The token grants nothing else.
 */
export const deskDeviceToken = (secret: string, operatorId: number): string =>
  Buffer.from(hmac(secret, 'desk device', String(operatorId)), 'hex').toString('base64url');

type Given = { name: string; password: string; code: string };

/** An unknown name, a wrong password and a wrong code get the same answer, after the same work. */
export async function logInWithPassword(
  { db, clock, rateLimits, passwords, secret, clientAddress, device, deviceToken }: Call,
  { name, password, code }: Given,
) {
  const now = clock();
  const found = await findOperatorNamed(db, name);
  // Names differ by more than their case, so "Amina" has the attempts of "amina".
  const account = found?.name ?? name.toLowerCase();
  const isKnownDevice =
    found && deviceToken && isSameHash(deviceToken, deskDeviceToken(secret, found.id));
  const counted: Budget[] = isKnownDevice
    ? [[operatorAttemptOfDevice, account]]
    : [
        [operatorAttemptOfAddress, clientAddress],
        [operatorAttempt, account],
      ];
  for (const budget of counted) await rateLimits.consume(...budget);
  const operator = found?.closedAt ? null : found;
  const hash = operator?.passwordHash ?? null;
  const isRight = await passwords.isRight(password, hash, clientAddress);
  const key = operator?.totpSecret ? openSecret(operator.totpSecret, secret) : null;
  const step = isRight && key ? stepOfCode(key, code, now) : null;
  const token =
    operator && hash !== null && step !== null
      ? await enter(db, operator, {
          device,
          by: 'password',
          claim: (tx) => consumeTotpStep(tx, operator.id, { hash, step }),
          now,
        })
      : null;
  if (token === null) {
    if (operator) await writeEntry(db, { name: operator.name, device, outcome: 'refused' }, now);
    throw new AppError('LOGIN_FAILED');
  }
  for (const budget of counted) await rateLimits.giveBack(...budget);
  return { token };
}

type Entering = { id: number; name: string };

type Way = {
  device: string;
  by: 'password' | 'passkey';
  /**
   * Uses up what the operator logs in with, in the session's transaction. A new link at the same
   * moment either finds the session and ends it, or leaves nothing to claim.
   */
  claim: (tx: Database) => Promise<boolean>;
  now: Date;
};

/**
 * Locks the end of the log first, as operations do, so that the two cannot deadlock. Null if there
 * was nothing to claim.
 */
export const enter = (
  db: Database,
  { id: operatorId, name }: Entering,
  { device, by, claim, now }: Way,
): Promise<string | null> =>
  db.transaction(async (tx) => {
    await lockHead(tx);
    if (!(await claim(tx))) return null;
    const token = await openOperatorSession(tx, { operatorId, device }, now);
    await writeEntry(tx, { name, device, outcome: 'done', by }, now);
    return token;
  });

type Entry = { name: string; device: string; outcome: 'done' | 'refused'; by?: string };

/** Records a login, or a refusal to somebody whose account is known. */
export const writeEntry = (db: Database, { name, device, outcome, by }: Entry, now: Date) =>
  db.transaction((tx) =>
    appendAction(tx, {
      operator: name,
      action: 'enter',
      outcome,
      details: by ? { by } : {},
      device,
      happenedAt: now,
    }),
  );
