import { type AnyColumn, sql } from 'drizzle-orm';
import { orders } from './schema/orders.ts';
import { reviews } from './schema/reviews.ts';

/*
 * What a farm has earned, as columns of any query that has the farmer's id: profile, overview and product page then can't differ.
 * Each reads one farmer's rows of one index: reviews_farmer (and their orders by primary key), and orders_farmer_status.
 */

/**
 * Ratings of completed orders: one that was disputed afterwards counts no more than its sale does, and again where the operator
 * decides that it stays completed.
 */
const countsAsRating = sql`exists (select from ${orders} where ${orders.id} = ${reviews.orderId} and ${orders.status} = 'completed')`;

/** The mean of a farm's ratings with one decimal, 0 to 5; 0 while there is none. */
export const reputationOf = (farmerId: AnyColumn | number) =>
  sql<number>`(select coalesce(round(avg(${reviews.rating}), 1), 0)::float8 from ${reviews} where ${reviews.farmerId} = ${farmerId} and ${countsAsRating})`;

export const ratingCountOf = (farmerId: AnyColumn | number) =>
  sql<number>`(select count(*)::int from ${reviews} where ${reviews.farmerId} = ${farmerId} and ${countsAsRating})`;

/** Cents of all completed orders; as a float, because one farm's may be more than an integer holds. */
export const salesCentsOf = (farmerId: AnyColumn | number) =>
  sql<number>`(select coalesce(sum(${orders.totalCents}), 0)::float8 from ${orders} where ${orders.farmerId} = ${farmerId} and ${orders.status} = 'completed')`;
