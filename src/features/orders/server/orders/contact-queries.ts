import { and, eq, notExists, sql } from 'drizzle-orm';
import { people } from '#features/accounts/server/people-queries.ts';
import { farms } from '#features/farms/server/relation-queries.ts';
import type { OrderStatus } from '#features/orders/rules/order-facts.ts';
import { orderContacts, orders } from '#features/orders/server/tables/orders.ts';
import type { Database } from '#platform/server/db/database.ts';

const buyers = people('buyer');
const farmers = people('farmer');

/**
 * Copies the current contact data of buyer and farmer, for one order or for all orders with a
 * status that have no copy yet. An existing copy stays unchanged. By primary key, or
 * orders_confirmed and orders_dispatched.
 */
export async function insertContacts(
  db: Database,
  which: { orderId: number } | { status: OrderStatus },
) {
  const isSelected =
    'orderId' in which ? eq(orders.id, which.orderId) : eq(orders.status, which.status);
  const copied = db
    .select({ one: sql`1` })
    .from(orderContacts)
    .where(eq(orderContacts.orderId, orders.id));
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
    .where(and(isSelected, notExists(copied)));
  await db.insert(orderContacts).select(present).onConflictDoNothing();
}
