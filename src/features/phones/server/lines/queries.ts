import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import { users } from '#features/accounts/server/tables/users.ts';
import { phoneLines, smsInbound } from '#features/notifications/server/tables/sms.ts';
import { orders } from '#features/orders/server/tables/orders.ts';
import type { Database } from '#platform/server/db/database.ts';

/**
 * Who speaks from a verified number, and what is kept of the talk so far. By users_verified_phone.
 */
export async function findSpeaker(db: Database, phoneNumber: string) {
  const [row] = await db
    .select({
      userId: users.id,
      role: users.role,
      language: users.language,
      hasPin: isNotNull(phoneLines.pinHash).mapWith(Boolean),
      heardAt: phoneLines.heardAt,
      phoneVerifiedAt: users.phoneVerifiedAt,
      simChangedAt: phoneLines.simChangedAt,
      numberChangedAt: phoneLines.numberChangedAt,
      isSignedUpByAgent: isNotNull(users.signedUpBy).mapWith(Boolean),
      listedProducts: phoneLines.listedProducts,
    })
    .from(users)
    .leftJoin(phoneLines, eq(phoneLines.userId, users.id))
    .where(
      and(
        eq(users.phoneNumber, phoneNumber),
        isNotNull(users.phoneVerifiedAt),
        isNull(users.suspendedAt),
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

/**
 * What waits for a word, and was asked so early that it waits until then at the latest. By primary
 * key.
 */
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

/** It waits no longer; something else that was asked since does. By primary key. */
export async function endWaiting(
  db: Database,
  { userId, waiting }: { userId: number; waiting: object },
) {
  await db
    .update(phoneLines)
    .set({ waiting: null, waitingUntil: null })
    .where(and(eq(phoneLines.userId, userId), eq(phoneLines.waiting, waiting)));
}

/** What an order of a farm is worth; null for another's. By primary key. */
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

/** @returns its id; null for one that came before. By the unique id of the service. */
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

/**
 * One that is not handled yet, unless its text was erased, because it came too late. By primary
 * key.
 */
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
 * A wrong PIN or code in it is counted now. @returns false where it was counted before. By primary
 * key.
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

/** Its text goes: it may hold a PIN. @returns whether nobody else has handled it */
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
