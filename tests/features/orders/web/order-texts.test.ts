import { afterEach, describe, expect, test } from 'vitest';
import { orderStatuses } from '#features/orders/rules/order-facts.ts';
import { orderedText } from '#features/orders/web/order-texts.ts';
import { orderStatusText } from '#features/orders/web/status-texts.ts';
import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';

describe("the text of an order's status", () => {
  // Other tests of the same process expect English.
  afterEach(() => overwriteGetLocale(() => 'en'));

  test.each([
    ['en', 'Dispatched', 'Ready for collection'],
    ['sw', 'Imetumwa', 'Tayari kuchukuliwa'],
  ] as const)(
    'in %s: an order for collection is ready instead of dispatched',
    (language, sent, ready) => {
      overwriteGetLocale(() => language);
      expect(orderStatusText('dispatched', 'delivery')).toBe(sent);
      expect(orderStatusText('dispatched', 'collection')).toBe(ready);
    },
  );

  test('all other statuses read the same for delivery and collection', () => {
    for (const status of orderStatuses.filter((name) => name !== 'dispatched')) {
      expect(orderStatusText(status, 'collection')).toBe(orderStatusText(status, 'delivery'));
    }
  });
});

describe("the quantity of an order's line", () => {
  afterEach(() => overwriteGetLocale(() => 'en'));
  const maize = {
    quantity: 2,
    unit: 'bags',
    netWeightKg: 90,
    orderedQuantity: null,
    weighedQuantity: null,
  } as const;

  test('says what a bag weighed', () => {
    expect(orderedText(maize)).toBe('2 bags of 90 kg');
    expect(orderedText({ ...maize, orderedQuantity: 3 })).toBe('2 bags of 90 kg (ordered: 3 bags)');
    overwriteGetLocale(() => 'sw');
    expect(orderedText(maize)).toBe('magunia 2 (kilo 90 kila moja)');
  });

  test('says nothing where the weight is unknown, nor for kilograms', () => {
    expect(orderedText({ ...maize, netWeightKg: null })).toBe('2 bags');
    expect(orderedText({ ...maize, unit: 'kg' })).toBe('2 kg');
  });
});
