/*
 * A link opens once and lets the operator choose a passkey, or a password with an authenticator.
 * When that has succeeded, the link is used up, and earlier ways to log in end.
 */

import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { OPERATOR_LINK_SECONDS } from '#operator/rules/limits.ts';
import { lockHead } from '#operator/server/action-queries.ts';
import {
  consumeLink,
  deletePasskeys,
  deleteSessionsOf,
  findOperatorOfLink,
  insertPasskey,
  replaceLink,
  updateOperator,
} from '#operator/server/operator-queries.ts';
import { languages } from '#platform/rules/language.ts';
import { writeLetter } from '#platform/server/adapters/letter-layout.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import { letters, outboxKind } from '#platform/server/outbox.ts';
import type { Call, Services } from '#platform/server/trpc/context.ts';
import { m } from '#text';
import { enter } from './log-in.ts';
import { checkNewPasskey, offerPasskey } from './passkeys.ts';
import { sealSecret, stepOfCode, totpAddress, totpSecretOfLink } from './totp.ts';

type OfLink = { token: string };

async function operatorOf({ db, clock }: Call, { token }: OfLink) {
  const operator = await findOperatorOfLink(db, sha256(token), clock());
  if (!operator) throw new AppError('OPERATOR_LINK_INVALID');
  return operator;
}

export async function openLink(call: Call, { token }: OfLink) {
  const { name, role } = await operatorOf(call, { token });
  const secret = totpSecretOfLink(sha256(token), call.secret);
  return { name, role, secret, address: totpAddress(secret, name) };
}

export const offerPasskeyToLink = async (call: Call, link: OfLink) =>
  offerPasskey(call, await operatorOf(call, link));

export async function choosePasskey(
  call: Call,
  { token, response }: OfLink & { response: RegistrationResponseJSON },
) {
  const { device } = call;
  const operator = await operatorOf(call, { token });
  const passkey = await checkNewPasskey(call, { operatorId: operator.id, response });
  const now = call.clock();
  return call.db.transaction(async (tx) => {
    await lockHead(tx);
    await startAnew(tx, { operatorId: operator.id, token, now });
    await insertPasskey(tx, { ...passkey, operatorId: operator.id, device, createdAt: now });
    return enterFirst(tx, operator, { device, by: 'passkey', now });
  });
}

export async function choosePassword(
  call: Call,
  { token, password, code }: OfLink & { password: string; code: string },
) {
  const { secret, clientAddress, device } = call;
  const operator = await operatorOf(call, { token });
  const now = call.clock();
  const key = totpSecretOfLink(sha256(token), secret);
  const step = stepOfCode(key, code, now);
  if (step === null) throw new AppError('CODE_INVALID');
  const passwordHash = await call.passwords.hash(password, clientAddress);
  return call.db.transaction(async (tx) => {
    await lockHead(tx);
    await startAnew(tx, { operatorId: operator.id, token, now });
    const totpSecret = sealSecret(key, secret);
    await updateOperator(tx, operator.id, { passwordHash, totpSecret, totpLastStep: step });
    return enterFirst(tx, operator, { device, by: 'password', now });
  });
}

async function enterFirst(
  tx: Database,
  operator: { id: number; name: string },
  way: { device: string; by: 'password' | 'passkey'; now: Date },
) {
  const token = await enter(tx, operator, { ...way, claim: async () => true });
  if (token === null) throw new Error('there was nothing to claim');
  return { token };
}

type Start = OfLink & { operatorId: number; now: Date };

async function startAnew(tx: Database, { operatorId, token, now }: Start) {
  if (!(await consumeLink(tx, sha256(token), now))) throw new AppError('OPERATOR_LINK_INVALID');
  await deletePasskeys(tx, operatorId);
  await deleteSessionsOf(tx, operatorId);
  const nothing = { passwordHash: null, totpSecret: null, totpLastStep: null };
  await updateOperator(tx, operatorId, nothing);
}

/** Browsers don't send the fragment to any server. */
export const linkOf = (publicUrl: string, token: string) => `${publicUrl}/desk#${token}`;

/** `expiresAt` names the link: a newer one of the operator expires later. */
type DueLink = { operatorId: number; to: string; expiresAt: string };

export const operatorLink = outboxKind<DueLink>({
  kind: 'operatorLink',
  lane: letters,
  validSeconds: OPERATOR_LINK_SECONDS,
});

/**
 * The link is made here, so that the outbox stores none. If the mail fails, the next attempt makes
 * another one.
 */
export async function sendOperatorLink(
  db: Database,
  { operatorId, to, expiresAt }: DueLink,
  { mailer, support, publicUrl }: Pick<Services, 'mailer' | 'support' | 'publicUrl'>,
) {
  const token = createToken();
  const link = { operatorId, expiresAt: new Date(expiresAt), linkHash: sha256(token) };
  const operator = await replaceLink(db, link);
  if (!operator) return;
  await mailer.send(
    writeLetter({
      to,
      language: 'en',
      subject: m.mailOperatorLinkSubject({}, { locale: 'en' }),
      // Nobody knows yet which language the operator reads.
      paragraphs: [
        ...languages.map((locale) => m.mailOperatorLink({ name: operator.name }, { locale })),
        linkOf(publicUrl, token),
      ],
      supportEmail: support.email,
    }),
  );
}
