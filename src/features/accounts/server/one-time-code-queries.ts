/* One-time codes, and the sign-up proofs that a right code gives. */

import { and, count, desc, eq, gt, gte, inArray, isNull, lt, max, min, sql } from 'drizzle-orm';
import { firstRow, hasRows } from '#server/database.ts';
import type { CodePurpose } from '../rules/account-input.ts';
import { OTP_ATTEMPTS_PER_CODE } from '../rules/limits.ts';
import { codeMails, oneTimeCodes, wrongCodes } from './tables/sessions.ts';
import { signupProofs, users } from './tables/users.ts';

/** `recipient` is an email or a phone number. */
export type CodeAddress = { recipient: string; purpose: CodePurpose };

const isLive = and(isNull(oneTimeCodes.consumedAt), isNull(oneTimeCodes.voidedAt));

const isLiveFor = ({ recipient, purpose }: CodeAddress) =>
  and(eq(oneTimeCodes.recipient, recipient), eq(oneTimeCodes.purpose, purpose), isLive);

const canBeGuessed = (address: CodeAddress, now: Date) =>
  and(
    isLiveFor(address),
    gt(oneTimeCodes.expiresAt, now),
    lt(oneTimeCodes.attempts, OTP_ATTEMPTS_PER_CODE),
  );

export async function lockRecipient(db: Database, recipient: string) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(lower(${recipient}), 0))`);
}

/** By the partial index. */
export async function voidLiveCodes(
  db: Database,
  { recipient, purpose, now }: { recipient: string; purpose?: CodePurpose; now: Date },
) {
  await db
    .update(oneTimeCodes)
    .set({ voidedAt: now })
    .where(
      and(
        eq(oneTimeCodes.recipient, recipient),
        purpose && eq(oneTimeCodes.purpose, purpose),
        isLive,
      ),
    );
}

export async function insertCode(db: Database, code: typeof oneTimeCodes.$inferInsert) {
  const [row] = await db.insert(oneTimeCodes).values(code).returning({ id: oneTimeCodes.id });
  if (!row) throw new Error('The code was not stored');
  return row.id;
}

export async function voidCode(db: Database, { id, now }: { id: number; now: Date }) {
  await db.update(oneTimeCodes).set({ voidedAt: now }).where(eq(oneTimeCodes.id, id));
}

export const findLiveCode = (db: Database, { now, ...address }: CodeAddress & { now: Date }) =>
  firstRow(
    db
      .select({ expiresAt: oneTimeCodes.expiresAt, askedFrom: oneTimeCodes.askedFrom })
      .from(oneTimeCodes)
      .where(canBeGuessed(address, now)),
  );

export async function findUsedUpCode(
  db: Database,
  { now, ...address }: CodeAddress & { now: Date },
) {
  const [row] = await db
    .select({ codeHash: oneTimeCodes.codeHash })
    .from(oneTimeCodes)
    .where(
      and(
        isLiveFor(address),
        gt(oneTimeCodes.expiresAt, now),
        gte(oneTimeCodes.attempts, OTP_ATTEMPTS_PER_CODE),
      ),
    );
  return row?.codeHash ?? null;
}

/**
 * Counts a guess before it is compared. The update locks the row, so parallel guesses are counted
 * one after the other. Null without a live code or attempts.
 */
export const takeAttempt = (db: Database, { now, ...address }: CodeAddress & { now: Date }) =>
  firstRow(
    db
      .update(oneTimeCodes)
      .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
      .where(canBeGuessed(address, now))
      .returning({ id: oneTimeCodes.id, codeHash: oneTimeCodes.codeHash }),
  );

export const consumeCode = (db: Database, { id, now }: { id: number; now: Date }) =>
  hasRows(
    db
      .update(oneTimeCodes)
      .set({ consumedAt: now })
      .where(and(eq(oneTimeCodes.id, id), isLive))
      .returning({ id: oneTimeCodes.id }),
  );

export async function insertWrongCode(db: Database, wrong: typeof wrongCodes.$inferInsert) {
  await db.insert(wrongCodes).values(wrong);
}

type WrongCodes = CodeAddress & { isFromElsewhere: boolean; since: Date };

/** By (email, purpose, guessed_at). */
export async function countWrongCodes(
  db: Database,
  { recipient, purpose, isFromElsewhere, since }: WrongCodes,
) {
  const [row] = await db
    .select({ number: count(), first: min(wrongCodes.guessedAt), last: max(wrongCodes.guessedAt) })
    .from(wrongCodes)
    .where(
      and(
        eq(wrongCodes.recipient, recipient),
        eq(wrongCodes.purpose, purpose),
        eq(wrongCodes.isFromElsewhere, isFromElsewhere),
        gt(wrongCodes.guessedAt, since),
      ),
    );
  return row ?? { number: 0, first: null, last: null };
}

export async function insertCodeMail(db: Database, mail: typeof codeMails.$inferInsert) {
  const [row] = await db.insert(codeMails).values(mail).returning({ id: codeMails.id });
  if (!row) throw new Error('The mail was not counted');
  return row.id;
}

export async function deleteCodeMail(db: Database, id: number) {
  await db.delete(codeMails).where(eq(codeMails.id, id));
}

/** Newest first, at most the hourly limit. */
export async function listCodeMails(
  db: Database,
  { recipient, since, limit }: { recipient: string; since: Date; limit: number },
) {
  return db
    .select({ purpose: codeMails.purpose, requestedAt: codeMails.requestedAt })
    .from(codeMails)
    .where(and(eq(codeMails.recipient, recipient), gt(codeMails.requestedAt, since)))
    .orderBy(sql`${codeMails.requestedAt} desc, ${codeMails.id} desc`)
    .limit(limit);
}

export async function insertSignupProof(db: Database, proof: typeof signupProofs.$inferInsert) {
  await db.insert(signupProofs).values(proof);
}

type ProofQuery = {
  address: string;
  since: Date;
  holder: { tokenHash: string } | { addressHash: string };
};

/** The caller has locked the address. */
export async function findSignupProof(db: Database, { address, since, holder }: ProofQuery) {
  const isHeld =
    'tokenHash' in holder
      ? eq(signupProofs.tokenHash, holder.tokenHash)
      : eq(signupProofs.addressHash, holder.addressHash);
  const [row] = await db
    .select({ id: signupProofs.id })
    .from(signupProofs)
    .where(
      and(
        eq(signupProofs.address, address),
        eq(signupProofs.used, false),
        gt(signupProofs.verifiedAt, since),
        isHeld,
      ),
    )
    .orderBy(desc(signupProofs.id))
    .limit(1);
  return row ?? null;
}

export const hasProof = (
  db: Database,
  { address, tokenHash }: { address: string; tokenHash: string },
) =>
  hasRows(
    db
      .select({ id: signupProofs.id })
      .from(signupProofs)
      .where(and(eq(signupProofs.address, address), eq(signupProofs.tokenHash, tokenHash)))
      .limit(1),
  );

/**
 * One proof makes one account. These proofs' tokens may replace `replacesUserId`, an account made
 * without a token.
 */
export async function spendSignupProofs(
  db: Database,
  address: string,
  replacesUserId: number | null,
) {
  await db
    .update(signupProofs)
    .set({ used: true, replacesUserId })
    .where(and(eq(signupProofs.address, address), eq(signupProofs.used, false)));
}

/** Unless somebody has logged in to it. */
export async function deleteReplaceableUser(
  db: Database,
  { address, tokenHash }: { address: string; tokenHash: string },
) {
  const replaceable = db
    .select({ id: signupProofs.replacesUserId })
    .from(signupProofs)
    .where(and(eq(signupProofs.tokenHash, tokenHash), eq(signupProofs.address, address)));
  const rows = await db
    .delete(users)
    .where(and(eq(users.email, address), inArray(users.id, replaceable)))
    .returning({ id: users.id });
  return rows.length === 1;
}

/** From its first login on, a sign-up can't replace the account. By replaces_user_id. */
export async function endReplacement(db: Database, userId: number) {
  await db.delete(signupProofs).where(eq(signupProofs.replacesUserId, userId));
}
