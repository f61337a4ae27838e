import { afterEach, describe, expect, test } from 'vitest';
import { orderStatuses } from '#features/orders/rules/order-facts.ts';
import { orderStatusFilterText, orderStatusText } from '#features/orders/web/order-texts.ts';
import { overwriteGetLocale } from '#platform/rules/text/compiled/runtime.js';

describe("the text of an order's status", () => {
  // Other tests of the same process expect English.
  afterEach(() => overwriteGetLocale(() => 'en'));

  test.each([
    ['en', 'Dispatched', 'Ready for collection', 'Dispatched or ready'],
    ['sw', 'Imetumwa', 'Tayari kuchukuliwa', 'Imetumwa au iko tayari'],
  ] as const)(
    'in %s: an order for collection is ready instead of dispatched',
    (language, sent, ready, either) => {
      overwriteGetLocale(() => language);
      expect(orderStatusText('dispatched', 'delivery')).toBe(sent);
      expect(orderStatusText('dispatched', 'collection')).toBe(ready);
      expect(orderStatusFilterText('dispatched')).toBe(either);
    },
  );

  test('all other statuses read the same for delivery and collection', () => {
    for (const status of orderStatuses.filter((name) => name !== 'dispatched')) {
      expect(orderStatusText(status, 'collection')).toBe(orderStatusText(status, 'delivery'));
    }
  });
});
