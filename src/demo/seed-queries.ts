import { type SQL, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { isOffered } from '#products/server/queries.ts';
import type { SeedFarm, SeedProduct } from './make-market.ts';

/**
 * Sent as one JSON text, because one parameter per value would exceed the protocol's limit of
 * 65,535.
 */
const rowsOf = (rows: readonly object[], columns: SQL) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given (${columns})`;

export async function hasUsers(db: Database) {
  const users = people('user');
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}

type NewFarm = SeedFarm & { passwordHash: string; now: string };

export async function insertFarms(db: Database, rows: NewFarm[]) {
  const columns =
    sql.raw(`email text, "firstName" text, "lastName" text, "phoneNumber" text, "passwordHash" text, now timestamptz,
    name text, "farmType" text, "farmSize" text, about text, county text, subcounty text, "addressDescription" text, latitude float8,
    longitude float8, "coverageRadiusMetres" int, "gpsAccuracyMetres" real, "deliveryFeeCents" int, "minimumOrderCents" int`);
  await db.execute(sql`
    with given as (select * from ${rowsOf(rows, columns)}), farmers as (
      insert into users (email, role, password_hash, first_name, last_name, phone_number, email_verified_at, created_at, updated_at)
      select email, 'farmer', "passwordHash", "firstName", "lastName", "phoneNumber", now, now, now from given
      returning id, email
    )
    insert into farms (user_id, name, farm_type, farm_size, about, county, pin_county, subcounty, address_description, latitude, longitude,
      coverage_radius_metres, gps_latitude, gps_longitude, gps_accuracy_metres, gps_taken_at, delivery_fee_cents,
      minimum_order_cents, updated_at)
    select farmers.id, name, "farmType", "farmSize", about, county, county, subcounty, "addressDescription", latitude, longitude,
      "coverageRadiusMetres", latitude, longitude, "gpsAccuracyMetres", now, "deliveryFeeCents", "minimumOrderCents", now
    from given join farmers on farmers.email = given.email::citext`);
}

export type ListedFarm = Position & { id: number; county: string };

export const listFarms = (db: Database): Promise<ListedFarm[]> =>
  readRows(db, sql`select user_id as id, county, latitude, longitude from farms order by user_id`);

/** One driver answers with the rows, the other with an object that has them. */
async function readRows<Row>(db: Database, query: SQL): Promise<Row[]> {
  const answer: unknown = await db.execute(query);
  return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as Row[];
}

type NewProduct = SeedProduct & { farmerId: number; freshUntil: Day; createdAt: string };

/** The initial stock is a movement. */
export async function insertProducts(db: Database, rows: NewProduct[]) {
  const columns =
    sql.raw(`"farmerId" int, name text, category product_category, crop text, description text, quantity numeric,
    unit product_unit, "priceCents" int, "netWeightKg" numeric, "pricePerKgCents" int, "isOrganic" boolean, "harvestDate" date,
    "expiryDate" date, "freshUntil" date, "createdAt" timestamptz`);
  await db.execute(sql`
    with stored as (
      insert into products (farmer_id, name, category, crop, is_crop_decided, description, quantity, unit, price_cents, net_weight_kg,
        price_per_kg_cents, is_organic, harvest_date, expiry_date, fresh_until, created_at, updated_at)
      select "farmerId", name, category, crop, true, description, quantity, unit, "priceCents", "netWeightKg", "pricePerKgCents", "isOrganic",
        "harvestDate", "expiryDate", "freshUntil", "createdAt", "createdAt"
      from ${rowsOf(rows, columns)}
      returning id, quantity, created_at
    )
    insert into stock_movements (product_id, change, reason, moved_at) select id, quantity, 'listed', created_at from stored`);
}

export type SeedPhoto = {
  farmerId: number;
  productId: number;
  place: number;
  contentHash: string;
};

type NamedProduct = { id: number; farmerId: number; name: string; crop: string | null };

export const listNamedProducts = (db: Database): Promise<NamedProduct[]> =>
  readRows(db, sql`select id, farmer_id as "farmerId", name, crop from products order by id`);

type NewPhotos = {
  rows: SeedPhoto[];
  colour: string;
  widthPixels: number;
  heightPixels: number;
  now: string;
};

export async function insertPhotos(
  db: Database,
  { rows, colour, widthPixels, heightPixels, now }: NewPhotos,
) {
  const columns = sql.raw(`"farmerId" int, "productId" int, place int, "contentHash" text`);
  await db.execute(sql`
    insert into photos (farmer_id, product_id, place, content_hash, colour, width_pixels, height_pixels, created_at)
    select "farmerId", "productId", place, "contentHash", ${colour}, ${widthPixels}::int, ${heightPixels}::int, ${now}::timestamptz
    from ${rowsOf(rows, columns)}`);
}

/**
 * Gives the farmer with the most products the demo's login. Only its products begin to age; nobody
 * would answer for those of the other farms.
 */
export async function renameBusiestFarmer(
  db: Database,
  { email, phoneNumber }: { email: string; phoneNumber: string },
) {
  await db.execute(sql`
    update users set email = ${email}, phone_number = ${phoneNumber}
    where id = (select farmer_id from products group by farmer_id order by count(*) desc, farmer_id limit 1)`);
  await db.execute(sql`
    update products set fresh_until = null from users where users.id = farmer_id and users.email = ${email}`);
}

type NewBuyer = { email: string; phoneNumber: string; passwordHash: string; now: string };

export async function insertBuyer(
  db: Database,
  { email, phoneNumber, passwordHash, now }: NewBuyer,
) {
  await db.execute(sql`
    with buyer as (
      insert into users (email, role, password_hash, first_name, last_name, phone_number, email_verified_at, created_at, updated_at)
      values (${email}, 'buyer', ${passwordHash}, 'Achieng', 'Otieno', ${phoneNumber}, ${now}::timestamptz, ${now}::timestamptz,
        ${now}::timestamptz)
      returning id
    )
    insert into buyers (user_id, business_name, business_type, delivery_address, city)
    select id, 'Achieng Fresh Foods', 'retail', 'Stall 14, Wakulima Market', 'Nairobi' from buyer`);
}

/** Its farmer's products come with the largest stock first. */
export async function readDemoPair(
  db: Database,
  { buyer, farmer, today }: { buyer: string; farmer: string; today: Day },
): Promise<{ buyerId: number; farmerId: number; productIds: number[] }> {
  const rows = await readRows<{ buyerId: number; farmerId: number; productId: number }>(
    db,
    sql`
    select buyers.id as "buyerId", farmers.id as "farmerId", products.id as "productId"
    from users buyers, users farmers join products on products.farmer_id = farmers.id
    where buyers.email = ${buyer} and farmers.email = ${farmer} and ${isOffered(today)} order by products.quantity desc, products.id`,
  );
  const [first] = rows;
  if (!first) throw new Error('The demo has no market');
  return { ...first, productIds: rows.map(({ productId }) => productId) };
}

/** Prices are in cents per kilogram; the yearly swing and growth are shares. */
export type SeedSeries = {
  crop: string;
  county: string;
  cents: number;
  swing: number;
  growth: number;
  cheapestMonth: number;
  farmIds: number[];
  isSold: boolean;
};

type History = { series: readonly SeedSeries[]; firstMonday: string; until: string };

/**
 * Each farm's weekly asking price, and its sales. The database generates the rows, because sending
 * them takes longer. Remainders serve as deterministic noise.
 */
export async function insertPriceHistory(db: Database, { series, firstMonday, until }: History) {
  const columns =
    sql.raw(`crop text, county text, cents int, swing float8, growth float8, "cheapestMonth" float8, "farmIds" int[],
    "isSold" boolean`);
  await db.execute(sql`
    with asked as (
      select crop, county, "isSold", farm as farm_id, week, ${firstMonday}::date + 7 * week as day,
        greatest(100, cents * (1 + growth * (week - 52) / 52.0)
          * (1 - swing * cos(2 * pi() * (extract(doy from ${firstMonday}::date + 7 * week) / 365.0 - ("cheapestMonth" - 0.5) / 12)))
          * (0.88 + 0.24 * ((farm::bigint * 7919) % 101) / 100.0)
          * (0.97 + 0.06 * ((farm::bigint * 31 + week * 733) % 97) / 96.0))::int / 100 * 100 as price
      from ${rowsOf(series, columns)}, generate_series(0, 52) week, unnest("farmIds") farm
    ), kinds as (
      select 'asked' as kind, asked.*, null::int as buyer_id, null::int as order_id from asked
      union all
      select 'paid', crop, county, "isSold", farm_id, week, day, price * 95 / 100, 2000000 + farm_id * 3 + week % 3, 3000000 + farm_id * 53 + week
      from asked where "isSold"
    )
    insert into price_observations (kind, crop, county, day, price_per_kg_cents, quantity_kg, farm_id, buyer_id, order_id, created_at)
    select kind, crop, county, day, price, 20, farm_id, buyer_id, order_id, day::timestamp at time zone 'Africa/Nairobi'
    from kinds where day <= ${until}::date`);
}

/** Only verified users can be paid and use SMS. */
export async function verifyPhones(db: Database) {
  await db.execute(sql`update users set phone_verified_at = created_at`);
  await db.execute(sql`insert into phone_lines (user_id, heard_at) select id, now() from users`);
}
