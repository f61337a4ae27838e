import { eq, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/relation-queries.ts';
import type { Database } from '#platform/server/db/database.ts';
import { orderContacts, orders } from './tables.ts';

const buyers = people('buyer');
const farmers = people('farmer');

/** An existing copy stays unchanged. */
export async function insertContacts(db: Database, orderId: number) {
  const present = db
    .select({
      orderId: orders.id,
      buyerPhoneNumber: sql`nullif(${buyers.phoneNumber}, '')`
        .mapWith(buyers.phoneNumber)
        .as('buyer_phone_number'),
      farmerPhoneNumber: sql`nullif(${farmers.phoneNumber}, '')`
        .mapWith(farmers.phoneNumber)
        .as('farmer_phone_number'),
      farmName: farms.name,
      county: farms.county,
      subcounty: farms.subcounty,
      addressDescription: farms.addressDescription,
      latitude: farms.latitude,
      longitude: farms.longitude,
    })
    .from(orders)
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .leftJoin(farmers, eq(farmers.id, orders.farmerId))
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .where(eq(orders.id, orderId));
  await db.insert(orderContacts).select(present).onConflictDoNothing();
}
