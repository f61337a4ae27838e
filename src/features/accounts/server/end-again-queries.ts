import { and, eq, lte, max, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { EndedLine } from './end-access.ts';
import { apiKeys, sessions } from './tables/sessions.ts';
import { users } from './tables/users.ts';
import { beginDoubt, findNumberFacts } from './trust-in-number.ts';

/**
 * A line that the backup contains changes nothing. `unusablePassword` is a hash whose password
 * nobody knows.
 */
export async function endAgain(
  tx: Database,
  { at, userId, hash, formerPassword, isSuspended, isSimChanged }: EndedLine,
  { unusablePassword, now }: { unusablePassword: string; now: Date },
): Promise<void> {
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

/** For when nobody knows which of them had ended. */
export async function endAll(tx: Database) {
  await tx.delete(sessions);
  await tx.delete(apiKeys);
}

/** Accurate to a few minutes. */
export async function findLastUse(tx: Database): Promise<Date | null> {
  const [row] = await tx.select({ lastUsedAt: max(sessions.lastUsedAt) }).from(sessions);
  return row?.lastUsedAt ?? null;
}
