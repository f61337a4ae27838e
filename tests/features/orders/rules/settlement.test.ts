import fc from 'fast-check';
import {
  askedCents,
  creditsThatFit,
  depositOf,
  lineCents,
  quantitiesWorth,
  settleOrder,
  shareHarvest,
  sumOrder,
} from '#orders/rules/settlement.ts';

test('a shorter line costs less, the fee stays, and the total is rounded up to the shilling', () => {
  const lines = [{ totalCents: lineCents(3333, 38) }, { totalCents: lineCents(5000, 0) }];
  const sums = { subtotalCents: 126_654, deliveryFeeCents: 15_000, totalCents: 141_700 };
  expect(sumOrder(lines, 15_000)).toEqual(sums);
});

test('the sums of an order: nothing of a line costs nothing, and the smallest quantity at least a cent', () => {
  expect(lineCents(1, 0)).toBe(0);
  expect(lineCents(1, 0.01)).toBe(1);
});

test('an amount becomes quantities that are worth it, from the first line on', () => {
  const lines = [
    { priceCents: 12_000, finalQuantity: 10 },
    { priceCents: 5000, finalQuantity: 4 },
  ];
  expect(quantitiesWorth(100_000, lines)).toEqual([8.34, 0]);
  expect(quantitiesWorth(130_000, lines)).toEqual([10, 2]);
  expect(quantitiesWorth(1_000_000, lines)).toEqual([10, 4]);
});

const owed = { totalCents: 190_000, creditCents: 500 };

test.each([
  { receivedCents: 0, usedCreditCents: 0, toPayCents: 189_500, toRefundCents: 0 },
  { receivedCents: 60_000, usedCreditCents: 500, toPayCents: 130_000, toRefundCents: 0 },
  { receivedCents: 250_000, usedCreditCents: 500, toPayCents: 0, toRefundCents: 60_000 },
])(
  'what is owed: $receivedCents cents received, of which $usedCreditCents are a credit',
  (money) => {
    const { receivedCents, usedCreditCents, ...settlement } = money;
    expect(settleOrder({ ...owed, receivedCents, usedCreditCents })).toEqual(settlement);
  },
);

test('what is owed: credits are used as a whole, oldest first, and leave a shilling to pay', () => {
  const credits = [900, 700, 300].map((amountCents) => ({ amountCents }));
  expect(creditsThatFit(credits, 1300)).toEqual([{ amountCents: 900 }, { amountCents: 300 }]);
  expect(creditsThatFit(credits, 999)).toEqual([{ amountCents: 700 }]);
  expect(creditsThatFit(credits, 100)).toEqual([]);
});

test('what is owed: in 10,000 random lives of an order, what came in is refunded, paid out or a credit', () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constant('shorten' as const), line: fc.nat(3), share: fc.nat(100) }),
    fc.record({ kind: fc.constant('credit' as const), cents: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('pay' as const) }),
  );
  const order = fc.record({
    lines: fc.array(
      fc.record({
        priceCents: fc.integer({ min: 1, max: 500_000 }),
        quantity: fc.integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    feeCents: fc.constantFrom(0, 15_000),
    changes: fc.array(change, { maxLength: 8 }),
  });
  fc.assert(
    fc.property(order, ({ lines, feeCents, changes }) => {
      const quantities = lines.map(({ quantity }) => quantity);
      const sum = () =>
        sumOrder(
          lines.map(({ priceCents }, at) => ({
            totalCents: lineCents(priceCents, quantities[at] ?? 0),
          })),
          feeCents,
        ).totalCents;
      let credits: { amountCents: number }[] = [];
      let money = { creditCents: 0, receivedCents: 0, refundedCents: 0 };
      const fitting = () =>
        creditsThatFit(credits, sum()).reduce((all, { amountCents }) => all + amountCents, 0);
      for (const one of changes) {
        const before = sum();
        const isPaid = money.receivedCents > 0;
        if (one.kind === 'shorten') {
          const at = one.line % lines.length;
          const old = quantities[at] ?? 0;
          quantities[at] = Math.floor(old * one.share) / 100;
          if (!quantities.some((quantity) => quantity > 0)) quantities[at] = old;
          expect(sum()).toBeLessThanOrEqual(before);
        } else if (one.kind === 'credit' && !isPaid)
          credits = [...credits, { amountCents: one.cents * 100 }];
        else if (one.kind === 'pay' && !isPaid) {
          const creditCents = fitting();
          const receivedCents = askedCents({ totalCents: sum(), creditCents });
          expect(receivedCents).toBeGreaterThanOrEqual(100);
          money = { ...money, creditCents, receivedCents };
        }
        if (money.receivedCents === 0) continue;
        const { creditCents, receivedCents, refundedCents } = money;
        const settled = settleOrder({
          totalCents: sum(),
          creditCents,
          receivedCents: receivedCents + creditCents - refundedCents,
          usedCreditCents: creditCents,
        });
        expect(settled.toPayCents).toBe(0);
        money = { ...money, refundedCents: refundedCents + settled.toRefundCents };
        expect(receivedCents + creditCents).toBe(sum() + money.refundedCents);
        expect(receivedCents % 100).toBe(0);
      }
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  [99_900, 30, 30_000],
  [1, 10, 100],
  [5000, null, 0],
])(
  'a pre-order of %s cents with %s percent has a deposit of %s',
  (totalCents, depositPercent, cents) => {
    expect(depositOf([{ totalCents, depositPercent }])).toBe(cents);
  },
);

test('a harvest is given out as far as it goes, and nobody is served before an earlier order', () => {
  const hundredths = fc.integer({ min: 1, max: 100_000 }).map((count) => count / 100);
  fc.assert(
    fc.property(fc.array(hundredths, { maxLength: 30 }), hundredths, (reserved, harvested) => {
      const shares = shareHarvest(reserved, harvested);
      const sumOf = (some: number[]) => Math.round(some.reduce((sum, one) => sum + one, 0) * 100);
      expect(sumOf(shares)).toBe(Math.min(sumOf(reserved), Math.round(harvested * 100)));
      const first = shares.findIndex((share, at) => share < (reserved[at] ?? 0));
      if (first >= 0) expect(sumOf(shares.slice(first + 1))).toBe(0);
    }),
  );
});
