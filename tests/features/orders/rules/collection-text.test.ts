import { collectionText } from '#orders/web/buyer/order-farm.tsx';
import { m } from '#text';

test.each([
  ['Starehe, Nairobi', 'Starehe', 'Starehe, Nairobi'],
  ['Nyeri Town, Nyeri', 'nyeri town', 'Nyeri Town, Nyeri'],
  ['Near the market', 'Starehe', 'Near the market, Starehe'],
  ['Starehe Road', 'Starehe', 'Starehe Road, Starehe'],
  [null, 'Starehe', 'Starehe'],
  ['Near the market', null, 'Near the market'],
  [null, null, ''],
])('%s in %s is named as %s', (addressDescription, subcounty, text) =>
  expect(collectionText({ addressDescription, subcounty })).toBe(text),
);

test('one order waits in the singular in Swahili', () => {
  expect(m.ordersWaiting({ count: 1 }, { locale: 'sw' })).toBe('1 inasubiri');
  expect(m.ordersWaiting({ count: 3 }, { locale: 'sw' })).toBe('3 zinasubiri');
});
