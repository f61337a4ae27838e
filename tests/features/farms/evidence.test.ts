import type { FarmerSignup } from '#farms/rules/farm.ts';
import { farms } from '#farms/server/tables.ts';
import { counties } from '#rules/counties.ts';
import {
  advance,
  caller,
  db,
  eq,
  farmerSignup,
  givenMarket,
  isOnPostgres,
  listCards,
  makeFarm,
  makeFarmer,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  now,
  START,
  sql,
} from '#tests/setup/in-market.ts';
import { rowsOf } from '#tests/setup/rows.ts';

const WAITING_MILLISECONDS_MAX = 2000;

/** None of the writes to farms is stored before all have read what they decide by, or wait. */
async function atTheSameMoment(db: Database, writes: (() => Promise<unknown>)[]) {
  if (!isOnPostgres) return void (await Promise.all(writes.map((write) => write())));
  let running: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table farms in share mode`);
    running = Promise.all(writes.map((write) => write()));
    await expect
      .poll(() => countWaiting(tx), { timeout: WAITING_MILLISECONDS_MAX })
      .toBe(writes.length);
  });
  await running;
}

async function countWaiting(db: Database): Promise<number> {
  const [row] = await rowsOf<{ waiting: number }>(
    db,
    sql`select count(distinct pid)::int as waiting from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return row?.waiting ?? 0;
}

givenMarket();

const profileOf = ({ token }: { token: string }) => caller({ token }).farmer.profile();
const inKenya = farmerSignup().location;
type Location = FarmerSignup['location'];

let made = 0;
function signUp({ fix = {}, ...location }: Partial<Location> & { fix?: object } = {}) {
  made += 1;
  const { latitude, longitude } = { ...inKenya, ...location };
  const at = { latitude, longitude: longitude + made / 1e6 };
  const gpsFix = { ...at, accuracy: 8, takenAt: START.toISOString(), ...fix };
  const email = `farmer${made}@shamba.example`;
  return makeFarmer({ email, location: { ...inKenya, ...location, gpsFix } });
}

function moveTo({ token }: { token: string }, position: Position) {
  const gpsFix = { ...position, accuracy: 8, takenAt: now().toISOString() };
  const place = { county: '', subcounty: '', addressDescription: '' };
  return caller({ token }).farmer.moveFarm({ position, gpsFix, ...place });
}

test('B66: a pin in Nyeri is listed under Nyeri, whichever of the 47 counties was typed', async () => {
  const farm = await makeFarm();
  await makeProduct(farm);
  const seen: string[] = [];
  for (const county of counties) {
    await db.update(farms).set({ county }).where(eq(farms.userId, farm.id));
    seen.push(...(await listCards({ county })).products.map((card) => card.county));
  }
  expect(seen).toEqual(['Nyeri']);
});

test('B66 the county: signing up and editing keep what was typed in the profile; buyers read the county of the pin everywhere', async () => {
  const farmer = await signUp({ county: 'Mombasa' });
  expect(await profileOf(farmer)).toMatchObject({ county: 'Mombasa', pinCounty: 'Nyeri' });
  const { id: productId } = await makeProduct(farmer);
  const buyer = await makeTestBuyer();
  const asBuyer = caller(buyer).buyer;
  const cart = await asBuyer.cart.put({ lines: [{ productId, quantity: 1 }] });
  const { farms: quoted } = await asBuyer.orders.quote({});
  const order = await makeOrder(buyer, [{ productId, quantity: 1 }]);
  const place = { latitude: -0.42, longitude: 36.95 };
  const facets = await caller().market.facets({});
  const answers = [
    await caller().market.product({ productId }),
    (await listCards({ county: 'Nyeri' })).products[0],
    (await listCards({ ...place, sort: 'nearest' })).products[0],
    cart.farms[0],
    quoted[0],
    await asBuyer.orders.get({ orderId: order.id }),
  ];
  expect(answers.map((answer) => answer?.county)).toEqual(answers.map(() => 'Nyeri'));
  expect(facets.counties).toEqual([{ county: 'Nyeri', number: 1 }]);
});

test('B66: a county is asked about when it is farther than 10 km from the pin, and never refused', async () => {
  const { latitude, longitude } = inKenya;
  const nyeri = { latitude, longitude };
  const check = (county: 'Mombasa' | 'Nyeri' | 'Kirinyaga', position = nyeri) =>
    caller().places.checkCounty({ ...position, county });
  expect(await check('Mombasa')).toEqual({ pinCounty: 'Nyeri', isFar: true });
  expect(await check('Nyeri')).toEqual({ pinCounty: 'Nyeri', isFar: false });
  // It lies in Nyeri, five kilometres from Kirinyaga.
  const karatina = { latitude: -0.4833, longitude: 37.1333 };
  expect(await check('Kirinyaga', karatina)).toMatchObject({ isFar: false });
});

test('B66: an honest phone keeps its badge, which says how exact it was', async () => {
  const farmer = await signUp({ fix: { accuracy: 7.6 } });
  const badge = { isVerified: true, verifiedAccuracyMetres: 7 };
  expect(await profileOf(farmer)).toMatchObject(badge);
  const { id: productId } = await makeProduct(farmer);
  expect(await caller().market.product({ productId })).toMatchObject({
    isFarmVerified: true,
    farmAccuracyMetres: 7,
    farmVisitedAt: null,
  });
});

test('B66: an accuracy under half a metre is none that a phone has', async () => {
  const farmer = await signUp({ fix: { accuracy: 0.49 } });
  const unverified = { isVerified: false, verifiedAccuracyMetres: null };
  expect(await profileOf(farmer)).toMatchObject(unverified);
});

test('B66 what was measured: two farms may have one fix to the last digit; a third, and none of the three has a badge, which each is told', async () => {
  const same = { latitude: -0.4170123, longitude: 36.9511234 };
  const [first, second] = [await signUp({ fix: same }), await signUp({ fix: same })];
  const badges = async (...farmers: { token: string }[]) =>
    (await Promise.all(farmers.map(profileOf))).map(({ isVerified }) => isVerified);
  expect(await badges(first, second)).toEqual([true, true]);
  const third = await signUp({ fix: same });
  expect(await badges(first, second, third)).toEqual([false, false, false]);
  for (const { token } of [first, second, third]) {
    const { notifications } = await caller({ token }).notifications.list({});
    expect(notifications).toMatchObject([
      { text: expect.stringContaining('gave this same position') },
    ]);
  }
  advance(60);
  const elsewhere = { latitude: -0.417, longitude: 36.9512 };
  expect(await moveTo(first, elsewhere)).toMatchObject({ isVerified: true });
});

test('B66 what was measured: eight farms that move to one fix at the same moment: no badge', async () => {
  const farmers = await Promise.all(Array.from({ length: 8 }, () => makeFarm()));
  const fix = { latitude: -0.4170123, longitude: 36.9511234 };
  await atTheSameMoment(
    db,
    farmers.map((farmer) => () => moveTo(farmer, fix)),
  );
  const profiles = await Promise.all(farmers.map(profileOf));
  const verified = profiles.filter(({ isVerified }) => isVerified).length;
  expect(verified).toBe(0);
});

test('B66: a farm that moved faster than an airliner has no badge; at a car its badge stays', async () => {
  const farmer = await signUp();
  const lodwar = { latitude: 3.1191, longitude: 35.5973 };
  const moveAfter = (seconds: number) => {
    advance(seconds);
    return moveTo(farmer, lodwar);
  };
  expect(await moveAfter(600)).toMatchObject({ ...lodwar, isVerified: false });
  expect(await moveAfter(60)).toMatchObject({ isVerified: true });
});

test('B66: a farm that is moved was not visited', async () => {
  const farmer = await signUp();
  await db.update(farms).set({ visitedAt: sql`now()` });
  const { latitude, longitude } = inKenya;
  expect(await moveTo(farmer, { latitude, longitude })).toMatchObject({ isVisited: false });
});
