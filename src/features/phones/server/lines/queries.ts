import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import { people } from '#features/accounts/server/relation-queries.ts';
import { phoneLines, smsInbound } from '#features/notifications/server/tables/sms.ts';
import { orders } from '#features/orders/server/tables/orders.ts';
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
      isSignedUpByAgent: isNotNull(speakers.signedUpBy).mapWith(Boolean),
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

type LineChange = Partial<
  Omit<typeof phoneLines.$inferInsert, 'userId' | 'pinHash' | 'pinTries' | 'pinLockedUntil'>
>;

export async function updateLine(db: Database, userId: number, change: LineChange) {
  await db
    .insert(phoneLines)
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: phoneLines.userId, set: change });
}

/** The pending question, if it expires between now and `until`. By primary key. */
export async function findWaiting(
  db: Database,
  { userId, now, until }: { userId: number; now: Date; until: Date },
): Promise<unknown> {
  const [row] = await db
    .select({ waiting: phoneLines.waiting })
    .from(phoneLines)
    .where(
      and(
        eq(phoneLines.userId, userId),
        gt(phoneLines.waitingUntil, now),
        lte(phoneLines.waitingUntil, until),
      ),
    );
  return row?.waiting ?? null;
}

/** Ends a pending question, unless a newer one has replaced it. By primary key. */
export async function endWaiting(
  db: Database,
  { userId, waiting }: { userId: number; waiting: object },
) {
  await db
    .update(phoneLines)
    .set({ waiting: null, waitingUntil: null })
    .where(and(eq(phoneLines.userId, userId), eq(phoneLines.waiting, waiting)));
}

/** The total of a farm's order; null for another farm's. By primary key. */
export async function findOrderTotal(
  db: Database,
  { orderId, farmerId }: { orderId: number; farmerId: number },
) {
  const [row] = await db
    .select({ totalCents: orders.totalCents })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.farmerId, farmerId)));
  return row?.totalCents ?? null;
}

/** @returns its id; null if it was received before. By the unique id of the service. */
export async function insertInbound(
  db: Database,
  inbound: typeof smsInbound.$inferInsert,
): Promise<number | null> {
  const [row] = await db
    .insert(smsInbound)
    .values(inbound)
    .onConflictDoNothing({ target: smsInbound.serviceId })
    .returning({ id: smsInbound.id });
  return row?.id ?? null;
}

/** An unhandled SMS, unless it is so old that its text was erased. By primary key. */
export async function findInbound(db: Database, id: number) {
  const [row] = await db
    .select({
      phoneNumber: smsInbound.phoneNumber,
      text: smsInbound.text,
      receivedAt: smsInbound.receivedAt,
    })
    .from(smsInbound)
    .where(and(eq(smsInbound.id, id), isNull(smsInbound.handledAt), isNotNull(smsInbound.text)));
  return row ?? null;
}

/**
 * Marks that a wrong PIN or code in an SMS was counted.
 * @returns false if it was counted before. By primary key.
 */
export async function markTried(
  tx: Database,
  { id, now }: { id: number; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(smsInbound)
    .set({ triedAt: now })
    .where(and(eq(smsInbound.id, id), isNull(smsInbound.triedAt)))
    .returning({ id: smsInbound.id });
  return rows.length === 1;
}

/**
 * Erases the text, which may contain a PIN.
 * @returns false if another process has handled the SMS
 */
export async function markHandled(
  db: Database,
  { id, userId, now }: { id: number; userId: number | null; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(smsInbound)
    .set({ handledAt: now, userId, text: null })
    .where(and(eq(smsInbound.id, id), isNull(smsInbound.handledAt)))
    .returning({ id: smsInbound.id });
  return rows.length === 1;
}
