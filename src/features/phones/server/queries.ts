import { and, asc, eq, gt, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm';
import { people, phoneLines } from '#accounts/server/people-queries.ts';
import { sentNotices } from '#notifications/server/notice-queries.ts';
import { pick } from '#server/database.ts';

const speakers = people('speaker');

export async function findSpeaker(db: Database, phoneNumber: string) {
  const [row] = await db
    .select({
      userId: speakers.id,
      ...pick(speakers, 'role language phoneVerifiedAt'),
      hasPin: isNotNull(phoneLines.pinHash).mapWith(Boolean),
      ...pick(phoneLines, 'heardAt simChangedAt numberChangedAt listedProducts'),
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
  return row ? { ...row, phoneNumber } : null;
}

export type KnownSpeaker = NonNullable<Awaited<ReturnType<typeof findSpeaker>>>;

type Silent = { silentSince: Date; silentFrom: Date; kind: string; limit: number };

/**
 * The longest silence first. Only numbers that still prove who the farmers are, without a notice of
 * this kind. By users_verified_phone.
 */
export async function listWithoutPin(
  db: Database,
  { silentFrom, silentSince, kind, limit }: Silent,
) {
  const heardAt = sql`coalesce(${phoneLines.heardAt}, ${speakers.phoneVerifiedAt})`;
  const told = db
    .select({ one: sql`1` })
    .from(sentNotices)
    .where(and(eq(sentNotices.userId, speakers.id), eq(sentNotices.kind, kind)));
  const rows = await db
    .select({ userId: speakers.id })
    .from(speakers)
    .leftJoin(phoneLines, eq(phoneLines.userId, speakers.id))
    .where(
      and(
        eq(speakers.role, 'farmer'),
        isNull(speakers.email),
        isNotNull(speakers.phoneVerifiedAt),
        isNull(speakers.suspendedAt),
        isNull(phoneLines.pinHash),
        isNull(phoneLines.stoppedAt),
        isNull(phoneLines.simChangedAt),
        isNull(phoneLines.numberChangedAt),
        gt(heardAt, silentFrom),
        lte(heardAt, silentSince),
        notExists(told),
      ),
    )
    .orderBy(asc(heardAt), asc(speakers.id))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}
