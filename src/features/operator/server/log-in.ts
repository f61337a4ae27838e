import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { HOUR_SECONDS, MINUTE_SECONDS } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { createToken, hmac, isSameHash, sha256 } from '#server/hashes.ts';
import type { Budget, RateRule } from '#server/rate-limits.ts';
import {
  OPERATOR_ATTEMPTS_PER_ADDRESS,
  OPERATOR_ATTEMPTS_PER_HOUR,
  OPERATOR_IDLE_SECONDS,
  OPERATOR_SESSION_SECONDS,
} from '../rules/desk-input.ts';
import { appendAction, lockHead } from './action-queries.ts';
import type { Person } from './operations/operation.ts';
import {
  consumeTotpStep,
  deleteSession,
  findOperatorNamed,
  findOperatorSession,
  insertSession,
  updateSessionUse,
} from './operator-queries.ts';

const operatorAttempt: RateRule = {
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
export const deskDeviceToken = (secret: string, operatorId: number) =>
  Buffer.from(hmac(secret, 'desk device', String(operatorId)), 'hex').toString('base64url');

type Given = { name: string; password: string; code: string };

/** An unknown name, a wrong password and a wrong code get the same answer, after the same work. */
export async function logInWithPassword(call: Call, { name, password, code }: Given) {
  const { db, clock, rateLimits, passwords, withoutSlot, secret } = call;
  const { clientAddress, device, deviceToken } = call;
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
  const isRight = await withoutSlot(() => passwords.isRight(password, hash, clientAddress));
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

export type OperatorName = { id: number; name: string };

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
  { id: operatorId, name }: OperatorName,
  { device, by, claim, now }: Way,
) =>
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
) {
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

export const logOut = (db: Database, tokenHash: string) => deleteSession(db, tokenHash);

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

/*
 * RFC 6238: SHA-1, six digits, thirty seconds. The codes before and after the current one are
 * accepted too, because phones' clocks differ.
 */

const PERIOD_SECONDS = 30;
const WINDOW_STEPS = 1;
const SECRET_HEX_DIGITS = 40;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const totpOf = (secret: string, name: string) =>
  new TOTP({ issuer: 'SokoShamba', label: name, secret: Secret.fromBase32(secret) });

/** Follows from the link, so that it needs no storage until the first code was right. */
export function totpSecretOfLink(linkHash: string, appSecret: string) {
  const hex = hmac(appSecret, 'operator totp', linkHash).slice(0, SECRET_HEX_DIGITS);
  return Secret.fromHex(hex).base32;
}

export const totpAddress = (secret: string, name: string) => totpOf(secret, name).toString();

export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

const keyOf = (appSecret: string) =>
  Buffer.from(hkdfSync('sha256', appSecret, '', 'operator totp', 32));

/** AES-256-GCM: nonce, tag and text in one base64. */
export function sealSecret(secret: string, appSecret: string) {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret), nonce);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

function openSecret(text: string, appSecret: string) {
  const bytes = Buffer.from(text, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(appSecret), nonce);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}
