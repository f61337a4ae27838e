import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { apiKeys } from '../tables/api-keys.ts';
import { knownDevices, sessions } from '../tables/sessions.ts';
import { buyers, users } from '../tables/users.ts';

export const accountData: PersonalData<unknown> = {
  single: { account: readAccount, buyer: readBuyer },
  lists: { sessions: readSessions, knownDevices: readDevices, apiKeys: readKeys },
};

/** Omits hashes of secrets, which are useful only for guessing. */
async function readAccount(db: Database, userId: number) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
      phoneNumber: users.phoneNumber,
      phoneVerifiedAt: users.phoneVerifiedAt,
      signedUpBy: users.signedUpBy,
      nationalId: users.nationalId,
      language: users.language,
      emailVerifiedAt: users.emailVerifiedAt,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  return account ?? null;
}

async function readBuyer(db: Database, userId: number) {
  const [buyer] = await db
    .select({
      businessName: buyers.businessName,
      businessType: buyers.businessType,
      deliveryAddress: buyers.deliveryAddress,
      city: buyers.city,
    })
    .from(buyers)
    .where(eq(buyers.userId, userId));
  return buyer ?? null;
}

async function readSessions(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      device: sessions.device,
      isRemembered: sessions.isRemembered,
      isByEmail: sessions.isByEmail,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      endsAt: sessions.endsAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.id))
    .limit(limit)
    .offset(offset);
}

async function readDevices(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({ firstLoginAt: knownDevices.firstLoginAt, lastLoginAt: knownDevices.lastLoginAt })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(asc(knownDevices.firstLoginAt), asc(knownDevices.tokenHash))
    .limit(limit)
    .offset(offset);
}

async function readKeys(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      name: apiKeys.name,
      ending: apiKeys.ending,
      scopes: apiKeys.scopes,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(asc(apiKeys.id))
    .limit(limit)
    .offset(offset);
}

/** Locks a user's row, so that no order of theirs is placed until the transaction ends. */
export async function lockPerson(db: Database, userId: number) {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}
