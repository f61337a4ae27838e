import type { Database } from '#server/db/connect.ts';
import { sha256 } from '#server/hashes.ts';
import { voidCodes } from '#server/modules/accounts/codes/void-codes.ts';
import { deleteReplaceableUser } from './people/queries.ts';

type Claim = { email: string; signupToken: string; now: Date };

/**
 * Deletes, in the caller's transaction, the account that somebody behind the same client address made for this e-mail without the
 * token, as long as nobody has logged in to it: only the person who entered the code has the token. Locks the e-mail.
 * @returns whether there was such an account, which proves the e-mail as well as an unused token does
 */
export async function removeReplaceableAccount(db: Database, { email, signupToken, now }: Claim): Promise<boolean> {
  await voidCodes(db, { email, now });
  return deleteReplaceableUser(db, { email, tokenHash: sha256(signupToken) });
}
