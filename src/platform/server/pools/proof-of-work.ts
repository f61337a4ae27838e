/*
 * A challenge that costs a machine a second of work: find a number such that the SHA-256 of
 * challenge and number begins with a given count of zero bits. The server signs the challenge and
 * stores nothing until it is solved. A challenge expires, and its solution counts once.
 */
import { createHash, randomBytes } from 'node:crypto';
import { PROOF_OF_WORK_BITS, PROOF_OF_WORK_SECONDS } from '#platform/rules/limits.ts';
import type { Clock } from '../clock.ts';
import { hmac, isSameHash } from '../hashes.ts';
import type { RateLimits } from '../rate-limits.ts';

export type Challenge = { challenge: string; bits: number };

type Signing = { secret: string; clock: Clock };

/**
 * Challenge and solution fit into one SHA-256 block, so that the work is the same for every
 * challenge.
 */
const SIGNATURE_CHARACTERS = 22;
const NONCE_BYTES = 8;
const ANSWER = /^(([\da-z]{1,8})\.[\w-]{11})\.([\da-f]{22}):\d{1,13}$/;

const sign = (secret: string, unsigned: string) =>
  hmac(secret, 'proof of work', unsigned).slice(0, SIGNATURE_CHARACTERS);
const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);

export function makeChallenge({ secret, clock }: Signing): Challenge {
  const expiresAt = (secondsOf(clock()) + PROOF_OF_WORK_SECONDS).toString(36);
  const unsigned = `${expiresAt}.${randomBytes(NONCE_BYTES).toString('base64url')}`;
  return { challenge: `${unsigned}.${sign(secret, unsigned)}`, bits: PROOF_OF_WORK_BITS };
}

const USED = { name: 'proofOfWork', seconds: PROOF_OF_WORK_SECONDS };

/** Whether this is an unused solution, "<challenge>:<number>". Marks it as used. */
export async function isProofOfWork(
  answer: string | undefined,
  services: Signing & { rateLimits: RateLimits },
): Promise<boolean> {
  const { secret, clock, rateLimits } = services;
  const [, unsigned = '', expiresAt = '', signature = ''] = ANSWER.exec(answer ?? '') ?? [];
  if (answer === undefined || unsigned === '' || !isSameHash(signature, sign(secret, unsigned)))
    return false;
  if (Number.parseInt(expiresAt, 36) <= secondsOf(clock())) return false;
  const digest = createHash('sha256').update(answer).digest();
  if (Math.clz32(digest.readUInt32BE()) < PROOF_OF_WORK_BITS) return false;
  return (await rateLimits.add(USED, 1, unsigned)).used === 1;
}
