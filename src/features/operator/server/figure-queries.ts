import { asc, inArray, sql } from 'drizzle-orm';
import { sharesIdentity } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { isPaidFromFarmsPhone, isProven } from '#orders/server/proof-queries.ts';
import {
  orderLineRelation as orderLines,
  orderRelation as orders,
} from '#orders/server/queries.ts';
import { FARMS_SHOWN_MIN } from '#prices/rules/price.ts';
import type { Unit } from '#products/rules/product.ts';
import { products } from '#products/server/queries.ts';
import type { County } from '#rules/counties.ts';
import { daysAfter, endOfDayInNairobi } from '#rules/day.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import { secondsAfter } from '#server/clock.ts';
import { FIGURE_WEEKS_MAX } from '../rules/desk-input.ts';
import { figureWeeks } from './tables.ts';

/** `sales`: in KES, of goods without delivery. `counties`, `crops`: how many are shown. */
export type FigureWeek = {
  week: Day;
  shown: { orders: number; farms: number; counties: number; crops: number; sales: number } | null;
};

export type FigureCrop = {
  week: Day;
  /** Null for products without a crop. */
  crop: { en: string; sw: string } | null;
  unit: Unit;
  quantity: number;
  orders: number;
  farms: number;
  sales: number;
};

export type Figures = {
  county: County | null;
  from: Day;
  to: Day;
  weeks: FigureWeek[];
  crops: FigureCrop[];
};

const startOf = (day: Day) => endOfDayInNairobi(daysAfter(day, -1)).toISOString();

/**
 * The completed and paid orders of a week in Nairobi. Orders between accounts of one person are
 * left out. `counts`: both sides are proven; only they count towards the number from which figures
 * are shown. By orders_completed.
 */
const soldIn = (week: Day) => sql`
  select ${orders.id} as order_id, ${orders.farmerId} as farmer_id, ${orders.buyerId} as buyer_id,
    ${farms.pinCounty} as county, ${week}::date as week,
    ${isProven(orders.farmerId)} and ${isProven(orders.buyerId)} as counts
  from ${orders} join ${farms} on ${farms.userId} = ${orders.farmerId}
  where ${orders.status} = 'completed' and ${orders.paymentStatus} = 'paid'
    and ${orders.completedAt} >= ${startOf(week)}::timestamptz
    and ${orders.completedAt} < ${startOf(daysAfter(week, 7))}::timestamptz
    and ${farms.pinCounty} <> ''
    and not ${sharesIdentity(orders.buyerId, orders.farmerId)}
    and not ${isPaidFromFarmsPhone(orders.id, orders.farmerId)}`;

const voices = sql`count(distinct farmer_id) filter (where counts) as farm_voices,
  count(distinct buyer_id) filter (where counts) as buyer_voices`;
const isShown = sql`farm_voices >= ${FARMS_SHOWN_MIN} and buyer_voices >= ${FARMS_SHOWN_MIN}`;

const listCounties = (db: Database, week: Day) =>
  db
    .select({
      week: sql<Day>`week`,
      county: sql<County>`county`,
      orders: sql<number>`orders`,
      farms: sql<number>`farms`,
      cents: sql<number>`cents`,
    })
    .from(sql`(
      with sold as materialized (${soldIn(week)}),
      weeks as (
        select week, county, count(distinct sold.order_id)::int as orders,
          count(distinct farmer_id)::int as farms, sum(${orderLines.totalCents})::float8 as cents, ${voices}
        from sold join ${orderLines} on ${orderLines.orderId} = sold.order_id
        group by week, county)
      select week::text, county, orders, farms, cents from weeks where ${isShown}
      order by week, county) as shown`);

/**
 * Units of a known weight are kilograms. The crops of the fewest farms come first. The crop is
 * empty for products without one.
 */
async function listCrops(db: Database, week: Day) {
  // Lines of a version that did not store the weight have the product's.
  const weight = sql`coalesce(${orderLines.netWeightKg}, case when ${products.unit} = ${orderLines.unit} then ${products.netWeightKg} end)`;
  const isWeighed = sql`(${orderLines.unit} <> 'kg' and ${weight} is not null)`;
  return db
    .select({
      week: sql<Day>`week`,
      county: sql<County>`county`,
      crop: sql<string>`crop`,
      unit: sql<Unit>`unit`,
      quantity: sql<number>`quantity`,
      orders: sql<number>`orders`,
      farms: sql<number>`farms`,
      cents: sql<number>`cents`,
      hasHidden: sql<boolean>`has_hidden`,
      hiddenFarms: sql<number>`hidden_farms`,
      hiddenBuyers: sql<number>`hidden_buyers`,
    })
    .from(sql`(
      with sold as materialized (${soldIn(week)}),
      lines as materialized (
        select sold.*, coalesce(${products.crop}, '') as crop, ${orderLines.totalCents} as cents,
          case when ${isWeighed} then 'kg' else ${orderLines.unit}::text end as unit,
          ${orderLines.quantity} * case when ${isWeighed} then ${weight} else 1 end as quantity
        from sold join ${orderLines} on ${orderLines.orderId} = sold.order_id
          left join ${products} on ${products.id} = ${orderLines.productId}),
      cells as (
        select week, county, crop, unit, count(distinct order_id)::int as orders,
          count(distinct farmer_id)::int as farms, sum(cents)::float8 as cents,
          sum(quantity)::float8 as quantity, ${voices}
        from lines group by week, county, crop, unit),
      hidden as (
        select lines.week, lines.county, count(distinct farmer_id) filter (where counts)::int as farms,
          count(distinct buyer_id) filter (where counts)::int as buyers
        from lines join cells using (week, county, crop, unit)
        where not (${isShown}) group by lines.week, lines.county)
      select cells.week::text, cells.county, crop, unit, quantity, orders, cells.farms, cents,
        hidden.week is not null as has_hidden, coalesce(hidden.farms, 0) as hidden_farms,
        coalesce(hidden.buyers, 0) as hidden_buyers
      from cells left join hidden using (week, county)
      where ${isShown} order by week, county, farm_voices, crop, unit) as shown`);
}

export type CountyWeek = Awaited<ReturnType<typeof listCounties>>[number];
export type CropWeek = Awaited<ReturnType<typeof listCrops>>[number];

/** Orders change after their week: a dispute reopens one, and goods are weighed again. */
const CHANGES_SECONDS = 60 * DAY_SECONDS;

const listWeeks = (db: Database, weeks: readonly Day[]) =>
  db
    .select()
    .from(figureWeeks)
    .where(inArray(figureWeeks.week, [...weeks]))
    .orderBy(asc(figureWeeks.week))
    .limit(FIGURE_WEEKS_MAX);

type Counting = { weeks: readonly Day[]; now: Date; afterSeconds: number };

/** Also counts a week again if it may have changed and was counted so long ago. */
export async function countWeeks(db: Database, { weeks, now, afterSeconds }: Counting) {
  const stored = await listWeeks(db, weeks);
  // The newest first: people look at these.
  for (const week of weeks.toReversed()) {
    const countedAt = stored.find((row) => row.week === week)?.countedAt;
    const mayChange =
      countedAt && countedAt < secondsAfter(endOfDayInNairobi(week), CHANGES_SECONDS);
    if (countedAt && !(mayChange && countedAt < secondsAfter(now, -afterSeconds))) continue;
    const [counties, crops] = [await listCounties(db, week), await listCrops(db, week)];
    const counted = { counties, crops, countedAt: now };
    await db
      .insert(figureWeeks)
      .values({ week, ...counted })
      .onConflictDoUpdate({ target: figureWeeks.week, set: counted });
  }
}

export async function readWeeks(db: Database, weeks: readonly Day[], county: County | null) {
  const rows = await listWeeks(db, weeks);
  const isWanted = (row: { county: County }) => county === null || row.county === county;
  // countWeeks wrote them.
  return {
    counties: rows.flatMap((row) => (row.counties as CountyWeek[]).filter(isWanted)),
    crops: rows.flatMap((row) => (row.crops as CropWeek[]).filter(isWanted)),
  };
}
