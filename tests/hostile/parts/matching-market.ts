import { makeFilledDatabase, PRODUCTS_PER_FARM } from '#tests/setup/database/filled-database.ts';

export function makeMatchingMarket(serverUrl: string, products: number) {
  const name = `sokoshamba_matching_${process.pid}_${Date.now()}`;
  const farms = Math.round(products / PRODUCTS_PER_FARM);
  return makeFilledDatabase(serverUrl, name, async (sql) => {
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
  });
}
