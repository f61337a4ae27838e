import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { observeOfferedPrices } from '#prices/server/observation-queries.ts';
import {
  listCounties,
  listCountryPrices,
  listWeeks,
  listWeeksOfCrops,
} from '#prices/server/queries.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const TODAY = '2026-03-02';
const SINCE = '2025-09-08';

test.runIf(isOnPostgres)(
  'shown prices are found by an index, among a hundred thousand cells',
  async () => {
    const market = await makeMarket();
    await market.db.execute(sql`
    insert into price_cells (kind, crop, period, county, first_day, median_kes, low_kes, high_kes, farms, buyers, orders, observations, is_shown)
    select 'asked', 'crop-' || crop, 'week', case when county = 0 then '' else 'county-' || county end, ${TODAY}::date - 7 * week, 50, 45, 55, 6, 0,
      0, 9, true
    from generate_series(1, 100) crop, generate_series(0, 9) county, generate_series(0, 99) week`);
    await market.db.execute(sql`analyze price_cells`);
    const place = { since: SINCE, today: TODAY };
    const plans = await plansOf(async (db) => {
      await listWeeks(db, { crop: 'crop-7', counties: ['county-3'], ...place });
      await listWeeksOfCrops(db, {
        crops: ['crop-7', 'crop-8'],
        counties: ['county-3', ''],
        since: SINCE,
      });
      await listCounties(db, { crop: 'crop-7', ...place });
      await listCountryPrices(db, TODAY);
    });
    expect(plans).toHaveLength(4);
    for (const plan of plans) {
      expect(plan).toMatch(/Index|Bitmap/);
      expect(plan).not.toContain('Seq Scan');
    }
  },
);

test.runIf(isOnPostgres)(
  "a day's observations are looked up per product, whatever the planner's statistics of that day",
  async () => {
    const { services } = await makeMarket();
    const [plan] = await plansOf((db) =>
      observeOfferedPrices(db, { after: 188_000, until: 190_000 }, services.clock()),
    );
    expect(plan).toMatch(/SubPlan \d+\n +-> .* on price_observations /);
  },
);

async function plansOf(run: (db: Database) => Promise<unknown>): Promise<string[]> {
  const said: { query: string; params: unknown[] }[] = [];
  const client = postgres(testDatabaseUrl(), { max: 1, onnotice: () => {} });
  try {
    const logger = {
      logQuery: (query: string, params: unknown[]) => void said.push({ query, params }),
    };
    // Only its query methods are used, which both have.
    await run(drizzle(client, { logger }) as unknown as Database);
    const plans: string[] = [];
    for (const { query, params } of said) {
      const rows = await client.unsafe(`explain ${query}`, params as never[]);
      plans.push(rows.map((row) => String(row['QUERY PLAN'])).join('\n'));
    }
    return plans;
  } finally {
    await client.end();
  }
}
