import { and, asc, eq, gte, isNull, lte, not, notInArray, type SQL, sql } from 'drizzle-orm';
import { sharesIdentity } from '#accounts/server/people-queries.ts';
import { chordTo, deliversTo, farms } from '#farms/server/queries.ts';
import { isOffered, products } from '#products/server/queries.ts';
import type { Day } from '#rules/day.ts';
import type { Position } from '#rules/geo.ts';
import type { Database } from '#server/db/database.ts';
import type { DeliveryFees, StandingLine } from '../rules.ts';

type Searched = {
  line: StandingLine;
  buyerId: number;
  place: Position | null;
  isDelivered: boolean;
  /** A farm that is not listed must deliver for free. Null: any fee. */
  deliveryFees: DeliveryFees | null;
  /** Products that the basket has already. */
  taken: number[];
  today: Day;
};

const figure = (value: number) => sql`${value}::float8`;

/**
 * From the nearest farm, or without a place the cheapest: the same crop, unit and weight, for at
 * most the line's highest price, with enough in stock, and deliverable for this line alone. By
 * products_offered_crop_price.
 */
export async function findAlternative(
  db: Database,
  { line, buyerId, place, isDelivered, deliveryFees, taken, today }: Searched,
) {
  const { crop, unit, netWeightKg, quantity, ceilingCents } = line;
  if (crop === null) return null;
  const at = place && { latitude: figure(place.latitude), longitude: figure(place.longitude) };
  const isEnough = lte(farms.minimumOrderCents, sql`${products.priceCents} * ${quantity}::numeric`);
  const isKnownFee =
    deliveryFees &&
    sql`${farms.deliveryFeeCents} <= coalesce((${JSON.stringify(deliveryFees)}::jsonb ->> ${farms.userId}::text)::int, 0)`;
  const order: SQL[] = [asc(products.priceCents), asc(products.id)];
  const [found] = await db
    .select({ id: products.id })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(
      and(
        isOffered(today),
        isNull(products.depositPercent),
        eq(products.isInStock, true),
        eq(products.crop, crop),
        eq(products.unit, unit),
        sql`${products.netWeightKg} is not distinct from ${netWeightKg}::numeric(9,3)`,
        gte(products.quantity, quantity),
        lte(products.priceCents, ceilingCents),
        taken.length > 0 ? notInArray(products.id, taken) : undefined,
        not(sharesIdentity(sql`${buyerId}::int`, farms.userId)),
        isDelivered && at ? and(deliversTo(at), isEnough) : undefined,
        isKnownFee ?? undefined,
      ),
    )
    .orderBy(...(at ? [chordTo(at), ...order] : order))
    .limit(1);
  return found?.id ?? null;
}
