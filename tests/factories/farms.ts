import { users } from '#accounts/server/tables/users.ts';
import { farmSizes, farmTypes } from '#farms/rules/farm.ts';
import { farms } from '#farms/server/tables.ts';
import { countyAt } from '#places/server/county-at.ts';
import { type Market, START } from '#tests/setup/market.ts';
import { makeSession } from './sessions.ts';

type Overrides = Partial<Omit<typeof farms.$inferInsert, 'userId'>> & { email?: string };

let farmsMade = 0;

/** Inserted directly, because signing up, as in makeFarmer, costs two password hashes. */
export async function makeFarm(
  market: Market,
  { email = `farm${++farmsMade}@shamba.example`, ...overrides }: Overrides = {},
) {
  const [user] = await market.db
    .insert(users)
    .values({
      role: 'farmer',
      passwordHash: 'none',
      phoneNumber: '+254112345678',
      firstName: 'Wanjiru',
      lastName: 'Kamau',
      email,
      emailVerifiedAt: START,
      createdAt: START,
      updatedAt: START,
    })
    .returning({ id: users.id });
  if (!user) throw new Error('The farmer was not stored');
  const farm = {
    userId: user.id,
    name: 'Kilima Farm',
    farmType: farmTypes[3],
    farmSize: farmSizes[0],
    county: 'Nyeri',
    subcounty: 'Nyeri Town',
    addressDescription: 'Behind the tea factory',
    latitude: -0.4169,
    longitude: 36.951,
    coverageRadiusMetres: 5000,
    updatedAt: START,
    ...overrides,
  };
  await market.db.insert(farms).values({ pinCounty: countyAt(farm) ?? farm.county, ...farm });
  return { id: user.id, token: await makeSession(market, user) };
}

export type Farm = Awaited<ReturnType<typeof makeFarm>>;
