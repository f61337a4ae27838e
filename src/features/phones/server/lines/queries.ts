import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { people } from '#features/accounts/server/people-queries.ts';
import { phoneLines } from '#features/notifications/server/relation-queries.ts';
import type { Database } from '#platform/server/db/database.ts';

const speakers = people('speaker');

/** The user of a verified number, with the state of their phone line. By users_verified_phone. */
export async function findSpeaker(db: Database, phoneNumber: string) {
  const [row] = await db
    .select({
      userId: speakers.id,
      role: speakers.role,
      language: speakers.language,
      hasPin: isNotNull(phoneLines.pinHash).mapWith(Boolean),
      heardAt: phoneLines.heardAt,
      phoneVerifiedAt: speakers.phoneVerifiedAt,
      simChangedAt: phoneLines.simChangedAt,
      numberChangedAt: phoneLines.numberChangedAt,
      listedProducts: phoneLines.listedProducts,
    })
    .from(speakers)
    .leftJoin(phoneLines, eq(phoneLines.userId, speakers.id))
    .where(
      and(
        eq(speakers.phoneNumber, phoneNumber),
        isNotNull(speakers.phoneVerifiedAt),
        isNull(speakers.suspendedAt),
      ),
    );
  return row ?? null;
}

/** A user who writes or dials from their verified number. */
export type KnownSpeaker = NonNullable<Awaited<ReturnType<typeof findSpeaker>>>;
