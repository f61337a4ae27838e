import { orderLines, orders } from '#orders/server/orders/tables.ts';
import type { Unit } from '#products/rules/product.ts';
import { readCsv } from '#rules/csv.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import {
  advance,
  caller,
  db,
  givenMarket,
  makeFarm,
  makeOperator,
  makeProduct,
  makeProvenBuyer,
  now,
} from '#tests/setup/in-market.ts';

/** The last whole week before the tests' Monday, 2 March. */
const WEEK = '2026-02-23';
const IN_WEEK = new Date('2026-02-25T09:00:00Z');
const visited = { visitedAt: new Date('2026-01-01T00:00:00Z') };

type Sale = {
  crop?: string | null;
  unit?: Unit;
  netWeightKg?: number;
  quantity?: number;
  /** KES in all. */
  amount?: number;
  completedAt?: Date;
  status?: 'completed' | 'cancelled';
};
let token: string;
givenMarket();
const comeIn = async () => {
  token = (await makeOperator({ name: `reader ${now().getTime()}`, role: 'reader' })).token;
};
beforeEach(comeIn);

const figures = () => caller({ token }).desk.figures;
const weekOf = async (county: 'Nyeri' | 'Kisii' | null = null) =>
  (await figures().get({ county, weeks: 1 })).weeks[0]?.shown ?? null;

const makePairs = (count: number, county = 'Nyeri', farm: object = visited) =>
  Promise.all(
    Array.from({ length: count }, async () => ({
      farm: await makeFarm({ county, pinCounty: county, ...farm }),
      buyer: await makeProvenBuyer(),
    })),
  );
type Pair = Awaited<ReturnType<typeof makePairs>>[number];

async function sell({ farm, buyer }: Pair, sale: Sale = {}) {
  const { crop = 'tomato', unit = 'kg', netWeightKg, quantity = 10, amount = 500 } = sale;
  const { completedAt = IN_WEEK, status = 'completed' } = sale;
  const weight = netWeightKg && { netWeightKg };
  const product = await makeProduct(farm, { name: 'Zao', crop, unit, ...weight });
  const cents = amount * 100;
  const [order] = await db
    .insert(orders)
    .values({
      ...{ buyerId: buyer.id, farmerId: farm.id, status, paymentStatus: 'paid' },
      ...{ fulfilment: 'collection', subtotalCents: cents, deliveryFeeCents: 0 },
      ...{ totalCents: cents, createdAt: completedAt, completedAt, updatedAt: completedAt },
    })
    .returning({ id: orders.id });
  await db.insert(orderLines).values({
    ...{ orderId: order?.id ?? 0, productId: product.id, name: 'Zao', unit, quantity },
    ...{ priceCents: Math.round(cents / quantity), totalCents: cents },
  });
}
/** A week that was counted today is counted again tomorrow. */
const nextDay = () => {
  advance(DAY_SECONDS + 1);
  return comeIn();
};
const sellAll = async (pairs: readonly Pair[], sale: Sale = {}) => {
  for (const pair of pairs) await sell(pair, sale);
};

test('figures add up the orders of a whole week by county and crop', async () => {
  const pairs = await makePairs(5);
  await sellAll(pairs);
  const bag = { unit: 'bags', netWeightKg: 90, quantity: 1, amount: 4000 } as const;
  await sellAll(pairs, { crop: 'maize', ...bag });
  expect(await figures().get({ county: 'Nyeri', weeks: 2 })).toMatchObject({
    county: 'Nyeri',
    from: '2026-02-16',
    to: '2026-03-01',
    weeks: [
      { week: '2026-02-16', shown: null },
      { week: WEEK, shown: { orders: 10, farms: 5, counties: 1, crops: 2, sales: 22_500 } },
    ],
    crops: [
      { week: WEEK, unit: 'kg', quantity: 450, orders: 5, farms: 5, sales: 20_000 },
      { week: WEEK, crop: { en: 'Tomatoes' }, unit: 'kg', quantity: 50, sales: 2500 },
    ],
  });
});

test('units without a weight stay units', async () => {
  await sellAll(await makePairs(5), { unit: 'crates', quantity: 3 });
  const { crops } = await figures().get({ weeks: 1 });
  expect(crops).toMatchObject([{ unit: 'crates', quantity: 15 }]);
});

test('figures are hidden under five farms, and under five buyers', async () => {
  const pairs = await makePairs(5);
  await sellAll(pairs.slice(0, 4));
  expect(await weekOf()).toBeNull();
  await nextDay();
  const [first, , , , last] = pairs;
  if (!first || !last) throw new Error('There are five');
  await sell({ farm: last.farm, buyer: first.buyer });
  expect(await weekOf()).toBeNull();
  await sell(last);
  expect(await weekOf()).toBeNull();
  await nextDay();
  expect(await weekOf()).toMatchObject({ farms: 5, orders: 6 });
});

test('accounts that nobody has proven do not count towards the five', async () => {
  await sellAll(await makePairs(4));
  await sellAll(await makePairs(3, 'Nyeri', { visitedAt: null }));
  expect(await weekOf()).toBeNull();
});

test("figures leave out orders between one person's accounts, unfinished orders, and the current week", async () => {
  const pairs = await makePairs(5);
  await sellAll(pairs);
  const [pair] = pairs;
  if (!pair) throw new Error('There are five');
  const own = await makeProvenBuyer({ phoneNumber: '+254112345678' });
  await sell({ farm: pair.farm, buyer: own });
  await sell(pair, { status: 'cancelled' });
  await sell(pair, { completedAt: now() });
  await sell(pair, { completedAt: new Date('2026-03-01T21:00:00Z') });
  expect(await weekOf()).toMatchObject({ orders: 5 });
  await sell(pair, { completedAt: new Date('2026-03-01T20:59:59Z') });
  await nextDay();
  expect(await weekOf()).toMatchObject({ orders: 6 });
});

test("the country's figures are the sum of the shown counties", async () => {
  await sellAll(await makePairs(5));
  await sellAll(await makePairs(6, 'Kisii'));
  await sellAll(await makePairs(4, 'Meru'));
  expect(await weekOf()).toEqual({ orders: 11, farms: 11, counties: 2, crops: 1, sales: 5500 });
  expect(await weekOf('Kisii')).toMatchObject({ farms: 6 });
});

test('figures hide another crop if the hidden ones could be computed from the rest', async () => {
  const pairs = await makePairs(7);
  await sellAll(pairs, { crop: 'tomato' });
  await sellAll(pairs.slice(0, 5), { crop: 'kale' });
  const cropsShown = async () =>
    (await figures().get({ weeks: 1 })).crops.map(({ crop, farms }) => [crop?.en, farms]);
  expect(await cropsShown()).toHaveLength(2);
  await nextDay();
  // One farm's cabbage would be the week without tomatoes and kale.
  await sellAll(pairs.slice(0, 1), { crop: 'cabbage' });
  expect(await cropsShown()).toEqual([['Tomatoes', 7]]);
  await nextDay();
  // Five farms' hidden crops are nobody's.
  await sellAll(pairs.slice(1, 3), { crop: 'cabbage' });
  await sellAll(pairs.slice(3, 6), { crop: 'onion' });
  expect(await cropsShown()).toHaveLength(2);
  expect(await weekOf()).toMatchObject({ crops: 2, orders: 18 });
});

test('figures are a spreadsheet file and a document', async () => {
  await sellAll(await makePairs(5));
  const { name, content } = await figures().csv({ county: 'Nyeri', weeks: 2 });
  expect(name).toBe('sokoshamba-nyeri-2026-02-16-2026-03-01.csv');
  expect(readCsv(content).map(({ cells }) => cells.join(' | '))).toEqual([
    'week | county | crop | quantity | unit | orders | farms | counties | crops | sales_kes',
    '2026-02-16 | Nyeri |  |  |  |  |  |  |  | ',
    '2026-02-23 | Nyeri |  |  |  | 5 | 5 | 1 | 1 | 2500',
    '2026-02-23 | Nyeri | Tomatoes | 50 | kg | 5 | 5 |  |  | 2500',
  ]);
  const pdf = await figures().pdf({ weeks: 53 });
  expect(pdf.name).toBe('sokoshamba-kenya-2025-02-24-2026-03-01.pdf');
  const bytes = Buffer.from(pdf.content, 'base64');
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.subarray(-6).toString().trim()).toBe('%%EOF');
});

test('figures are for at most a year', async () => {
  await expect(figures().get({ weeks: 54 })).rejects.toThrow();
});
