import { and, count, eq, gt, gte, isNull, lt, max, min, sql } from 'drizzle-orm';
import { OTP_ATTEMPTS_PER_CODE } from '#accounts/rules/limits.ts';
import type { CodePurpose } from '#accounts/rules/account-input.ts';
import { codeMails, oneTimeCodes, wrongCodes } from '#accounts/server/tables/sessions.ts';
import type { Database } from '#platform/server/db/database.ts';

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

export async function findLiveCode(db: Database, { now, ...address }: CodeAddress & { now: Date }) {
  const [row] = await db
    .select({ expiresAt: oneTimeCodes.expiresAt, askedFrom: oneTimeCodes.askedFrom })
    .from(oneTimeCodes)
    .where(canBeGuessed(address, now));
  return row ?? null;
}

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
export async function takeAttempt(db: Database, { now, ...address }: CodeAddress & { now: Date }) {
  const [row] = await db
    .update(oneTimeCodes)
    .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
    .where(canBeGuessed(address, now))
    .returning({ id: oneTimeCodes.id, codeHash: oneTimeCodes.codeHash });
  return row ?? null;
}

export async function consumeCode(db: Database, { id, now }: { id: number; now: Date }) {
  const rows = await db
    .update(oneTimeCodes)
    .set({ consumedAt: now })
    .where(and(eq(oneTimeCodes.id, id), isLive))
    .returning({ id: oneTimeCodes.id });
  return rows.length === 1;
}

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
