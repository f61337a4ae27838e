import fc from 'fast-check';
import {
  finalQuantity,
  isSoldByWeight,
  lineCents,
  settleOrder,
  settleWeighing,
  sumOrder,
  weightLimits,
} from '#orders/rules/settlement.ts';

test.each([
  [40, 36, 44],
  [5, 4.5, 5.5],
  // The range is never more than 10%.
  [0.19, 0.18, 0.2],
  [0.04, 0.04, 0.04],
])('a weight of %s kg may be %s to %s', (quantity, least, most) => {
  expect(weightLimits(quantity)).toEqual({ least, most });
});

test('a weight is entered only for kilograms, and not for a line of which nothing is left', () => {
  expect(isSoldByWeight({ unit: 'kg', quantity: 2 })).toBe(true);
  expect(isSoldByWeight({ unit: 'kg', quantity: 0 })).toBe(false);
  expect(isSoldByWeight({ unit: 'bags', quantity: 2 })).toBe(false);
});

const order = {
  paymentMethod: 'M-Pesa' as const,
  totalCents: 200_000,
  deliveryFeeCents: 0,
  weighing: 1,
  weighingLeft: null,
};
const heavier = [{ quantity: 40, weighedQuantity: 41, priceCents: 5000 }];

test.each([
  { receivedCents: 200_000, weighingLeft: null, differenceCents: 5000, takesMore: false },
  { receivedCents: 205_000, weighingLeft: null, differenceCents: 0, takesMore: true },
  { receivedCents: 200_000, weighingLeft: 1, differenceCents: 0, takesMore: false },
  // The choice was about an earlier weighing.
  { receivedCents: 200_000, weighingLeft: 0, differenceCents: 5000, takesMore: false },
])(
  'goods that weigh more: $receivedCents cents paid, left $weighingLeft',
  ({ receivedCents, weighingLeft, ...then }) => {
    const money = { receivedCents, isAgreed: true };
    const settled = settleWeighing({ ...order, weighingLeft }, heavier, money);
    expect(settled).toMatchObject(then);
    expect(settled.sums.totalCents).toBe(then.takesMore ? 205_000 : 200_000);
  },
);

test('goods that weigh more in cash count only if the buyer agrees', () => {
  const cash = { ...order, paymentMethod: 'Cash on delivery' as const };
  const totals = [true, false].map(
    (isAgreed) => settleWeighing(cash, heavier, { receivedCents: 0, isAgreed }).sums.totalCents,
  );
  expect(totals).toEqual([205_000, 200_000]);
});

test('goods that weigh more, made up for by another line cost nothing more, but need an agreement', () => {
  const lines = [...heavier, { quantity: 40, weighedQuantity: 38, priceCents: 5000 }];
  const both = { ...order, totalCents: 400_000 };
  const totals = [true, false].map(
    (isAgreed) => settleWeighing(both, lines, { receivedCents: 400_000, isAgreed }).sums.totalCents,
  );
  expect(totals).toEqual([395_000, 390_000]);
});

test('in 10,000 random weighings, an M-Pesa buyer pays what is due, and what was too much goes back', () => {
  const line = fc.record({
    priceCents: fc.integer({ min: 1, max: 500_000 }),
    hundredths: fc.integer({ min: 1, max: 100_000 }),
  });
  const move = fc.oneof(
    fc.record({ kind: fc.constant('weigh' as const), at: fc.nat(3), share: fc.nat(100) }),
    fc.record({ kind: fc.constant('pay' as const) }),
    fc.record({ kind: fc.constant('leave' as const) }),
  );
  const life = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    deliveryFeeCents: fc.constantFrom(0, 15_000),
    moves: fc.array(move, { maxLength: 10 }),
    isAgreed: fc.boolean(),
  });
  fc.assert(
    fc.property(life, ({ deliveryFeeCents, moves, isAgreed, ...given }) => {
      const lines = given.lines.map(({ priceCents, hundredths }) => ({
        priceCents,
        quantity: hundredths / 100,
        weighedQuantity: null as number | null,
      }));
      const priced = (quantityOf: (one: (typeof lines)[number]) => number) =>
        sumOrder(
          lines.map((one) => ({ totalCents: lineCents(one.priceCents, quantityOf(one)) })),
          deliveryFeeCents,
        );
      const { totalCents } = priced(({ quantity }) => quantity);
      let receivedCents = totalCents;
      let weighed = { ...order, totalCents, deliveryFeeCents, weighing: 0 } as Parameters<
        typeof settleWeighing
      >[0];
      for (const one of moves) {
        const due = settleWeighing(weighed, lines, { receivedCents, isAgreed: true });
        if (one.kind === 'weigh') {
          const chosen = lines[one.at % lines.length];
          if (!chosen) continue;
          const { least, most } = weightLimits(chosen.quantity);
          const range = Math.round((most - least) * 100);
          chosen.weighedQuantity =
            (Math.round(least * 100) + Math.round((range * one.share) / 100)) / 100;
          weighed = { ...weighed, weighing: weighed.weighing + 1 };
        } else if (weighed.weighing > 0 && one.kind === 'pay') receivedCents += due.differenceCents;
        else if (due.differenceCents > 0) weighed = { ...weighed, weighingLeft: weighed.weighing };
        expect(due.differenceCents % 100).toBe(0);
      }
      if (weighed.weighing === 0) return;
      const { sums, takesMore } = settleWeighing(weighed, lines, { receivedCents, isAgreed });
      const settled = settleOrder({
        totalCents: sums.totalCents,
        creditCents: 0,
        receivedCents,
        usedCreditCents: 0,
      });
      // Nothing is owed by the buyer, and nothing is lost.
      expect(settled.toPayCents).toBe(0);
      expect(sums.totalCents + settled.toRefundCents).toBe(receivedCents);
      expect(sums).toEqual(priced((one) => finalQuantity(one, takesMore)));
      // Nobody pays more than was agreed without having paid for it or agreed to it.
      if (receivedCents === totalCents) expect(sums.totalCents).toBeLessThanOrEqual(totalCents);
    }),
    { numRuns: 10_000 },
  );
});
