import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { sha256 } from '#platform/server/hashes.ts';
import { voidCodes } from './codes/issue-code.ts';
import type { EndAccess } from './end-access.ts';
import { lockPerson } from './people/personal-data.ts';
import { deleteReplaceableUser } from './people/proof-queries.ts';
import { deleteUser } from './people/queries.ts';

/** Prevents new orders of the user until the deletion commits. */
export const lockToRemove = lockPerson;

export async function removeAccount(
  db: Database,
  { userId, passwordHash }: { userId: number; passwordHash: string },
  { clock, endAccess }: { clock: Clock; endAccess: EndAccess },
) {
  // Deleting the sessions with the row would not end their open streams.
  await endAccess(db, { userId, formerPasswordHash: passwordHash }, clock());
  await deleteUser(db, userId);
}

type Claim = { email: string; signupToken: string; now: Date };

/**
 * Deletes the account that somebody behind the same client address created for this email without
 * the token, unless somebody has logged in to it. Locks the email.
 * @returns whether there was one, which proves the email like an unused token
 */
export async function removeReplaceableAccount(
  db: Database,
  { email, signupToken, now }: Claim,
): Promise<boolean> {
  await voidCodes(db, { email, now });
  return deleteReplaceableUser(db, { email, tokenHash: sha256(signupToken) });
}
