import { firstNames, lastNames } from '#demo/seed/people.ts';
import type { Random } from '#demo/seed/random.ts';
import { buyers as buyerRows, users } from '#features/accounts/server/tables/users.ts';
import { farmSizes, farmTypes } from '#features/farms/rules/farm.ts';
import { farms as farmRows } from '#features/farms/server/tables.ts';
import { phoneLines } from '#features/notifications/server/tables/sms.ts';
import type { Unit } from '#features/products/rules/product.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { User } from './servers.ts';
import type { Options, World } from './world.ts';

/** A product as its farmer and buyers remember it, which may be out of date. */
export type KnownProduct = {
  id: number;
  farmer: Farmer;
  name: string;
  unit: Unit;
  price: number;
  quantity: number;
};

export type Farmer = User & {
  random: Random;
  phoneNumber: string;
  /** How this farmer answers orders. */
  answersBy: 'web' | 'sms' | 'ussd';
  /** The probability that something is forgotten. */
  forgetfulness: number;
  products: KnownProduct[];
};

export type Buyer = User & {
  random: Random;
  phoneNumber: string;
  place: { latitude: number; longitude: number };
  favourites: Farmer[];
  /** The days between two purchases. */
  everyDays: number;
  habit: 'kiosk' | 'market day' | 'household' | 'impatient' | 'fraud';
};

const habits = ['kiosk', 'market day', 'household', 'household', 'impatient'] as const;
const AROUND_NYERI = { latitude: -0.4169, longitude: 36.951 };
/** Degrees: about twenty kilometres. */
const SPREAD = 0.2;

/** Farmers and buyers, stored without signing up, because passwords cannot be simulated. */
export async function makePeople(world: World, db: Database, { farms, buyers }: Options) {
  const now = world.now();
  const nearNyeri = (random: Random) => ({
    latitude: AROUND_NYERI.latitude + (random.next() - 0.5) * SPREAD,
    longitude: AROUND_NYERI.longitude + (random.next() - 0.5) * SPREAD,
  });
  const insert = async (role: 'farmer' | 'buyer', count: number) => {
    const people = Array.from({ length: count }, (_, index) => {
      // Each person's own generator, so that fewer people leave the others as they are.
      const random = world.chance(`${role} ${index}`);
      const isVerified = random.isTrue(role === 'farmer' ? 0.95 : 0.8);
      const phoneNumber = `+2547${role === 'farmer' ? 1 : 2}${String(index).padStart(7, '0')}`;
      return { random, isVerified, phoneNumber };
    });
    const rows = await db
      .insert(users)
      .values(
        people.map(({ random, isVerified, phoneNumber }, index) => ({
          role,
          passwordHash: 'none',
          firstName: random.pick(firstNames),
          lastName: random.pick(lastNames),
          phoneNumber,
          phoneVerifiedAt: isVerified ? now : null,
          email: `${role}${index}@market.simulated`,
          emailVerifiedAt: now,
          language: random.pick(['en', 'sw'] as const),
          createdAt: now,
          updatedAt: now,
        })),
      )
      .returning({ id: users.id, firstName: users.firstName });
    await db.insert(phoneLines).values(rows.map(({ id }) => ({ userId: id, heardAt: now })));
    return people.map(({ random, phoneNumber, isVerified }, index) => {
      const { id = 0, firstName = '' } = rows[index] ?? {};
      const name = `${firstName} (${role} ${id})`;
      return { id, name, token: null, random, phoneNumber, isVerified };
    });
  };

  const farmers: Farmer[] = (await insert('farmer', farms)).map(({ isVerified, ...farmer }) => ({
    ...farmer,
    // Only a verified number speaks for its account.
    answersBy: isVerified ? farmer.random.pick(['web', 'web', 'web', 'sms', 'ussd']) : 'web',
    forgetfulness: farmer.random.pick([0.02, 0.05, 0.2]),
    products: [],
  }));
  await db.insert(farmRows).values(
    farmers.map(({ id, random }) => ({
      userId: id,
      name: `Farm ${id}`,
      farmType: random.pick(farmTypes),
      farmSize: random.pick(farmSizes),
      county: 'Nyeri',
      pinCounty: 'Nyeri',
      subcounty: 'Nyeri Town',
      addressDescription: 'Behind the tea factory',
      ...nearNyeri(random),
      coverageRadiusMetres: random.pick([5000, 15_000, 40_000]),
      deliveryFeeCents: random.pick([0, 10_000, 15_050]),
      minimumOrderCents: random.pick([0, 0, 50_000]),
      updatedAt: now,
    })),
  );
  const shoppers: Buyer[] = (await insert('buyer', buyers)).map(
    ({ isVerified, ...buyer }, index) => ({
      ...buyer,
      place: nearNyeri(buyer.random),
      favourites: farmers.length > 0 ? [1, 2, 3].map(() => buyer.random.pick(farmers)) : [],
      everyDays: buyer.random.between(6, 24),
      habit: !isVerified && index % 20 === 0 ? 'fraud' : buyer.random.pick(habits),
    }),
  );
  if (shoppers.length > 0)
    await db
      .insert(buyerRows)
      .values(
        shoppers.map(({ id }) => ({ userId: id, businessName: 'Duka', businessType: 'retail' })),
      );
  return { farmers, buyers: shoppers };
}

export type People = Awaited<ReturnType<typeof makePeople>>;
