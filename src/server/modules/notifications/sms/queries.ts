import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { smsInbound, smsMessages, ussdSessions } from '#server/db/schema/sms.ts';

export async function insertSms(db: Database, message: typeof smsMessages.$inferInsert): Promise<number> {
  const [row] = await db.insert(smsMessages).values(message).returning({ id: smsMessages.id });
  if (!row) throw new Error('The SMS was not stored');
  return row.id;
}

type SmsChange = Partial<Pick<typeof smsMessages.$inferInsert, 'status' | 'sentAt' | 'serviceId' | 'costCents' | 'failure'>>;

export async function updateSms(db: Database, id: number, change: SmsChange) {
  await db.update(smsMessages).set(change).where(eq(smsMessages.id, id));
}

/** What a person wrote, was sent and dialled, as long as it is known to be theirs. By the indexes of user_id. */
export async function deleteSmsOf(db: Database, userId: number) {
  await db.delete(smsMessages).where(eq(smsMessages.userId, userId));
  await db.delete(smsInbound).where(eq(smsInbound.userId, userId));
  await db.delete(ussdSessions).where(eq(ussdSessions.userId, userId));
}
