import { eq, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import { webhookEvents, webhookSubjects } from '../tables.ts';

type Told = { webhookId: number; subject: string; dataHash: string; toldAt: Date };

/** Null if the webhook was last told the same. */
export async function countEvent(tx: Database, told: Told): Promise<number | null> {
  const [row] = await tx
    .insert(webhookSubjects)
    .values({ ...told, sequence: 1 })
    .onConflictDoUpdate({
      target: [webhookSubjects.webhookId, webhookSubjects.subject],
      set: {
        sequence: sql`${webhookSubjects.sequence} + 1`,
        dataHash: told.dataHash,
        toldAt: told.toldAt,
      },
      setWhere: ne(webhookSubjects.dataHash, told.dataHash),
    })
    .returning({ sequence: webhookSubjects.sequence });
  return row?.sequence ?? null;
}

export async function updateEvent(
  db: Database,
  id: number,
  change: Partial<typeof webhookEvents.$inferInsert>,
) {
  await db.update(webhookEvents).set(change).where(eq(webhookEvents.id, id));
}

export async function deleteEvent(db: Database, id: number) {
  await db.delete(webhookEvents).where(eq(webhookEvents.id, id));
}

/** By webhook_subjects_told. */
export async function deleteSubjectsBefore(db: Database, before: Date) {
  await db.delete(webhookSubjects).where(lt(webhookSubjects.toldAt, before));
}

/** By webhook_events_created. */
export async function deleteEventsBefore(db: Database, before: Date) {
  await db.delete(webhookEvents).where(lt(webhookEvents.createdAt, before));
}
