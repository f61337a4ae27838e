/*
 * A link opens once and lets the operator choose a passkey, or a password with an authenticator.
 * When that has succeeded, the link is used up, and earlier ways to log in end.
 *
 * Passkeys are WebAuthn's. A new passkey's challenge is stored, and deleted when it is answered.
 * Anybody may ask for a login's challenge, so that one is signed instead, and stored once it is
 * used. Only this site's exact origin is accepted, and only with user verification, which makes a
 * passkey two factors. A signature counter never refuses: synchronised passkeys do not count.
 */

import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { languages } from '#rules/language.ts';
import { writeLetter } from '#server/adapters/letter-layout.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { createToken, hmac, isSameHash, sha256 } from '#server/hashes.ts';
import { letters, outboxKind } from '#server/outbox.ts';
import { m } from '#text';
import { CHALLENGE_SECONDS, OPERATOR_LINK_SECONDS } from '../rules/desk-input.ts';
import { lockHead } from './action-queries.ts';
import {
  enter,
  type OperatorName,
  operatorAttemptOfAddress,
  sealSecret,
  stepOfCode,
  totpAddress,
  totpSecretOfLink,
  writeEntry,
} from './log-in.ts';
import {
  consumeLink,
  deletePasskeys,
  deleteSessionsOf,
  findOperatorOfLink,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  replaceLink,
  takeChallenge,
  updateOperator,
  updatePasskeyUse,
} from './operator-queries.ts';

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
  const { secret, clientAddress, device, passwords, withoutSlot } = call;
  const operator = await operatorOf(call, { token });
  const now = call.clock();
  const key = totpSecretOfLink(sha256(token), secret);
  const step = stepOfCode(key, code, now);
  if (step === null) throw new AppError('CODE_INVALID');
  const passwordHash = await withoutSlot(() => passwords.hash(password, clientAddress));
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
  operator: OperatorName,
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

/** Loaded at its first use: it takes more memory than any other library. */
const library = () => import('@simplewebauthn/server');

const siteOf = ({ publicUrl }: Call) => {
  const { origin, hostname } = new URL(publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
};

async function offerPasskey(call: Call, { id, name }: OperatorName) {
  const known = await listPasskeys(call.db, id);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'SokoShamba',
    rpID: siteOf(call).expectedRPID,
    userName: name,
    userID: new TextEncoder().encode(`operator-${id}`),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(call, { challenge: options.challenge, operatorId: id });
  return options;
}

async function checkNewPasskey(
  call: Call,
  { operatorId, response }: { operatorId: number; response: RegistrationResponseJSON },
) {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    ...siteOf(call),
    response,
    expectedChallenge: isGiven(call, operatorId),
    requireUserVerification: true,
  }).catch(refused);
  if (!registrationInfo) throw new AppError('PASSKEY_REFUSED');
  const { id, publicKey } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url') };
}

export async function askForPasskey(call: Call) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: siteOf(call).expectedRPID,
    userVerification: 'required',
    challenge: signedChallenge(call),
  });
}

export async function logInWithPasskey(call: Call, response: AuthenticationResponseJSON) {
  const { db, device } = call;
  const passkey = await findPasskey(db, response.id);
  if (!passkey || passkey.closedAt) throw new AppError('PASSKEY_REFUSED');
  const credential = {
    id: response.id,
    publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
    counter: 0,
  };
  const { verifyAuthenticationResponse } = await library();
  const { verified } = await verifyAuthenticationResponse({
    ...siteOf(call),
    response,
    credential,
    expectedChallenge: (challenge) => claimSigned(call, challenge),
    requireUserVerification: true,
  }).catch(refused);
  const now = call.clock();
  const { operatorId: id, name } = passkey;
  const claim = (tx: Database) => updatePasskeyUse(tx, response.id, now);
  const token = verified
    ? await enter(db, { id, name }, { device, by: 'passkey', claim, now })
    : null;
  if (token === null) {
    // Limited, so that nobody fills the log.
    await call.rateLimits.consume(operatorAttemptOfAddress, call.clientAddress);
    await writeEntry(db, { name, device, outcome: 'refused' }, now);
    throw new AppError('PASSKEY_REFUSED');
  }
  return { token };
}

const CHALLENGE_RANDOM_BYTES = 16;
/** Random bytes and the time of expiry in milliseconds. */
const SIGNED_BYTES = CHALLENGE_RANDOM_BYTES + 8;

function signedChallenge({ clock, secret }: Call): Uint8Array<ArrayBuffer> {
  const expiry = Buffer.alloc(8);
  expiry.writeBigInt64BE(BigInt(secondsAfter(clock(), CHALLENGE_SECONDS).getTime()));
  const signed = Buffer.concat([randomBytes(CHALLENGE_RANDOM_BYTES), expiry]);
  return new Uint8Array(Buffer.concat([signed, Buffer.from(signatureOf(signed, secret), 'hex')]));
}

const signatureOf = (signed: Buffer, secret: string) =>
  hmac(secret, 'desk challenge', signed.toString('hex'));

/** Signed by us, and not used yet. Uses it up. */
async function claimSigned({ db, clock, secret }: Call, challenge: string) {
  const bytes = Buffer.from(challenge, 'base64url');
  const signed = bytes.subarray(0, SIGNED_BYTES);
  if (!isSameHash(bytes.subarray(SIGNED_BYTES).toString('hex'), signatureOf(signed, secret)))
    return false;
  const expiresAt = new Date(Number(signed.readBigInt64BE(CHALLENGE_RANDOM_BYTES)));
  return expiresAt > clock() && insertChallenge(db, { challenge, operatorId: null, expiresAt });
}

type Challenge = { challenge: string; operatorId: number };

const keepChallenge = ({ db, clock }: Call, challenge: Challenge) =>
  insertChallenge(db, { ...challenge, expiresAt: secondsAfter(clock(), CHALLENGE_SECONDS) });

const isGiven =
  ({ db, clock }: Call, operatorId: number) =>
  async (challenge: string) => {
    const taken = await takeChallenge(db, challenge, clock());
    return taken !== null && taken.operatorId === operatorId;
  };

const refused = () => ({ verified: false, registrationInfo: undefined });
