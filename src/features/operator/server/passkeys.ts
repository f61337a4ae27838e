/*
 * Passkeys (WebAuthn). A new passkey's challenge is stored, and deleted when it is answered.
 * Anybody may ask for a login's challenge, so that one is signed instead, and stored once it is
 * used. Only this site's exact origin is accepted, and only with user verification, which makes a
 * passkey two factors. A signature counter never refuses: synchronised passkeys do not count.
 */

import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { CHALLENGE_SECONDS } from '#operator/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { hmac, isSameHash } from '#platform/server/hashes.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { enter, operatorAttemptOfAddress, writeEntry } from './log-in.ts';
import {
  findPasskey,
  insertChallenge,
  listPasskeys,
  takeChallenge,
  updatePasskeyUse,
} from './operator-queries.ts';

/** Loaded at its first use: it takes more memory than any other library. */
const library = () => import('@simplewebauthn/server');

const siteOf = ({ publicUrl }: Call) => {
  const { origin, hostname } = new URL(publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
};

type Owner = { id: number; name: string };

export async function offerPasskey(call: Call, { id, name }: Owner) {
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

export async function checkNewPasskey(
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
