import { afterEach, describe, expect, test } from 'vitest';
import { orderStatuses } from '#features/orders/rules/order-facts.ts';
import { orderStatusText } from '#features/orders/web/order-texts.ts';
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
