import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { sha256 } from '#platform/server/hashes.ts';
import { voidCodes } from './codes/issue-code.ts';
import type { EndAccess } from './end-access.ts';
import { lockPerson } from './people/personal-data.ts';
import { deleteReplaceableUser } from './people/proof-queries.ts';
import { deleteUser } from './people/queries.ts';

/** Prevents new orders of a user until the transaction that deletes the account ends. */
export const lockToRemove = lockPerson;

/** Deletes a user with all dependent rows, in the caller's transaction. */
export async function removeAccount(
  db: Database,
  { userId, passwordHash }: { userId: number; passwordHash: string },
  { clock, endAccess }: { clock: Clock; endAccess: EndAccess },
) {
  // Deleting the row would delete its sessions, but not end their open streams.
  await endAccess(db, { userId, formerPasswordHash: passwordHash }, clock());
  await deleteUser(db, userId);
}

type Claim = { email: string; signupToken: string; now: Date };

/**
 * Deletes, in the caller's transaction, the account that somebody behind the same client address
 * created for this email without the token, unless somebody has logged in to it. Only the person
 * who entered the code has the token. Locks the email.
 * @returns whether there was such an account, which proves the email as well as an unused token
 * does
 */
export async function removeReplaceableAccount(
  db: Database,
  { email, signupToken, now }: Claim,
): Promise<boolean> {
  await voidCodes(db, { email, now });
  return deleteReplaceableUser(db, { email, tokenHash: sha256(signupToken) });
}
