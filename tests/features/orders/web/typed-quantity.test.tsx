import { oneStepLess, oneStepMore } from '#orders/web/cart/add-to-cart.tsx';

describe('the steps of a quantity', () => {
  test.each([
    ['kg', [1, 9, 10, 15, 50, 60]],
    ['pieces', [9, 10, 15, 50, 60]],
  ] as const)('grow with what is weighed or counted singly: %s', (unit, quantities) => {
    for (const quantity of quantities) {
      const step = quantity >= 50 ? 10 : quantity >= 10 ? 5 : 1;
      expect(oneStepMore(quantity, unit, 1000)).toBe(quantity + step);
      expect(oneStepLess(quantity + step, unit)).toBe(quantity);
    }
  });

  test.each(['bags', 'trays'] as const)('are single packs: %s', (unit) => {
    expect(oneStepMore(60, unit, 1000)).toBe(61);
    expect(oneStepLess(60, unit)).toBe(59);
  });

  test('end at the stock and at nothing', () => {
    expect(oneStepMore(50, 'kg', 54)).toBe(54);
    expect(oneStepLess(54, 'kg')).toBe(50);
    expect(oneStepLess(0.5, 'kg')).toBe(0);
  });
});
