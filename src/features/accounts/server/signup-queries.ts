import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  sql,
} from 'drizzle-orm';
import {
  KNOWN_DEVICE_SECONDS,
  OTP_BUDGET_SECONDS,
  OTP_MAIL_WINDOW_SECONDS,
  SIGNUP_PROOF_SECONDS,
  UNVERIFIED_SIGNUP_SECONDS,
} from '#accounts/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  codeMails,
  knownDevices,
  oneTimeCodes,
  phoneLinks,
  sessions,
  wrongCodes,
} from './tables/sessions.ts';
import { signupProofs, users } from './tables/users.ts';

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

export async function hasProof(
  db: Database,
  { address, tokenHash }: { address: string; tokenHash: string },
) {
  const rows = await db
    .select({ id: signupProofs.id })
    .from(signupProofs)
    .where(and(eq(signupProofs.address, address), eq(signupProofs.tokenHash, tokenHash)))
    .limit(1);
  return rows.length > 0;
}

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

/** Each kind has an index by time. */
export async function pruneAccounts(db: Database, now: Date) {
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now));
  await db
    .delete(codeMails)
    .where(lt(codeMails.requestedAt, secondsAfter(now, -OTP_MAIL_WINDOW_SECONDS)));
  await db
    .delete(wrongCodes)
    .where(lt(wrongCodes.guessedAt, secondsAfter(now, -OTP_BUDGET_SECONDS)));
  // A proof whose token may still replace an account lasts until that account's first login.
  const isOldProof = lt(signupProofs.verifiedAt, secondsAfter(now, -SIGNUP_PROOF_SECONDS));
  await db.delete(signupProofs).where(and(isOldProof, isNull(signupProofs.replacesUserId)));
  await pruneSignups(db, now);
  await db.delete(phoneLinks).where(lt(phoneLinks.expiresAt, now));
  await db.delete(sessions).where(lt(sessions.endsAt, now));
  await db
    .delete(knownDevices)
    .where(lt(knownDevices.lastLoginAt, secondsAfter(now, -KNOWN_DEVICE_SECONDS)));
}

/**
 * Somebody else may have typed the data of an unverified sign-up. Keeps one with a live code. By
 * users_unverified.
 */
async function pruneSignups(db: Database, now: Date) {
  const liveCode = db
    .select({ one: sql`1` })
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.recipient, users.email),
        isNull(oneTimeCodes.consumedAt),
        isNull(oneTimeCodes.voidedAt),
        gte(oneTimeCodes.expiresAt, now),
      ),
    );
  const isOld = lt(users.createdAt, secondsAfter(now, -UNVERIFIED_SIGNUP_SECONDS));
  const isUnverified = and(isNotNull(users.email), isNull(users.emailVerifiedAt));
  await db.delete(users).where(and(isUnverified, isOld, notExists(liveCode)));
}
