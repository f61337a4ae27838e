import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { farms } from '#farms/server/tables.ts';
import { products } from '#products/server/tables.ts';
import { listOf, moment, personal } from '#server/tables.ts';

export const follows = pgTable(
  'follows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    farmId: integer('farm_id').references(() => farms.userId, { onDelete: 'cascade' }),
    productId: integer('product_id').references(() => products.id, { onDelete: 'cascade' }),
    /** Rounded to about a hundred metres. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** Empty for the device's position. */
    placeName: text('place_name'),
    createdAt: moment('created_at').notNull(),
    /** In Nairobi. */
    toldOn: date('told_on', { mode: 'string' }),
    /** For a farm: the newest product that the buyer knows of. */
    seenProductId: integer('seen_product_id'),
    /** For a product: it could not be bought at the last check. */
    isAwaited: boolean('is_awaited').notNull().default(false),
  },
  (table) => [
    check(
      'follows_one_of',
      sql`num_nonnulls(farm_id, product_id, latitude) = 1 and num_nulls(latitude, longitude, place_name) in (0, 3)`,
    ),
    // Nulls are distinct, so each index covers one kind.
    uniqueIndex('follows_farm').on(table.userId, table.farmId),
    uniqueIndex('follows_product').on(table.userId, table.productId),
    uniqueIndex('follows_place').on(table.userId, table.latitude, table.longitude),
    index().on(table.farmId),
    index().on(table.productId),
    index('follows_places_created').on(table.createdAt).where(sql`latitude is not null`),
  ],
);

personal(follows, {
  of: 'userId',
  exported: 'farmId productId latitude longitude placeName createdAt toldOn',
  technical: 'id seenProductId isAwaited',
});

export const followData: PersonalData = { lists: { follows: listOf(follows) } };
