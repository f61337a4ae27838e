import { orderStatusText } from '#orders/web/order-status.tsx';
import { orderedText } from '#orders/web/order-texts.ts';

test('an order for collection is ready instead of dispatched', () => {
  expect(orderStatusText('dispatched', 'delivery')).toBe('On the way');
  expect(orderStatusText('dispatched', 'collection')).toBe('Ready to collect');
});

describe("the quantity of an order's line", () => {
  const bags = { quantity: 2, unit: 'bags', netWeightKg: 90 } as const;
  const maize = { ...bags, orderedQuantity: null, weighedQuantity: null };

  test('says what a bag weighed', () => {
    expect(orderedText(maize)).toBe('2 bags of 90 kg');
    expect(orderedText({ ...maize, orderedQuantity: 3 })).toBe('2 bags of 90 kg (ordered: 3 bags)');
  });

  test('says nothing where the weight is unknown, nor for kilograms', () => {
    expect(orderedText({ ...maize, netWeightKg: null })).toBe('2 bags');
    expect(orderedText({ ...maize, unit: 'kg' })).toBe('2 kg');
  });
});
