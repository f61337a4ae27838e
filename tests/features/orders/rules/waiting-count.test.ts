import { m } from '#text';

test('one order waits in the singular in Swahili', () => {
  expect(m.ordersWaiting({ count: 1 }, { locale: 'sw' })).toBe('1 inasubiri');
  expect(m.ordersWaiting({ count: 3 }, { locale: 'sw' })).toBe('3 zinasubiri');
});
