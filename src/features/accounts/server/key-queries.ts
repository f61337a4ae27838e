import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { KEYS_MAX } from '#accounts/rules/limits.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import { apiKeys } from './tables/sessions.ts';
import { users } from './tables/users.ts';

/** Null for a suspended account. By the unique hash. */
export async function findLiveKey(db: Database, keyHash: string) {
  const [row] = await liveKeyStatement(db, { keyHash });
  return row ?? null;
}

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
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      ending: apiKeys.ending,
      scopes: apiKeys.scopes,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
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
): Promise<string | null> {
  const [row] = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.userId, userId)))
    .returning({ keyHash: apiKeys.keyHash });
  return row?.keyHash ?? null;
}

export async function deleteKeysOf(db: Database, userId: number) {
  await db.delete(apiKeys).where(eq(apiKeys.userId, userId));
}
