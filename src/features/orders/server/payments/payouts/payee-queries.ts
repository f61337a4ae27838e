import { eq } from 'drizzle-orm';
import { people, phoneLines } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/relation-queries.ts';
import type { Database } from '#platform/server/db/database.ts';

const farmers = people('farmer');

export async function findPayee(db: Database, farmerId: number) {
  const [row] = await db
    .select({
      phoneNumber: farmers.phoneNumber,
      phoneVerifiedAt: farmers.phoneVerifiedAt,
      payoutsHeldUntil: farms.payoutsHeldUntil,
      suspendedAt: farmers.suspendedAt,
      simChangedAt: phoneLines.simChangedAt,
    })
    .from(farmers)
    .innerJoin(farms, eq(farms.userId, farmers.id))
    .leftJoin(phoneLines, eq(phoneLines.userId, farmers.id))
    .where(eq(farmers.id, farmerId));
  return row ?? null;
}
