import {
  CASH_SALES_OF_BUYER_PER_MONTH,
  CASH_SALES_OF_FARM_PER_MONTH,
} from '#orders/rules/limits.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { paymentAttempts } from '#orders/server/payments/tables.ts';
import { COUNTED_REVIEW_SECONDS } from '#products/rules/product-facts.ts';
import {
  advance,
  asBuyer,
  caller,
  changeOrder,
  completed,
  db,
  farm,
  freshToken,
  givenTrade,
  makeProvenBuyer,
  makeTestBuyer,
  report,
  START,
  setUser,
} from '#tests/setup/in-market.ts';

const FARM_PHONE = '+254112345678';

givenTrade({ farm: { email: 'wanjiru@shamba.example' }, goods: { quantity: 5000, price: 45.5 } });
const profile = () => caller(farm).farmer.profile();
const overview = () => caller(farm).farmer.overview();
const publicly = () => caller().market.farmReviews({ farmId: farm.id });

type Sale = Partial<typeof orders.$inferInsert>;

const insertSales = (sales: Sale[]) =>
  db
    .insert(orders)
    .values(
      sales.map((sale) => ({
        ...({ farmerId: farm.id, status: 'completed', paymentStatus: 'paid' } as const),
        ...({ fulfilment: 'collection', deliveryFeeCents: 0 } as const),
        ...{ subtotalCents: 10_000, totalCents: 10_000 },
        ...{ createdAt: START, completedAt: START, updatedAt: START },
        ...sale,
      })),
    )
    .returning({ id: orders.id });

const insertPushes = (pushes: { orderId: number; phoneNumber: string }[]) =>
  db.insert(paymentAttempts).values(
    pushes.map((push) => ({
      ...({ ...push, amountCents: 10_000, status: 'paid' } as const),
      tokenHash: `token of ${push.orderId}`,
      ...{ requestedAt: START, askAgainAt: START, settledAt: START },
    })),
  );

test('what was sold counts no more once the two share a phone number', async () => {
  const buyer = await makeProvenBuyer();
  await asBuyer(buyer).rate({ orderId: await completed(10, {}, buyer), rating: 5 });
  expect(await publicly()).toMatchObject({ count: 1, salesCount: 1 });
  await setUser(buyer.id, { phoneNumber: FARM_PHONE });
  expect(await publicly()).toMatchObject({ rating: 0, count: 0, salesCount: 0, reviews: [] });
});

test('what the farm’s own phone paid for is no sale, whatever the buyer’s account says', async () => {
  const buyer = await makeProvenBuyer({ nationalId: '1111111' });
  const [own, other] = await insertSales([{ buyerId: buyer.id }, { buyerId: buyer.id }]);
  if (!own || !other) throw new Error('The sales were not stored');
  await insertPushes([
    { orderId: own.id, phoneNumber: FARM_PHONE },
    { orderId: other.id, phoneNumber: '+254711000001' },
  ]);
  await asBuyer(buyer).rate({ orderId: own.id, rating: 5 });
  expect(await publicly()).toMatchObject({ rating: 0, count: 0, salesCount: 1, reviews: [] });
  expect(await profile()).toMatchObject({ totalSales: 100 });
});

test('B116: twelve buyers and one phone that pays: sales to one buyer, and one rating', async () => {
  const buyers = await Promise.all(Array.from({ length: 12 }, () => makeTestBuyer()));
  const sales = await insertSales(buyers.map(({ id: buyerId }) => ({ buyerId })));
  await insertPushes(sales.map(({ id }) => ({ orderId: id, phoneNumber: '+254711000009' })));
  await Promise.all(
    sales.map(({ id: orderId }, at) => asBuyer(buyers[at] ?? farm).rate({ orderId, rating: 5 })),
  );
  const figures = { count: 1, buyerCount: 1, salesCount: 12, salesBuyerCount: 1 };
  expect(await publicly()).toMatchObject(figures);
  report('B116', '12 buyers whose orders one phone paid: 1 buyer, 1 rating');
});

test('100 cash sales to one accomplice, five stars each: a few sales to 1 buyer, one rating', async () => {
  const buyer = await makeProvenBuyer();
  const cash = { buyerId: buyer.id, paymentMethod: 'Cash on delivery' } as const;
  const sales = await insertSales(Array.from({ length: 100 }, () => cash));
  for (const { id: orderId } of sales) await asBuyer(buyer).rate({ orderId, rating: 5 });
  const salesCount = CASH_SALES_OF_BUYER_PER_MONTH;
  const figures = { rating: 5, count: 1, buyerCount: 1, salesCount, salesBuyerCount: 1 };
  expect(await publicly()).toMatchObject(figures);
  report('B65', `100 cash sales and ratings of one buyer: ${salesCount} sales, 1 rating`);
  expect(await profile()).toMatchObject({ totalSales: 100 * CASH_SALES_OF_BUYER_PER_MONTH });
});

test('B147: of cash sales to thirty mailboxes three count, and proven buyers are named as such', async () => {
  const unproven = await Promise.all(Array.from({ length: 30 }, () => makeTestBuyer()));
  const proven = await makeProvenBuyer();
  const cash = { paymentMethod: 'Cash on delivery' } as const;
  const buyers = [...unproven, proven];
  const sales = await insertSales(buyers.map(({ id: buyerId }) => ({ buyerId, ...cash })));
  for (const [at, { id: orderId }] of sales.entries())
    await asBuyer(buyers[at] ?? farm).rate({ orderId, rating: 5 });
  const figures = { count: 4, buyerCount: 4, provenBuyerCount: 1, salesCount: 4 };
  expect(await publicly()).toMatchObject(figures);
  report('B147', '30 mailboxes with cash orders: 3 sales count');
});

test('of the cash sales of a month 30 count, no matter who bought; of M-Pesa sales all', async () => {
  const buyers = [];
  for (let made = 0; made < 40; made++) buyers.push((await makeProvenBuyer()).id);
  const cash = { paymentMethod: 'Cash on delivery' } as const;
  await insertSales(buyers.map((buyerId) => ({ buyerId, ...cash })));
  expect(await publicly()).toMatchObject({
    salesCount: CASH_SALES_OF_FARM_PER_MONTH,
    salesBuyerCount: 30,
  });
  await insertSales(buyers.flatMap((buyerId) => [{ buyerId }, { buyerId }]));
  expect(await publicly()).toMatchObject({
    salesCount: CASH_SALES_OF_FARM_PER_MONTH + 80,
    salesBuyerCount: 40,
  });
  await insertSales([
    { ...cash, buyerId: buyers[0] ?? null, completedAt: new Date('2026-03-31T21:30:00Z') },
  ]);
  expect(await publicly()).toMatchObject({ salesCount: CASH_SALES_OF_FARM_PER_MONTH + 81 });
});

test.each(['failed', 'refunded'] as const)(
  'a completed order that is %s is no sale, and its rating none',
  async (paymentStatus) => {
    const buyer = await makeProvenBuyer();
    const orderId = await completed(10, {}, buyer);
    await asBuyer(buyer).rate({ orderId, rating: 5 });
    await changeOrder(orderId, { paymentStatus });
    expect(await publicly()).toMatchObject({ rating: 0, count: 0, salesCount: 0 });
    expect(await profile()).toMatchObject({ totalSales: 0, reputationScore: 0 });
  },
);

test("of one buyer's ratings one in 30 days counts; the others stay to be read", async () => {
  const buyer = await makeProvenBuyer();
  const rateAgain = async (rating: number) => {
    const [sale] = await insertSales([{ buyerId: buyer.id }]);
    if (!sale) throw new Error('The sale was not stored');
    const token = await freshToken(buyer);
    await asBuyer({ token }).rate({ orderId: sale.id, rating });
  };
  await rateAgain(5);
  advance(COUNTED_REVIEW_SECONDS - 1);
  await rateAgain(1);
  expect(await publicly()).toMatchObject({
    rating: 5,
    count: 1,
    buyerCount: 1,
    reviews: [
      { rating: 1, isCounted: false },
      { rating: 5, isCounted: true },
    ],
  });
  advance(1);
  await rateAgain(1);
  expect(await publicly()).toMatchObject({ rating: 3, count: 2, buyerCount: 1 });
});

test('of ten ratings of one buyer at once, of ten orders, one counts', async () => {
  const buyer = await makeProvenBuyer();
  const sales = await insertSales(Array.from({ length: 10 }, () => ({ buyerId: buyer.id })));
  await Promise.all(sales.map(({ id: orderId }) => asBuyer(buyer).rate({ orderId, rating: 5 })));
  expect(await publicly()).toMatchObject({ count: 1, salesCount: 10 });
  report('B65', '10 ratings of one buyer at once: 1 counted');
});

test('profile, overview and product page say the mean of the ratings with one decimal, and how many sales to how many buyers', async () => {
  for (const rating of [5, 4, 4]) {
    const buyer = await makeProvenBuyer();
    await asBuyer(buyer).rate({ orderId: await completed(10, {}, buyer), rating });
    if (rating === 5) await completed(10, {}, buyer);
  }
  const figures = { salesCount: 4, salesBuyerCount: 3 };
  expect(await publicly()).toMatchObject({ ...figures, rating: 4.3, count: 3, buyerCount: 3 });
  const own = { ...figures, totalSales: 4 * 455, reputationScore: 4.3, ratingBuyerCount: 3 };
  for (const shown of [await profile(), await overview()])
    expect(shown).toMatchObject({ ...own, ratingCount: 3 });
});
