import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { signupProofs, users } from '#accounts/server/tables/users.ts';
import type { Database } from '#platform/server/db/database.ts';

export async function insertSignupProof(db: Database, proof: typeof signupProofs.$inferInsert) {
  await db.insert(signupProofs).values(proof);
}

type ProofQuery = {
  email: string;
  since: Date;
  holder: { tokenHash: string } | { addressHash: string };
};

/** The caller has locked the email. */
export async function findSignupProof(db: Database, { email, since, holder }: ProofQuery) {
  const isHeld =
    'tokenHash' in holder
      ? eq(signupProofs.tokenHash, holder.tokenHash)
      : eq(signupProofs.addressHash, holder.addressHash);
  const [row] = await db
    .select({ id: signupProofs.id })
    .from(signupProofs)
    .where(
      and(
        eq(signupProofs.email, email),
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
  { email, tokenHash }: { email: string; tokenHash: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: signupProofs.id })
    .from(signupProofs)
    .where(and(eq(signupProofs.email, email), eq(signupProofs.tokenHash, tokenHash)))
    .limit(1);
  return rows.length > 0;
}

/**
 * One proof makes one account. These proofs' tokens may replace `replacesUserId`, an account made
 * without a token.
 */
export async function spendSignupProofs(
  db: Database,
  email: string,
  replacesUserId: number | null,
) {
  await db
    .update(signupProofs)
    .set({ used: true, replacesUserId })
    .where(and(eq(signupProofs.email, email), eq(signupProofs.used, false)));
}

/** Unless somebody has logged in to it. */
export async function deleteReplaceableUser(
  db: Database,
  { email, tokenHash }: { email: string; tokenHash: string },
) {
  const replaceable = db
    .select({ id: signupProofs.replacesUserId })
    .from(signupProofs)
    .where(and(eq(signupProofs.tokenHash, tokenHash), eq(signupProofs.email, email)));
  const rows = await db
    .delete(users)
    .where(and(eq(users.email, email), inArray(users.id, replaceable)))
    .returning({ id: users.id });
  return rows.length === 1;
}

/** From its first login on, a sign-up can't replace the account. By replaces_user_id. */
export async function endReplacement(db: Database, userId: number) {
  await db.delete(signupProofs).where(eq(signupProofs.replacesUserId, userId));
}
