import type { CreateKey } from '#accounts/rules/account-changes.ts';
import { KEY_ENDING_LENGTH, KEYS_MAX } from '#accounts/rules/limits.ts';
import { KEY_PREFIX } from '#platform/rules/key-scopes.ts';
import { AppError } from '#platform/server/app-error.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { confirmPassword } from '../passwords.ts';
import { lockLogin } from '../people-queries.ts';
import { countKeys, deleteKey, insertKey, listKeyRows } from './queries.ts';

export const listKeys = ({ db, user }: Call<'user'>) => listKeyRows(db, user.id);

/** Requires the password, so that a borrowed session leaves no key behind. */
export async function createKey(
  call: Call<'user'>,
  { name, scopes, password }: CreateKey,
): Promise<{ key: string }> {
  const { db, user, clock } = call;
  const { id: userId, sessionId } = user;
  await confirmPassword(db, { userId, password }, call);
  const key = KEY_PREFIX + createToken();
  await db.transaction(async (tx) => {
    // Two concurrent requests must not both create the last one.
    await lockLogin(tx, { userId, sessionId });
    if ((await countKeys(tx, userId)) >= KEYS_MAX)
      throw new AppError('TOO_MANY_KEYS', { inputs: { count: KEYS_MAX } });
    await insertKey(tx, {
      userId,
      name,
      scopes: [...new Set(scopes)],
      keyHash: sha256(key),
      ending: key.slice(-KEY_ENDING_LENGTH),
      createdAt: clock(),
    });
  });
  return { key };
}

/** Revoking an ended key is not an error. */
export async function revokeKey(
  { db, user, clock, endedAccess }: Call<'user'>,
  { keyId }: { keyId: number },
): Promise<void> {
  const hash = await deleteKey(db, { userId: user.id, keyId });
  if (hash) await endedAccess.record({ hash }, clock());
}
