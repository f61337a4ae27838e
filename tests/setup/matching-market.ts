import postgres from 'postgres';
import { migratePostgres } from '../../src/server/db/migrate.ts';
import { databaseUrl } from './postgres-template.ts';

const PRODUCTS_PER_FARM = 7;

/**
 * Makes a database with so many products all over Kenya that one common word finds. Indexes of `products` are dropped first and
 * built again at the end, which takes a third of the time.
 */
export async function makeMatchingMarket(serverUrl: string, products: number) {
  const name = `sokoshamba_matching_${process.pid}_${Date.now()}`;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = databaseUrl(serverUrl, name);
  await migratePostgres(url);
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { synchronous_commit: 'off', maintenance_work_mem: '128MB' },
  });
  const farms = Math.round(products / PRODUCTS_PER_FARM);
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'products' and indexname <> 'products_pkey'`;
  for (const index of indexes) await sql.unsafe(`drop index ${index.name}`);
  await sql`
    insert into users (email, role, password_hash, first_name, last_name, phone_number, email_verified_at, created_at, updated_at)
    select 'farmer' || n || '@x.ke', 'farmer', 'none', 'Wanjiku', 'Kamau', '+254700000000', now(), now(), now()
    from generate_series(1, ${farms}::int) n`;
  await sql`
    insert into farms (user_id, name, farm_type, farm_size, county, subcounty, address_description, latitude, longitude,
      coverage_radius_metres, updated_at)
    select id, 'Farm ' || id, 'crop', 'small', (array['Nairobi', 'Nyeri', 'Meru', 'Kisumu', 'Nakuru', 'Kilifi'])[1 + id % 6],
      'Central', 'By the road', -4.5 + random() * 8, 34.2 + random() * 7, 10000, now()
    from users`;
  await sql`
    insert into products (farmer_id, name, category, description, quantity, unit, price_cents, price_per_kg_cents, is_organic,
      created_at, updated_at)
    select (select min(user_id) from farms) + n % ${farms}::int, 'Maize ' || n, (array['Cereals', 'Vegetables', 'Fruits'])[1 + n % 3]::product_category,
      'White and dry', 100, 'kg', 1000 + n % 9000, 1000 + n % 9000, n % 7 = 0, now(), now()
    from generate_series(1, ${products}::int) n`;
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql.unsafe('vacuum analyze users, farms, products');
  await sql.end();
  return {
    url,
    async drop() {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
