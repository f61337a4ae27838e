import { buyers as buyerRows, phoneLines, users } from '#accounts/server/tables/users.ts';
import names from '#demo/data/farms.json' with { type: 'json' };
import type { Random } from '#demo/make-market.ts';
import { farmSizes, farmTypes } from '#farms/rules/farm.ts';
import { farms as farmRows } from '#farms/server/tables.ts';
import type { Unit } from '#products/rules/product.ts';
import { PASSWORD_HASH, type User } from '#tests/simulation/servers.ts';
import type { Options, World } from '#tests/simulation/world.ts';

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
  answersBy: 'web' | 'sms' | 'ussd';
  pin?: string | undefined;
  forgetfulness: number;
  products: KnownProduct[];
};

export type Buyer = User & {
  random: Random;
  place: { latitude: number; longitude: number };
  favourites: Farmer[];
  everyDays: number;
  habit: 'kiosk' | 'market day' | 'household' | 'impatient' | 'fraud';
};

const habits = ['kiosk', 'market day', 'household', 'household', 'impatient'] as const;
const AROUND_NYERI = { latitude: -0.4169, longitude: 36.951 };
const SPREAD = 0.2;

const nearNyeri = (random: Random) => ({
  latitude: AROUND_NYERI.latitude + (random.next() - 0.5) * SPREAD,
  longitude: AROUND_NYERI.longitude + (random.next() - 0.5) * SPREAD,
});

type Person = User & { random: Random };

export const asFarmer = (person: Person, isVerified: boolean): Farmer => ({
  ...person,
  answersBy: isVerified ? person.random.pick(['web', 'web', 'web', 'sms', 'ussd']) : 'web',
  forgetfulness: person.random.pick([0.02, 0.05, 0.2]),
  products: [],
});

export const asBuyer = (
  person: Person,
  { farmers, isFraud }: { farmers: Farmer[]; isFraud: boolean },
): Buyer => ({
  ...person,
  place: nearNyeri(person.random),
  favourites: farmers.length > 0 ? [1, 2, 3].map(() => person.random.pick(farmers)) : [],
  everyDays: person.random.between(6, 24),
  habit: isFraud ? 'fraud' : person.random.pick(habits),
});

export const farmOf = (random: Random) => ({
  farmType: random.pick(farmTypes),
  farmSize: random.pick(farmSizes),
  ...nearNyeri(random),
});

const FRAUD_EVERY = 40;
const ACCOMPLICES = 2;

export async function makePeople(world: World, db: Database, { farms, buyers }: Options) {
  const now = world.now();
  const insert = async (role: Role, count: number) => {
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
          passwordHash: PASSWORD_HASH,
          firstName: random.pick(names.firstNames),
          lastName: random.pick(names.lastNames),
          phoneNumber,
          phoneVerifiedAt: isVerified ? now : null,
          email: emailOf(role, index),
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
      const email = emailOf(role, index);
      return {
        isVerified,
        person: { id, name, role, email, phoneNumber, token: null, random },
      };
    });
  };

  const farmers = (await insert('farmer', farms)).map(({ person, isVerified }) =>
    asFarmer(person, isVerified),
  );
  await db.insert(farmRows).values(
    farmers.map(({ id, random }) => ({
      userId: id,
      name: `Farm ${id}`,
      ...farmOf(random),
      county: 'Nyeri',
      pinCounty: 'Nyeri',
      subcounty: 'Nyeri Town',
      addressDescription: 'Behind the tea factory',
      coverageRadiusMetres: random.pick([5000, 15_000, 40_000]),
      deliveryFeeCents: random.pick([0, 10_000, 15_050]),
      minimumOrderCents: random.pick([0, 0, 50_000]),
      updatedAt: now,
    })),
  );
  const everyone = (await insert('buyer', buyers + ACCOMPLICES)).map(({ person }, index) =>
    asBuyer(person, { farmers, isFraud: index % FRAUD_EVERY === 0 }),
  );
  await db
    .insert(buyerRows)
    .values(
      everyone.map(({ id }) => ({ userId: id, businessName: 'Duka', businessType: 'retail' })),
    );
  await db.update(users).set({ signedUpBy: everyone[1]?.id });
  return {
    farmers,
    buyers: everyone.slice(0, buyers),
    accomplices: everyone.slice(buyers),
  };
}

const emailOf = (role: Role, index: number) => `${role}${index}@market.simulated`;

export type People = Awaited<ReturnType<typeof makePeople>>;
