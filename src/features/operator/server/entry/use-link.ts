import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { lockHead } from '#operator/server/log/chain-queries.ts';
import {
  consumeLink,
  deletePasskeys,
  deleteSessionsOf,
  findOperatorOfLink,
  insertPasskey,
  updateOperator,
} from '#operator/server/people/queries.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { sha256 } from '#platform/server/hashes.ts';
import { type Client, type EntryServices, enter } from './log-in.ts';
import { checkNewPasskey, offerPasskey } from './passkeys.ts';
import { sealSecret, stepOfCode, totpAddress, totpSecretOfLink } from './totp.ts';

/*
 * A link opens once and lets the operator choose a passkey, or a password with an authenticator.
 * When that has succeeded, the link is used up, and earlier ways to log in end.
 */

async function operatorOf(db: Database, token: string, { clock }: EntryServices) {
  const operator = await findOperatorOfLink(db, sha256(token), clock());
  if (!operator) throw new AppError('OPERATOR_LINK_INVALID');
  return operator;
}

export async function openLink(db: Database, token: string, services: EntryServices) {
  const { name, role } = await operatorOf(db, token, services);
  const secret = totpSecretOfLink(sha256(token), services.secret);
  return { name, role, secret, address: totpAddress(secret, name) };
}

export const offerPasskeyToLink = async (db: Database, token: string, services: EntryServices) =>
  offerPasskey(db, await operatorOf(db, token, services), services);

export async function choosePasskey(
  db: Database,
  { token, response }: { token: string; response: RegistrationResponseJSON },
  { device }: Client,
  services: EntryServices,
): Promise<string> {
  const operator = await operatorOf(db, token, services);
  const checked = { operatorId: operator.id, response };
  const passkey = await checkNewPasskey(db, checked, services);
  const now = services.clock();
  return db.transaction(async (tx) => {
    await lockHead(tx);
    await startAnew(tx, operator.id, token, now);
    await insertPasskey(tx, { ...passkey, operatorId: operator.id, device, createdAt: now });
    return enterFirst(tx, operator, { device, by: 'passkey' }, now);
  });
}

type Chosen = { token: string; password: string; code: string };

export async function choosePassword(
  db: Database,
  { token, password, code }: Chosen,
  { clientAddress, device }: Client,
  services: EntryServices,
): Promise<string> {
  const operator = await operatorOf(db, token, services);
  const now = services.clock();
  const key = totpSecretOfLink(sha256(token), services.secret);
  const step = stepOfCode(key, code, now);
  if (step === null) throw new AppError('CODE_INVALID');
  const passwordHash = await services.passwords.hash(password, clientAddress);
  return db.transaction(async (tx) => {
    await lockHead(tx);
    await startAnew(tx, operator.id, token, now);
    const totpSecret = sealSecret(key, services.secret);
    await updateOperator(tx, operator.id, { passwordHash, totpSecret, totpLastStep: step });
    return enterFirst(tx, operator, { device, by: 'password' }, now);
  });
}

async function enterFirst(
  tx: Database,
  operator: { id: number; name: string },
  way: { device: string; by: 'password' | 'passkey' },
  now: Date,
): Promise<string> {
  const token = await enter(tx, operator, { ...way, claim: async () => true }, now);
  if (token === null) throw new Error('there was nothing to claim');
  return token;
}

async function startAnew(tx: Database, operatorId: number, token: string, now: Date) {
  if (!(await consumeLink(tx, sha256(token), now))) throw new AppError('OPERATOR_LINK_INVALID');
  await deletePasskeys(tx, operatorId);
  await deleteSessionsOf(tx, operatorId);
  const nothing = { passwordHash: null, totpSecret: null, totpLastStep: null };
  await updateOperator(tx, operatorId, nothing);
}
