import { and, desc, eq, isNull, lt, lte, max, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { firstRow, keepStatement, pick } from '#server/database.ts';
import { KEYS_MAX } from '../rules/limits.ts';
import { apiKeys, sessions } from './tables/sessions.ts';
import { users } from './tables/users.ts';
import { beginDoubt, findNumberFacts } from './trust-in-number.ts';

/** A line of the file of ended access (end-access.ts). */
export const endedLine = z.object({
  at: z.pipe(
    z.iso.datetime(),
    z.transform((text: string) => new Date(text)),
  ),
  /** Everything of this user that is older than `at` has ended. */
  userId: z.optional(z.int()),
  /** SHA-256 of the replaced password's hash. */
  formerPassword: z.optional(z.string()),
  isSuspended: z.optional(z.boolean()),
  isSimChanged: z.optional(z.boolean()),
  /** The hash of a single session's token or of a key. */
  hash: z.optional(z.string()),
  /** The operator's account is closed, has a new role, or its logins are void. */
  operator: z.optional(z.string()),
  isClosed: z.optional(z.boolean()),
  role: z.optional(z.string()),
});
export type EndedLine = z.infer<typeof endedLine>;

/**
 * A line that the backup contains changes nothing. `unusablePassword` is a hash whose password
 * nobody knows.
 */
export async function endAgain(
  tx: Database,
  { at, userId, hash, formerPassword, isSuspended, isSimChanged }: EndedLine,
  { unusablePassword, now }: { unusablePassword: string; now: Date },
) {
  if (hash !== undefined) {
    await tx.delete(sessions).where(eq(sessions.tokenHash, hash));
    await tx.delete(apiKeys).where(eq(apiKeys.keyHash, hash));
  }
  if (userId === undefined) return;
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.createdAt, at)));
  await tx.delete(apiKeys).where(and(eq(apiKeys.userId, userId), lte(apiKeys.createdAt, at)));
  if (formerPassword !== undefined)
    await tx
      .update(users)
      .set({ passwordHash: unusablePassword, updatedAt: now })
      .where(
        and(
          eq(users.id, userId),
          eq(sql`encode(sha256(convert_to(${users.passwordHash}, 'UTF8')), 'hex')`, formerPassword),
        ),
      );
  // A user of a database that was restored earlier may have had the same id.
  if (isSuspended !== undefined)
    await tx
      .update(users)
      .set({ suspendedAt: isSuspended ? sql`coalesce(${users.suspendedAt}, ${at})` : null })
      .where(and(eq(users.id, userId), lte(users.createdAt, at)));
  if (isSimChanged) {
    const { heardAt, phoneVerifiedAt } = await findNumberFacts(tx, userId);
    // If the phone was used since, the backup contains the report and how it was settled.
    if (phoneVerifiedAt && !(heardAt && heardAt >= at))
      await beginDoubt(tx, userId, { simChangedAt: at }, at);
  }
}

export async function endAll(tx: Database) {
  await tx.delete(sessions);
  await tx.delete(apiKeys);
}

/** Accurate to a few minutes. */
export async function findLastUse(tx: Database) {
  const [row] = await tx.select({ lastUsedAt: max(sessions.lastUsedAt) }).from(sessions);
  return row?.lastUsedAt ?? null;
}

/** Null for a suspended account. By the unique hash. */
export const findLiveKey = (db: Database, keyHash: string) =>
  firstRow(liveKeyStatement(db, { keyHash }));

const liveKeyStatement = keepStatement((db) =>
  db
    .select({
      id: apiKeys.id,
      userId: users.id,
      role: users.role,
      language: users.language,
      scopes: apiKeys.scopes,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.keyHash, sql.placeholder('keyHash')), isNull(users.suspendedAt))),
);

export async function updateKeyUse(
  db: Database,
  { id, lastUsedAt }: { id: number; lastUsedAt: Date },
) {
  await db
    .update(apiKeys)
    .set({ lastUsedAt })
    .where(
      and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, lastUsedAt))),
    );
}

/** By user_id. */
export async function listKeyRows(db: Database, userId: number) {
  return db
    .select(pick(apiKeys, 'id name ending scopes createdAt lastUsedAt'))
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.id))
    .limit(KEYS_MAX);
}

export const countKeys = (db: Database, userId: number) =>
  db.$count(apiKeys, eq(apiKeys.userId, userId));

export async function insertKey(db: Database, key: typeof apiKeys.$inferInsert) {
  await db.insert(apiKeys).values(key);
}

export async function deleteKey(
  db: Database,
  { userId, keyId }: { userId: number; keyId: number },
) {
  const [row] = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.userId, userId)))
    .returning({ keyHash: apiKeys.keyHash });
  return row?.keyHash ?? null;
}

export async function deleteKeysOf(db: Database, userId: number) {
  await db.delete(apiKeys).where(eq(apiKeys.userId, userId));
}
