import { and, eq, gt, gte, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import { secondsAfter } from '#server/clock.ts';
import { firstRow, hasRows, pick } from '#server/database.ts';
import {
  KNOWN_DEVICE_SECONDS,
  OTP_BUDGET_SECONDS,
  OTP_MAIL_WINDOW_SECONDS,
  SIGNUP_PROOF_SECONDS,
  UNVERIFIED_SIGNUP_SECONDS,
} from '../rules/limits.ts';
import { isAccount } from './people-queries.ts';
import {
  codeMails,
  knownDevices,
  oneTimeCodes,
  phoneLinks,
  sessions,
  wrongCodes,
} from './tables/sessions.ts';
import { buyers, signupProofs, users } from './tables/users.ts';

const accountColumns = pick(
  users,
  'id role email phoneNumber phoneVerifiedAt passwordHash firstName lastName language',
  'emailVerifiedAt suspendedAt',
);

export const findAccount = (db: Database, email: string) =>
  firstRow(db.select(accountColumns).from(users).where(eq(users.email, email)));

/** By users_verified_phone. */
export const findAccountByPhone = (db: Database, phoneNumber: string) =>
  firstRow(
    db
      .select(accountColumns)
      .from(users)
      .where(and(eq(users.phoneNumber, phoneNumber), isNotNull(users.phoneVerifiedAt))),
  );

/** Never replaces an ID number, because two accounts with one number count as one person. */
export async function updateMissingNationalId(
  db: Database,
  { userId, nationalId, now }: { userId: number; nationalId: string; now: Date },
) {
  await db
    .update(users)
    .set({ nationalId, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.nationalId)));
}

export async function updatePhoneVerified(
  db: Database,
  { userId, phoneNumber, now }: { userId: number; phoneNumber: string; now: Date },
) {
  await db
    .update(users)
    .set({ phoneVerifiedAt: now, updatedAt: now })
    .where(
      and(eq(users.id, userId), eq(users.phoneNumber, phoneNumber), isNull(users.phoneVerifiedAt)),
    );
}

export const findUser = (db: Database, userId: number) =>
  firstRow(db.select(accountColumns).from(users).where(eq(users.id, userId)));

export async function insertUser(db: Database, user: typeof users.$inferInsert) {
  const [row] = await db.insert(users).values(user).returning({ id: users.id });
  if (!row) throw new Error('The user was not stored');
  return row.id;
}

export async function insertBuyer(db: Database, buyer: typeof buyers.$inferInsert) {
  await db.insert(buyers).values(buyer);
}

export async function deleteUser(db: Database, userId: number) {
  await db.delete(users).where(eq(users.id, userId));
}

export async function updateEmailVerified(db: Database, userId: number, now: Date) {
  await db.update(users).set({ emailVerifiedAt: now, updatedAt: now }).where(eq(users.id, userId));
}

export const insertEmail = (
  db: Database,
  { userId, email, now }: { userId: number; email: string; now: Date },
) =>
  hasRows(
    db
      .update(users)
      .set({ email, emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.id, userId), isNull(users.email)))
      .returning({ id: users.id }),
  );

/**
 * An email that came with the account is older than any sign-up that gets deleted. By primary key.
 */
export async function deleteEmailAddedAfter(
  tx: Database,
  { userId, moment, now }: { userId: number; moment: Date; now: Date },
) {
  const withTheAccount = sql`${users.createdAt} + make_interval(secs => ${UNVERIFIED_SIGNUP_SECONDS})`;
  const isAdded = and(
    gt(users.emailVerifiedAt, moment),
    gt(users.emailVerifiedAt, withTheAccount),
    isNotNull(users.phoneVerifiedAt),
  );
  const rows = await tx
    .update(users)
    .set({ email: null, emailVerifiedAt: null, updatedAt: now })
    .where(and(eq(users.id, userId), isAdded))
    .returning({ id: users.id });
  return rows.length === 1;
}

type NewPassword = { userId: number; passwordHash: string; now: Date };

export async function updatePassword(db: Database, { userId, passwordHash, now }: NewPassword) {
  await db.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, userId));
}

/** False if the password has changed since `replacing` was read. */
export const replacePassword = (
  db: Database,
  { userId, passwordHash, replacing, now }: NewPassword & { replacing: string },
) =>
  hasRows(
    db
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(and(eq(users.id, userId), eq(users.passwordHash, replacing)))
      .returning({ id: users.id }),
  );

export const findBuyerProfile = (db: Database, userId: number) =>
  firstRow(
    db
      .select({
        ...pick(users, 'id firstName lastName email phoneNumber phoneVerifiedAt'),
        ...pick(buyers, 'businessName businessType deliveryAddress city'),
      })
      .from(users)
      .innerJoin(buyers, eq(buyers.userId, users.id))
      .where(eq(users.id, userId)),
  );

type PersonChange = Partial<
  Pick<typeof users.$inferInsert, 'firstName' | 'lastName' | 'phoneNumber' | 'language'>
>;

/** A changed phone number is not verified. */
export async function updateUser(
  db: Database,
  userId: number,
  change: PersonChange & { updatedAt: Date },
) {
  const { phoneNumber } = change;
  const phoneVerifiedAt = sql`case when ${users.phoneNumber} = ${phoneNumber} then ${users.phoneVerifiedAt} end`;
  await db
    .update(users)
    .set({ ...change, ...(phoneNumber !== undefined && { phoneVerifiedAt }) })
    .where(eq(users.id, userId));
}

export async function updateBuyer(
  db: Database,
  userId: number,
  change: Pick<typeof buyers.$inferSelect, 'businessName' | 'deliveryAddress' | 'city'>,
) {
  await db.update(buyers).set(change).where(eq(buyers.userId, userId));
}

export async function updateSuspension(
  db: Database,
  userId: number,
  { suspendedAt, now }: { suspendedAt: Date | null; now: Date },
) {
  await db.update(users).set({ suspendedAt, updatedAt: now }).where(eq(users.id, userId));
}

export const lockAccount = (db: Database, which: string | number) =>
  firstRow(
    db.select(accountColumns).from(users).where(isAccount(users, which)).for('no key update'),
  );

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
