import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { CHALLENGE_SECONDS } from '#features/operator/rules/limits.ts';
import {
  findPasskey,
  insertChallenge,
  listPasskeys,
  takeChallenge,
  updatePasskeyUse,
} from '#features/operator/server/people/queries.ts';
import { AppError } from '#platform/server/app-error.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  type Client,
  type EntryServices,
  enter,
  operatorAttemptOfAddress,
  writeEntry,
} from './log-in.ts';

/*
 * Passkeys (WebAuthn). A challenge is stored when it is given out and deleted when it is answered.
 * Only this site's exact origin is accepted, and only with user verification (a fingerprint or the
 * device's PIN), which makes a passkey two factors. A signature counter never refuses: synchronised
 * passkeys do not count.
 */

/** Loaded at its first use: it takes more memory than any other library. */
const library = () => import('@simplewebauthn/server');

const siteOf = ({ publicUrl }: EntryServices) => {
  const { origin, hostname } = new URL(publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
};

type Owner = { id: number; name: string };

/** The options with which a browser creates a passkey. */
export async function offerPasskey(db: Database, { id, name }: Owner, services: EntryServices) {
  const known = await listPasskeys(db, id);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'SokoShamba',
    rpID: siteOf(services).expectedRPID,
    userName: name,
    userID: new TextEncoder().encode(`operator-${id}`),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(db, { challenge: options.challenge, operatorId: id }, services);
  return options;
}

/**
 * Checks a new passkey of an operator.
 * @throws AppError PASSKEY_REFUSED
 */
export async function checkNewPasskey(
  db: Database,
  { operatorId, response }: { operatorId: number; response: RegistrationResponseJSON },
  services: EntryServices,
) {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    ...siteOf(services),
    response,
    expectedChallenge: isGiven(db, operatorId, services),
    requireUserVerification: true,
  }).catch(refused);
  if (!registrationInfo) throw new AppError('PASSKEY_REFUSED');
  const { id, publicKey } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url') };
}

/** The options with which a browser logs in with a passkey of this site. */
export async function askForPasskey(
  db: Database,
  { clientAddress }: Client,
  services: EntryServices,
) {
  await services.rateLimits.consume(operatorAttemptOfAddress, clientAddress);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(services).expectedRPID,
    userVerification: 'required',
  });
  await keepChallenge(db, { challenge: options.challenge, operatorId: null }, services);
  return options;
}

/**
 * Logs an operator in with a passkey, and returns the session's token.
 * @throws AppError PASSKEY_REFUSED
 */
export async function logInWithPasskey(
  db: Database,
  response: AuthenticationResponseJSON,
  { clientAddress, device }: Client,
  services: EntryServices,
): Promise<string> {
  const passkey = await findPasskey(db, response.id);
  if (!passkey || passkey.closedAt) throw new AppError('PASSKEY_REFUSED');
  const credential = {
    id: response.id,
    publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
    counter: 0,
  };
  const { verifyAuthenticationResponse } = await library();
  const { verified } = await verifyAuthenticationResponse({
    ...siteOf(services),
    response,
    credential,
    expectedChallenge: isGiven(db, null, services),
    requireUserVerification: true,
  }).catch(refused);
  const now = services.clock();
  const { operatorId: id, name } = passkey;
  const claim = (tx: Database) => updatePasskeyUse(tx, response.id, now);
  const token = verified
    ? await enter(db, { id, name }, { device, by: 'passkey', claim }, now)
    : null;
  if (token === null) {
    // Limited, so that nobody fills the log.
    await services.rateLimits.consume(operatorAttemptOfAddress, clientAddress);
    await writeEntry(db, { name, device, outcome: 'refused' }, now);
    throw new AppError('PASSKEY_REFUSED');
  }
  await services.rateLimits.giveBack(operatorAttemptOfAddress, clientAddress);
  return token;
}

type Challenge = { challenge: string; operatorId: number | null };

const keepChallenge = (db: Database, challenge: Challenge, { clock }: EntryServices) =>
  insertChallenge(db, { ...challenge, expiresAt: secondsAfter(clock(), CHALLENGE_SECONDS) });

/** Whether a challenge was given out, to this operator or for a login. Uses it up. */
const isGiven =
  (db: Database, operatorId: number | null, { clock }: EntryServices) =>
  async (challenge: string) => {
    const taken = await takeChallenge(db, challenge, clock());
    return taken !== null && taken.operatorId === operatorId;
  };

/** The library throws a plain error for an answer that it refuses. */
const refused = () => ({ verified: false, registrationInfo: undefined });
